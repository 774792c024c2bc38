import { Button, Stack, Table, Title } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { JSX } from 'react';
import { call } from '../api/call.js';
import type { Dataset, DatasetSong } from '../api/contract.js';
import { queryClient } from '../api/queries.js';
import { DatasetImport } from '../ui/dataset-import.js';
import { DeleteButton } from '../ui/delete-button.js';
import { More } from '../ui/more.js';
import { Empty, Failed, Loaded, PageHead } from '../ui/parts.js';

const route = getRouteApi('/app/datasets/$datasetId');

interface Page {
  songs: DatasetSong[];
  next_cursor: string | null;
}

export function DatasetPage(): JSX.Element {
  const { datasetId } = route.useParams();
  const dataset = useQuery({
    queryKey: ['datasets', datasetId],
    queryFn: () => call<Dataset>('GET', `/datasets/${encodeURIComponent(datasetId)}`),
  });
  return (
    <Loaded query={dataset}>
      {(data) => (
        <>
          <PageHead title={data.name} about={data.description || data.dataset_id}>
            {!data.read_only && <Remove dataset={data} />}
          </PageHead>
          <Stack gap="xl">
            {!data.read_only && <DatasetImport datasetId={data.dataset_id} />}
            <Songs dataset={data} />
          </Stack>
        </>
      )}
    </Loaded>
  );
}

function Songs({ dataset }: { dataset: Dataset }): JSX.Element {
  const songs = useInfiniteQuery({
    queryKey: ['datasets', dataset.dataset_id, 'songs'],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      call<Page>(
        'GET',
        `/datasets/${dataset.dataset_id}/songs?limit=100${pageParam ? `&cursor=${encodeURIComponent(pageParam)}` : ''}`,
      ),
    getNextPageParam: (page) => page.next_cursor,
  });
  const remove = useMutation({
    mutationFn: (song: string) => call('DELETE', `/datasets/${dataset.dataset_id}/songs/${song}`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['datasets', dataset.dataset_id] }),
  });
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {dataset.songs.toLocaleString('en')} {dataset.songs === 1 ? 'song' : 'songs'}
      </Title>
      {remove.error && <Failed error={remove.error} />}
      <Loaded query={songs}>
        {(data) => {
          const rows = data.pages.flatMap((page) => page.songs);
          return rows.length === 0 ? (
            <Empty icon="datasets" title="No song in it yet">
              {dataset.read_only
                ? 'Whoever runs this instance fills it by the command line.'
                : 'Import a table above, or add songs by the interface.'}
            </Empty>
          ) : (
            <>
              <div className="card table-scroll">
                <Table>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>Title</Table.Th>
                      <Table.Th>Artist</Table.Th>
                      <Table.Th>Year</Table.Th>
                      <Table.Th>Lyrics</Table.Th>
                      {!dataset.read_only && <Table.Th aria-label="Actions" />}
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {rows.map((song) => (
                      <Table.Tr key={song.song_id}>
                        <Table.Td className="long" miw={150} maw={320}>
                          {song.title}
                        </Table.Td>
                        <Table.Td className="long" maw={240}>
                          {song.artist || '–'}
                        </Table.Td>
                        <Table.Td>{song.year || '–'}</Table.Td>
                        <Table.Td>{song.has_lyrics ? song.language || 'yes' : '–'}</Table.Td>
                        {!dataset.read_only && (
                          <Table.Td>
                            <Button
                              size="compact-xs"
                              variant="default"
                              aria-label={`Remove ${song.title}`}
                              onClick={() => remove.mutate(song.song_id)}
                            >
                              Remove
                            </Button>
                          </Table.Td>
                        )}
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </div>
              <More query={songs} />
            </>
          );
        }}
      </Loaded>
    </section>
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
    <DeleteButton title="Delete this dataset?" onDelete={remove}>
      “{dataset.name}” and its {dataset.songs.toLocaleString('en')} songs are removed for good.
    </DeleteButton>
  );
}
