import { Button, Stack, Text, Title } from '@mantine/core';
import { type JSX, useContext, useMemo } from 'react';
import type { PlagiarismResult } from '../../api/contract.js';
import type { Task } from '../../api/types.js';
import { fields, text } from '../fields.js';
import { type ComparedSong, comparedSongs, segmentOf } from './compared-songs.js';
import { MatchCard, SongHead, SongPassages } from './match-card.js';
import { comparisonSides, SidesContext, searchSides } from './sides.js';
import { songGroups } from './song-groups.js';

/** What matches, song by song, the best one first: each passage as two piano rolls with their chords and their sound. */
export default function PlagiarismView({ task }: { task: Task }): JSX.Element {
  const result = task.result as PlagiarismResult;
  const detail = fields(task.detail);
  const songs = useMemo(() => comparedSongs(task.detail), [task.detail]);
  // Notes make no sound of their own.
  const musicId = text(detail.source) === 'midi' ? null : task.music_id;
  const groups = songGroups(result);
  const isComparison = task.operation === 'compare';
  return (
    <SidesContext value={isComparison ? comparisonSides : searchSides}>
      <Stack gap="lg">
        <Stack gap="md">
          {groups.map((group, index) => (
            <MatchCard
              // biome-ignore lint/suspicious/noArrayIndexKey: matches have no name of their own
              key={index}
              group={group}
              found={segmentOf(songs, group.best, group.line)}
              musicId={musicId}
            />
          ))}
        </Stack>
        <BelowThreshold
          songs={songs.filter(({ reported, segments }) => !reported && segments.length > 0)}
          submitted={task.filename ?? 'the submitted song'}
          musicId={musicId}
        />
        {isComparison && (
          <Button
            component="a"
            size="xs"
            variant="default"
            style={{ alignSelf: 'flex-start' }}
            href={`/dashboard/api/tasks/${task.id}/report.html`}
            download
          >
            Download as a page (.html)
          </Button>
        )}
        <Text size="sm" c="dimmed">
          {text(detail.note) || 'A match is evidence for a person to judge, not a verdict.'}
        </Text>
      </Stack>
    </SidesContext>
  );
}

/** The nearest of those that are not reported: for a person who wants to look further. */
function BelowThreshold(props: {
  songs: ComparedSong[];
  submitted: string;
  musicId: string | null;
}): JSX.Element | null {
  const sides = useContext(SidesContext);
  if (props.songs.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h4" mb={4}>
        Below the reporting threshold
      </Title>
      <Text size="sm" c="dimmed" mb="sm" maw="46rem">
        {sides === comparisonSides
          ? 'What these two songs share. Unrelated songs share about as much.'
          : 'The closest songs. Unrelated songs share about as much.'}
      </Text>
      <Stack gap="md">
        {props.songs.map((song) => (
          <article key={song.songId} className="card" style={{ padding: '1rem' }}>
            <SongHead song={song} title={song.title} similarity={song.similarity} />
            <SongPassages song={song} first={0} submitted={props.submitted} musicId={props.musicId} />
          </article>
        ))}
      </Stack>
    </section>
  );
}
