/** Chords along the beats of a segment; a chord that goes on is one box. */
import type { JSX } from 'react';
import { chordColor, chordLabel, chordRuns } from './chords.js';

export function ChordStrip({ chords, label }: { chords: readonly string[]; label: string }): JSX.Element {
  return (
    <div
      className="chords"
      role="img"
      aria-label={`Chords of ${label}: ${chordRuns(chords)
        .map(({ chord }) => chordLabel(chord))
        .join(', ')}`}
      style={{ gridTemplateColumns: `repeat(${chords.length}, minmax(0, 1fr))` }}
    >
      {chordRuns(chords).map(({ chord, from, beats }) => (
        <span
          key={from}
          title={`${chordLabel(chord)}, ${beats} ${beats === 1 ? 'beat' : 'beats'}`}
          style={{ background: chordColor(chord), gridColumn: `span ${beats}` }}
        >
          {chordLabel(chord)}
        </span>
      ))}
    </div>
  );
}
