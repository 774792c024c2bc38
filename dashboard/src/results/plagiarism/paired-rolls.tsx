/** Two piano rolls under each other on one axis of beats, with lines from each matching note to its counterpart. */
import { type JSX, memo } from 'react';
import { beatMap } from './beat-map.js';
import type { PairedSegment, RollNote, RollSide } from './compared-songs.js';

const width = 1000;
const rowHeight = 6;
const gap = 44;
const leastRows = 14;

interface Lane {
  side: RollSide;
  top: number;
  height: number;
  highest: number;
  matched: ReadonlySet<number>;
}

/** Stretched to the width that there is: nothing in it is text. */
export const PairedRolls = memo(function PairedRolls({ segment }: { segment: PairedSegment }): JSX.Element {
  const { original, comparison, matched } = segment;
  const above = lane(original, 0, new Set(matched.map(([a]) => a)));
  const below = lane(comparison, above.height + gap, new Set(matched.map(([, b]) => b)));
  const height = below.top + below.height;
  return (
    <svg
      className="rolls"
      viewBox={`0 0 ${width} ${height}`}
      height={height}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Piano rolls: ${matched.length} of ${original.notes.length} notes of the submitted song match, of ${comparison.notes.length} of the other`}
    >
      <LaneMarks lane={above} />
      <LaneMarks lane={below} />
      {matched.map(([a, b]) => {
        const [first, second] = [original.notes[a], comparison.notes[b]];
        if (!first || !second) return null;
        return (
          <line
            key={`${a}-${b}`}
            className="tie"
            x1={middle(first, original)}
            y1={yOf(first, above) + rowHeight}
            x2={middle(second, comparison)}
            y2={yOf(second, below)}
          />
        );
      })}
      <LaneNotes lane={above} />
      <LaneNotes lane={below} />
    </svg>
  );
});

function lane(side: RollSide, top: number, matched: ReadonlySet<number>): Lane {
  const pitches = side.notes.map(({ midi }) => midi);
  const lowest = Math.min(...pitches, 127);
  const top_ = Math.max(...pitches, 0);
  const middlePitch = pitches.length > 0 ? (lowest + top_) / 2 : 60;
  const rows = Math.max(leastRows, pitches.length > 0 ? top_ - lowest + 3 : 0);
  return { side, top, height: rows * rowHeight, highest: Math.round(middlePitch + rows / 2) - 1, matched };
}

const xOf = (beat: number, side: RollSide): number => (beat / side.beats) * width;
const yOf = (note: RollNote, { top, highest }: Lane): number => top + (highest - note.midi) * rowHeight;
const middle = (note: RollNote, side: RollSide): number => xOf(note.startBeat + note.beats / 2, side);

function LaneMarks({ lane }: { lane: Lane }): JSX.Element {
  const { side, top, height } = lane;
  const map = beatMap(side);
  return (
    <g>
      <rect className="lane" x={0} y={top} width={width} height={height} />
      {Array.from({ length: Math.max(0, Math.ceil(side.beats) - 1) }, (_, index) => index + 1).map((beat) => (
        <line
          key={beat}
          className="beat"
          x1={xOf(beat, side)}
          x2={xOf(beat, side)}
          y1={top}
          y2={top + height}
        />
      ))}
      {side.downbeats
        .filter((seconds) => seconds > side.startSeconds + 0.01 && seconds < side.endSeconds)
        .map((seconds) => {
          const x = map.fractionAt(seconds) * width;
          return <line key={seconds} className="bar" x1={x} x2={x} y1={top} y2={top + height} />;
        })}
    </g>
  );
}

function LaneNotes({ lane }: { lane: Lane }): JSX.Element {
  const { side, matched } = lane;
  return (
    <g>
      {side.notes.map((note, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a note is known by its place, which the matches name
          key={index}
          className={matched.has(index) ? 'note matched' : 'note'}
          x={xOf(note.startBeat, side)}
          y={yOf(note, lane)}
          width={Math.max(4, xOf(note.beats, side) - 2)}
          height={rowHeight}
        />
      ))}
    </g>
  );
}
