/** One song of the result with every passage that the two songs share. */
import { Group, NativeSelect, Text } from '@mantine/core';
import { type JSX, useContext, useState } from 'react';
import type { SegmentInfo } from '../../api/contract.js';
import { ChordStrip } from '../../ui/chord-strip.js';
import { keyLabel } from '../../ui/chords.js';
import { seconds } from '../../ui/format.js';
import type { ComparedSong, FoundSegment, LineName, PairedSegment, RollSide } from './compared-songs.js';
import { Scores } from './scores.js';
import { SegmentPair } from './segment-pair.js';
import { SidesContext } from './sides.js';
import type { SongMatches } from './song-groups.js';

export function MatchCard(props: {
  group: SongMatches;
  found: FoundSegment | null;
  /** The submitted recording; null where it cannot be played. */
  musicId: string | null;
}): JSX.Element {
  const { group, found } = props;
  const match = group.best;
  const sides = useContext(SidesContext);
  return (
    <article className="card" style={{ padding: '1rem' }}>
      <SongHead
        song={found?.song ?? null}
        title={match.comparison.title}
        similarity={match.signature_metric}
        passages={group.passages}
      />
      {found ? (
        <SongPassages
          song={found.song}
          first={found.index}
          submitted={match.original.title}
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

/** Which song, how strong the evidence is, where it lies, and what is doubtful about it. */
export function SongHead(props: {
  song: ComparedSong | null;
  title: string;
  similarity: number;
  passages?: SongMatches['passages'];
}): JSX.Element {
  const { song, passages = [] } = props;
  return (
    <div style={{ marginBottom: '0.75rem' }}>
      <Text fw={600} className="long">
        {song?.artist ? `${song.artist}: ${props.title}` : props.title}
      </Text>
      <Text size="sm">
        Similarity {props.similarity.toFixed(2)}
        {song && ` · ${song.bits.toFixed(1)} bits beyond chance, ${basisWords[song.basis]}`}
        {passages.map(
          ({ label, count }) => ` · ${count} ${count === 1 ? 'passage' : 'passages'} of the ${label}`,
        )}
      </Text>
      {song && song.copies.length > 0 && (
        <Text size="sm" c="dimmed" className="long">
          The same music is also in the dataset as {song.copies.join(', ')}.
        </Text>
      )}
      {song?.keyNote && (
        <Text size="sm" c="dimmed">
          {song.keyNote}
        </Text>
      )}
    </div>
  );
}

const basisWords: Readonly<Record<ComparedSong['basis'], string>> = {
  melody: 'in the melody',
  harmony: 'in the chords',
  tonal: 'in the chroma sequence, shown on the main melodies',
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
              label: passageLabel(one),
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
        keys={{ original: segment.original.key, comparison: segment.comparison.key }}
        musicIds={{ original: props.musicId, comparison: song.musicId }}
      />
    </>
  );
}

function passageLabel({
  originalLine,
  comparisonLine,
  original,
  comparison,
  similarity,
}: PairedSegment): string {
  const place = (side: RollSide): string => (side.bars ? `${side.bars}, ` : '') + seconds(side.startSeconds);
  const metric = similarity === null ? '' : ` · ${similarity.toFixed(2)}`;
  return `${lineNames[originalLine]}, ${place(original)} – ${lineNames[comparisonLine]}, ${place(comparison)}${metric}`;
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
