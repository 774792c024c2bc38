/** One match of the result with every passage that the two songs share. */
import { Group, NativeSelect, Text } from '@mantine/core';
import { type JSX, useContext, useState } from 'react';
import type { PlagiarismMatch, SegmentInfo } from '../../api/contract.js';
import { ChordStrip } from '../../ui/chord-strip.js';
import { keyLabel } from '../../ui/chords.js';
import { seconds } from '../../ui/format.js';
import type { ComparedSong, FoundSegment, LineName } from './compared-songs.js';
import { Scores } from './scores.js';
import { SegmentPair } from './segment-pair.js';
import { SidesContext } from './sides.js';

export function MatchCard(props: {
  match: PlagiarismMatch;
  found: FoundSegment | null;
  /** The submitted recording; null where it cannot be played. */
  musicId: string | null;
  /** Whether the match speaks for all that the songs share, and not for one line. */
  isWholeSong: boolean;
}): JSX.Element {
  const { match, found } = props;
  const sides = useContext(SidesContext);
  return (
    <article className="card" style={{ padding: '1rem' }}>
      <Text fw={600} mb="sm">
        Similarity {match.signature_metric.toFixed(2)}
        {props.isWholeSong &&
          found &&
          ` · ${found.song.bits.toFixed(1)} bits beyond chance, ${basisWords[found.song.basis]}`}
      </Text>
      {found ? (
        <SongPassages
          song={found.song}
          first={found.index}
          submitted={match.original.title}
          keys={{ original: match.original.key, comparison: match.comparison.key }}
          musicId={props.musicId}
        />
      ) : (
        <>
          <PlainSegment name={sides.original.head} segment={match.original} />
          <PlainSegment name={sides.comparison.head} segment={match.comparison} />
        </>
      )}
      <Scores scores={match.scores} />
    </article>
  );
}

const basisWords: Readonly<Record<ComparedSong['basis'], string>> = {
  melody: 'in the melody',
  harmony: 'in the chords',
  tonal: 'in the course of all that sounds, shown on the main melodies',
};

const lineNames: Readonly<Record<LineName, string>> = {
  vocal: 'vocal melody',
  instrumental: 'instrumental melody',
  topline: 'main melody',
};

export function SongPassages(props: {
  song: ComparedSong;
  first: number;
  submitted: string;
  keys: { original: string; comparison: string };
  musicId: string | null;
}): JSX.Element | null {
  const { song } = props;
  const [index, setIndex] = useState(props.first);
  const segment = song.segments[index];
  if (!segment) return null;
  return (
    <>
      {song.segments.length > 1 && (
        <Group mb="xs">
          <NativeSelect
            size="xs"
            aria-label="Passage"
            value={String(index)}
            onChange={(event) => setIndex(Number(event.currentTarget.value))}
            data={song.segments.map((one, place) => ({
              value: String(place),
              label: `${lineNames[one.originalLine]} at ${seconds(one.original.startSeconds)}, ${lineNames[one.comparisonLine]} at ${seconds(one.comparison.startSeconds)}`,
            }))}
          />
        </Group>
      )}
      <SegmentPair
        segment={segment}
        titles={{
          original: props.submitted,
          comparison: song.artist ? `${song.artist}: ${song.title}` : song.title,
        }}
        keys={props.keys}
        musicIds={{ original: props.musicId, comparison: song.musicId }}
      />
    </>
  );
}

/** What the result itself says, where the task kept no notes. */
function PlainSegment({ name, segment }: { name: string; segment: SegmentInfo }): JSX.Element {
  return (
    <div style={{ marginBottom: '0.75rem' }}>
      <Text size="sm" className="long" mb={4}>
        <Text span size="sm" c="dimmed">
          {name}{' '}
        </Text>
        <b>{segment.title}</b>{' '}
        <Text span size="sm" c="dimmed">
          {seconds(segment.time_start)} to {seconds(segment.time_end)} · {keyLabel(segment.key)}
        </Text>
      </Text>
      <ChordStrip chords={segment.chords} keyName={segment.key} label={segment.title} />
    </div>
  );
}
