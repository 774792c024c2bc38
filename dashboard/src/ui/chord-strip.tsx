/** Chords along the beats of a segment; a chord that goes on is one box. */

import type { JSX } from 'react';
import { t } from '../i18n/t.js';
import { chordColor, chordLabel, chordRuns } from './chords.js';

interface ChordStripProps {
  chords: readonly string[];
  keyName: string | null;
  label: string;
}

/** `keyName`: the song's, by which its chords are spelled. */
export function ChordStrip({ chords, keyName, label }: ChordStripProps): JSX.Element {
  return (
    <div
      className="chords"
      role="img"
      aria-label={t('Chords of {{label}}: {{chords}}', {
        label,
        chords: chordRuns(chords)
          .map(({ chord }) => chordLabel(chord, keyName))
          .join(', '),
      })}
      style={{ gridTemplateColumns: `repeat(${chords.length}, minmax(0, 1fr))` }}
    >
      {chordRuns(chords).map(({ chord, from, beats }) => (
        <span
          key={from}
          title={`${chordLabel(chord, keyName)}, ${t('{{count}} beats', { count: beats })}`}
          style={{ background: chordColor(chord), gridColumn: `span ${beats}` }}
        >
          {chordLabel(chord, keyName)}
        </span>
      ))}
    </div>
  );
}
