/** Eight bars from near: chords by name and one of the melodies as a piano roll; it goes along with the player. */

import { Group, SegmentedControl, Text } from '@mantine/core';
import { type JSX, memo, useMemo, useState } from 'react';
import { soundingBars } from '../../../src/evidence-view/bars.js';
import type { MusicDescription } from '../api/contract.js';
import { t } from '../i18n/t.js';
import { ChordStrip } from '../ui/chord-strip.js';
import { clock } from '../ui/format.js';

type LineName = keyof MusicDescription['melodies'];

const lineWords: Readonly<Record<LineName, string>> = {
  topline: t('Main melody'),
  vocal: t('Vocal'),
  instrumental: t('Instrumental'),
};
const barsShown = 8;

interface Window {
  /** Places in `beats`. */
  from: number;
  to: number;
  firstBar: number;
}

export function Passage({ song, at }: { song: MusicDescription; at: number }): JSX.Element {
  const [line, setLine] = useState<LineName>('topline');
  const beat = beatAt(song.beats, at);
  const bars = soundingBars(song, song.duration_seconds);
  const bar = Math.max(
    0,
    bars.findLastIndex((downbeat) => downbeat <= beat),
  );
  const firstBar = bar - (bar % barsShown);
  const shown = useMemo((): Window => {
    const from = firstBar === 0 ? 0 : (song.downbeats[firstBar] ?? 0);
    const to = song.downbeats[firstBar + barsShown] ?? song.beats.length;
    return { from, to: Math.min(to, song.beats.length), firstBar };
  }, [song, firstBar]);
  const fraction = (beat - shown.from) / (shown.to - shown.from);
  const notes = song.melodies[line].length;
  return (
    <div>
      <Group justify="space-between" gap="xs" mb="xs">
        <Text size="sm" fw={600}>
          {t('Bars {{first}} to {{last}}, from {{start}}', {
            first: shown.firstBar + 1,
            last: Math.min(shown.firstBar + barsShown, bars.length),
            start: clock(song.beats[shown.from] ?? 0),
          })}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={t('Melody')}
          value={line}
          onChange={(value) => setLine(value as LineName)}
          data={Object.entries(lineWords).map(([value, label]) => ({ value, label }))}
        />
      </Group>
      <ChordStrip
        chords={song.chords.slice(shown.from, shown.to)}
        keyName={song.key}
        label={t('these bars')}
      />
      <div className="roll-box">
        <Roll song={song} line={line} shown={shown} />
        {fraction >= 0 && fraction <= 1 && (
          <div className="roll-cursor" style={{ left: `${fraction * 100}%` }} />
        )}
      </div>
      {notes === 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('No such melody was found in this song.')}
        </Text>
      )}
    </div>
  );
}

const width = 1000;
const rowHeight = 6;
const minRows = 18;

const Roll = memo(function Roll(props: {
  song: MusicDescription;
  line: LineName;
  shown: Window;
}): JSX.Element {
  const { song, shown } = props;
  const beats = shown.to - shown.from;
  // The range is the whole line's, so that the picture does not jump from passage to passage.
  const pitches = song.melodies[props.line].map(({ midi_pitch: pitch }) => pitch);
  const highest = Math.max(...pitches, 60 + minRows / 2) + 1;
  const rows = Math.max(minRows, highest - Math.min(...pitches, highest) + 2);
  const height = rows * rowHeight;
  const x = (beat: number): number => ((beat - shown.from) / beats) * width;
  const notes = song.melodies[props.line].filter(
    (note) => note.onset_beats < shown.to && note.onset_beats + note.duration_beats > shown.from,
  );
  return (
    <svg
      className="rolls"
      viewBox={`0 0 ${width} ${height}`}
      height={height}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('{{line}} as a piano roll: {{notes}} notes in these bars', {
        line: lineWords[props.line],
        notes: notes.length,
      })}
    >
      <rect className="lane" width={width} height={height} />
      {Array.from({ length: beats - 1 }, (_, index) => shown.from + index + 1).map((beat) => (
        <line
          key={beat}
          className={song.downbeats.includes(beat) ? 'bar' : 'beat'}
          x1={x(beat)}
          x2={x(beat)}
          y1={0}
          y2={height}
        />
      ))}
      {notes.map((note) => (
        <rect
          key={`${note.onset_beats} ${note.midi_pitch}`}
          className="note matched"
          x={x(note.onset_beats)}
          y={(highest - note.midi_pitch) * rowHeight}
          width={Math.max(3, (note.duration_beats / beats) * width - 2)}
          height={rowHeight}
        />
      ))}
    </svg>
  );
});

/** The fractional beat at a second. */
function beatAt(beats: readonly number[], at: number): number {
  const index = Math.min(
    beats.length - 2,
    Math.max(
      0,
      beats.findLastIndex((second) => second <= at),
    ),
  );
  const [start, end] = [beats[index] ?? 0, beats[index + 1] ?? 1];
  return index + (at - start) / (end - start);
}
