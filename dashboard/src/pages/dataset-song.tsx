/** A song of a dataset: what a match in its words or its notes leads to. */
import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import type { DatasetSong } from '../api/contract.js';
import { datasetSongQuery, datasetsQuery, musicQuery } from '../api/queries.js';
import { t } from '../i18n/t.js';
import { Facts } from '../ui/facts.js';
import { Loaded, PageHead } from '../ui/parts.js';
import { pathParams } from '../ui/path-params.js';

const route = getRouteApi('/app/datasets/$datasetId/songs/$songId');

export function DatasetSongPage(): JSX.Element {
  const { datasetId, songId } = route.useParams();
  const song = useQuery(datasetSongQuery(datasetId, songId));
  return (
    <Loaded query={song}>
      {(data) => (
        <>
          <PageHead title={data.title} about={data.artist || undefined} />
          <Stack gap="lg">
            <Links song={data} />
            <Facts
              facts={[
                [t('Year'), data.year || '–'],
                [t('Language'), data.language || '–'],
              ]}
            />
            <Words song={data} />
          </Stack>
        </>
      )}
    </Loaded>
  );
}

function Links({ song }: { song: DatasetSong }): JSX.Element {
  const { dataset_id: datasetId, musicId, link } = song;
  const datasets = useQuery(datasetsQuery).data?.datasets;
  const dataset = datasets?.find(({ dataset_id: id }) => id === datasetId);
  // The recording of another's dataset is not in this library.
  const music = useQuery({ ...musicQuery(musicId ?? ''), enabled: musicId !== null });
  return (
    <Group gap="md">
      <Anchor component={Link} size="sm" to="/app/datasets/$datasetId" params={pathParams({ datasetId })}>
        {t('Dataset: {{name}}', { name: dataset?.name ?? datasetId })}
      </Anchor>
      {music.data && musicId !== null && (
        <Anchor component={Link} size="sm" to="/app/library/$musicId" params={pathParams({ musicId })}>
          {t('Recording')}
        </Anchor>
      )}
      {link !== null && /^https?:/i.test(link) && (
        <Anchor size="sm" href={link} target="_blank" rel="noreferrer">
          {t('Its own page')}
        </Anchor>
      )}
    </Group>
  );
}

function Words({ song }: { song: DatasetSong }): JSX.Element {
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        {t('Lyrics')}
      </Title>
      {song.lyrics ? (
        <Text className="long" dir="auto" style={{ whiteSpace: 'pre-line' }}>
          {song.lyrics}
        </Text>
      ) : (
        <Text c="dimmed">
          {song.has_lyrics
            ? t(
                'These lyrics belong to whoever runs this instance: they can be compared with, and are not shown whole.',
              )
            : t('This song is stored without lyrics.')}
        </Text>
      )}
    </section>
  );
}
