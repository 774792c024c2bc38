import { Anchor, Button, Group, Stack, Title } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { call } from '../api/call.js';
import type { Dataset } from '../api/contract.js';
import { queryClient } from '../api/queries.js';
import type { ListedSong } from '../api/types.js';
import { t } from '../i18n/t.js';
import { ChoiceSelect } from '../ui/choice-select.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { type Column, DataTable } from '../ui/data-table.js';
import { DatasetImport } from '../ui/dataset-import.js';
import { DeleteButton } from '../ui/delete-button.js';
import { isNotes } from '../ui/format.js';
import { ImportJobs } from '../ui/import-jobs.js';
import { More } from '../ui/more.js';
import { Empty, Loaded, PageHead } from '../ui/parts.js';
import { pathParams } from '../ui/path-params.js';
import { SearchInput } from '../ui/search-input.js';
import { SelectionBar, selectColumn, useForEach, useSelection } from '../ui/selection.js';
import { useCanEdit } from '../ui/use-can-edit.js';

const route = getRouteApi('/app/datasets/$datasetId');

interface Page {
  songs: ListedSong[];
  next_cursor: string | null;
}

export function DatasetPage(): JSX.Element {
  const { datasetId } = route.useParams();
  const canEdit = useCanEdit();
  const dataset = useQuery({
    queryKey: ['datasets', datasetId],
    queryFn: () => call<Dataset>('GET', `/datasets/${encodeURIComponent(datasetId)}`),
  });
  return (
    <Loaded query={dataset}>
      {(data) => (
        <>
          <PageHead title={data.name} about={data.description || data.dataset_id}>
            {canEdit && !data.read_only && <Remove dataset={data} />}
          </PageHead>
          <Stack gap="xl">
            {canEdit && !data.read_only && <DatasetImport datasetId={data.dataset_id} />}
            {canEdit && !data.read_only && <ImportJobs datasetId={data.dataset_id} />}
            <Songs dataset={data} />
          </Stack>
        </>
      )}
    </Loaded>
  );
}

function Songs({ dataset }: { dataset: Dataset }): JSX.Element {
  const canEdit = useCanEdit();
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState('oldest');
  const songs = useInfiniteQuery({
    queryKey: ['datasets', dataset.dataset_id, 'songs', search, sort],
    placeholderData: keepPreviousData,
    initialPageParam: '',
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ limit: '100', sort });
      if (pageParam) query.set('cursor', pageParam);
      if (search) query.set('search', search);
      return call<Page>('GET', `/datasets/${dataset.dataset_id}/songs?${query}`);
    },
    getNextPageParam: (page) => page.next_cursor,
  });
  const rows = songs.data?.pages.flatMap((page) => page.songs) ?? [];
  const listed = rows.map(({ song_id: id }) => id);
  const selection = useSelection(listed);
  const work = useForEach();
  const [asking, setAsking] = useState(false);
  const canRemove = canEdit && !dataset.read_only;
  const remove = async (ids: readonly string[]): Promise<void> => {
    await work.run(ids, (song) => call('DELETE', `/datasets/${dataset.dataset_id}/songs/${song}`));
    await queryClient.invalidateQueries({ queryKey: ['datasets', dataset.dataset_id] });
  };
  const columns: Array<Column<ListedSong>> = [
    ...(canRemove
      ? [
          selectColumn<ListedSong>(
            selection,
            ({ song_id: id }) => id,
            ({ title }) => title,
          ),
        ]
      : []),
    { head: t('Title'), long: { min: 150, max: 320 }, cell: (song) => <SongTitle song={song} /> },
    { head: t('Artist'), long: { max: 240 }, cell: (song) => song.artist || '–' },
    { head: t('Year'), cell: (song) => song.year || '–' },
    { head: t('Lyrics'), cell: (song) => (song.has_lyrics ? song.language || t('yes') : '–') },
    { head: t('Recording'), cell: (song) => <Recording song={song} /> },
  ];
  if (canRemove) {
    columns.push({
      head: t('Actions'),
      actions: true,
      cell: (song) => (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t('Remove {{title}}', { title: song.title })}
          disabled={work.at !== null}
          onClick={() => void remove([song.song_id])}
        >
          {t('Remove')}
        </Button>
      ),
    });
  }
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {t('{{count, number}} songs', { count: dataset.songs })}
      </Title>
      {dataset.songs > 0 && (
        <Group mb="sm">
          <SearchInput label={t('Search title or artist')} onSearch={setSearch} />
          <ChoiceSelect
            label={t('Order')}
            value={sort}
            onChange={setSort}
            options={[
              { value: 'oldest', label: t('Oldest first') },
              { value: 'title', label: t('By title') },
            ]}
          />
        </Group>
      )}
      <Loaded query={songs}>
        {() =>
          rows.length === 0 ? (
            <Empty icon="datasets" title={search ? t('Nothing matches') : t('No song in it yet')}>
              {search
                ? t('Search for another title or artist.')
                : dataset.read_only
                  ? t('Whoever runs this instance fills it by the command line.')
                  : t('Import a table or a folder above, or add songs through the API.')}
            </Empty>
          ) : (
            <>
              {canRemove && (
                <SelectionBar selection={selection} listed={listed} work={work}>
                  <Button size="xs" variant="default" onClick={() => setAsking(true)}>
                    {t('Remove')}
                  </Button>
                </SelectionBar>
              )}
              <DataTable label={t('Songs')} columns={columns} rows={rows} keyOf={(song) => song.song_id} />
              <More query={songs} />
            </>
          )
        }
      </Loaded>
      <ConfirmDialog
        open={asking}
        title={t('Remove {{count}} songs?', { count: selection.ids.length })}
        action={t('Remove')}
        onConfirm={() => remove(selection.ids)}
        onClose={() => setAsking(false)}
      >
        {t('They leave this dataset; recordings stay in the library.')}
      </ConfirmDialog>
    </section>
  );
}

function SongTitle({ song }: { song: ListedSong }): JSX.Element {
  const { dataset_id: datasetId, song_id: songId, title } = song;
  return (
    <Anchor
      component={Link}
      inherit
      to="/app/datasets/$datasetId/songs/$songId"
      params={pathParams({ datasetId, songId })}
    >
      {title}
    </Anchor>
  );
}

/** A MIDI file has no sound: its page shows its notes. */
function Recording({ song: { musicId, music_format: format } }: { song: ListedSong }): JSX.Element {
  if (musicId === null || format === null) return <>–</>;
  return (
    <Anchor component={Link} size="sm" to="/app/library/$musicId" params={pathParams({ musicId })}>
      {isNotes(format) ? t('notes (MIDI)') : t('listen')}
    </Anchor>
  );
}

function Remove({ dataset }: { dataset: Dataset }): JSX.Element {
  const navigate = useNavigate();
  const remove = async (): Promise<void> => {
    await call('DELETE', `/datasets/${dataset.dataset_id}`);
    await navigate({ to: '/app/datasets' });
    await queryClient.invalidateQueries({ queryKey: ['datasets'] });
  };
  return (
    <DeleteButton title={t('Delete this dataset?')} onDelete={remove}>
      {t('“{{name}}” and its {{count, number}} songs are removed for good.', {
        name: dataset.name,
        count: dataset.songs,
      })}
    </DeleteButton>
  );
}
