/** A matched song by name: a link to its recording in the library, else to the song of the dataset, else to its own page. */
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { datasetSongQuery, musicQuery } from '../api/queries.js';
import type { VerdictMatch } from '../api/types.js';
import { pathParams } from '../ui/path-params.js';

export function SongLink(props: {
  match: VerdictMatch;
  /** What the analysis compared with, where one dataset was: earlier results do not name it beside the song. */
  searchedDatasetId: string | null;
}): JSX.Element {
  const { musicId, songId, title, artist, link } = props.match;
  const datasetId = props.match.datasetId ?? props.searchedDatasetId;
  // Either may have been deleted since: a link must lead somewhere.
  const music = useQuery({ ...musicQuery(musicId ?? ''), enabled: musicId !== null });
  const isOfDataset = songId !== null && datasetId !== null;
  const song = useQuery({
    ...datasetSongQuery(datasetId ?? '', songId ?? ''),
    enabled: isOfDataset && (musicId === null || music.isError),
  });
  const name = artist ? `${title}, ${artist}` : title;
  if (music.data && musicId !== null) {
    return (
      <Anchor
        underline="always"
        component={Link}
        inherit
        to="/app/library/$musicId"
        params={pathParams({ musicId })}
      >
        {name}
      </Anchor>
    );
  }
  if (song.data && isOfDataset) {
    return (
      <Anchor
        underline="always"
        component={Link}
        inherit
        to="/app/datasets/$datasetId/songs/$songId"
        params={pathParams({ datasetId, songId })}
      >
        {name}
      </Anchor>
    );
  }
  if (link === null) return <b>{name}</b>;
  return (
    <Anchor underline="always" inherit href={link} target="_blank" rel="noreferrer">
      {name}
    </Anchor>
  );
}
