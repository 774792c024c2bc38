import { Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { call, upload } from '../api/call.js';
import type { UploadedMusic } from '../api/contract.js';
import { queryClient } from '../api/queries.js';
import type { LibraryMusic } from '../api/types.js';
import { t } from '../i18n/t.js';
import { ChoiceSelect } from '../ui/choice-select.js';
import { DropZone, songTypes } from '../ui/drop-zone.js';
import { More } from '../ui/more.js';
import { Empty, Loaded, PageHead } from '../ui/parts.js';
import { Recordings } from '../ui/recordings.js';
import { SearchInput } from '../ui/search-input.js';
import { TagSelect } from '../ui/tags.js';
import { UploadWarnings } from '../ui/upload-warnings.js';
import { useCanEdit } from '../ui/use-can-edit.js';

interface Page {
  music: LibraryMusic[];
  next_cursor: string | null;
}

interface Outcome {
  name: string;
  error: string | null;
  warnings: UploadedMusic['warnings'];
}

export function LibraryPage(): JSX.Element {
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState('newest');
  const [kind, setKind] = useState('');
  const [tag, setTag] = useState('');
  const library = useInfiniteQuery({
    queryKey: ['library', search, sort, kind, tag],
    placeholderData: keepPreviousData,
    initialPageParam: '',
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ limit: '50', sort });
      if (pageParam) query.set('cursor', pageParam);
      if (search) query.set('search', search);
      if (kind) query.set('kind', kind);
      if (tag) query.set('tag', tag);
      return call<Page>('GET', `/music?${query}`);
    },
    getNextPageParam: (page) => page.next_cursor,
  });
  const canEdit = useCanEdit();
  const [at, setAt] = useState('');
  const [outcomes, setOutcomes] = useState<Outcome[]>([]);
  const adding = useMutation({
    mutationFn: async (files: File[]) => {
      setOutcomes([]);
      for (const [index, file] of files.entries()) {
        const place = files.length > 1 ? ` (${index + 1} of ${files.length})` : '';
        let error: string | null = null;
        let warnings: Outcome['warnings'] = [];
        try {
          const music = await upload<UploadedMusic>(
            `/music?filename=${encodeURIComponent(file.name)}`,
            file,
            (fraction) => setAt(`${file.name}${place}: ${Math.round(fraction * 100)} %`),
          );
          warnings = music.warnings;
        } catch (thrown) {
          error = thrown instanceof Error ? thrown.message : String(thrown);
        }
        setOutcomes((earlier) => [...earlier, { name: file.name, error, warnings }]);
        await queryClient.invalidateQueries({ queryKey: ['library'] });
      }
    },
  });
  return (
    <>
      <PageHead title={t('Library')} about={t('The recordings that this account has uploaded.')} />
      <Stack gap="lg">
        {canEdit && (
          <DropZone
            title={
              adding.isPending ? t('Uploading {{at}}', { at }) : t('Drop recordings here, or choose some')
            }
            hint={t('mp3, wav, flac, m4a, aac, ogg or MIDI')}
            accept={songTypes}
            multiple
            onFiles={(files) => adding.mutate(files)}
          />
        )}
        {outcomes.some(({ error }) => error !== null) && (
          <div role="alert">
            {outcomes
              .filter(({ error }) => error !== null)
              .map(({ name, error }) => (
                <Text key={name} size="sm" c="var(--mantine-color-error)" className="long">
                  <b>{name}</b>: {error}
                </Text>
              ))}
          </div>
        )}
        {outcomes.map(({ name, warnings }) => (
          <UploadWarnings key={name} filename={name} warnings={warnings} />
        ))}
        <Group gap="sm">
          <SearchInput label={t('Search title, artist or file')} onSearch={setSearch} />
          <ChoiceSelect
            label={t('Which recordings')}
            value={kind}
            onChange={setKind}
            options={[
              { value: '', label: t('All recordings') },
              { value: 'uploads', label: t('Not in a dataset') },
              { value: 'references', label: t('References in datasets') },
            ]}
          />
          <TagSelect value={tag} onChange={setTag} />
          <ChoiceSelect
            label={t('Order')}
            value={sort}
            onChange={setSort}
            options={[
              { value: 'newest', label: t('Newest first') },
              { value: 'oldest', label: t('Oldest first') },
              { value: 'title', label: t('By title') },
              { value: 'artist', label: t('By artist') },
            ]}
          />
        </Group>
        <Loaded query={library}>
          {(data) => {
            const rows = data.pages.flatMap((page) => page.music);
            return rows.length === 0 ? (
              <Empty
                icon="library"
                title={search || kind || tag ? t('Nothing matches') : t('No recording yet')}
              >
                {search || kind || tag
                  ? t('Search for something else, or choose all recordings.')
                  : t('What you or your programs upload appears here.')}
              </Empty>
            ) : (
              <>
                <Recordings rows={rows} />
                <More query={library} />
              </>
            );
          }}
        </Loaded>
      </Stack>
    </>
  );
}
