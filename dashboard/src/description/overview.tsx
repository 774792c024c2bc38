/** The whole song on one line: sections and chords, as far in as the waveform above. A click goes there. */

import { Text } from '@mantine/core';
import { type JSX, memo } from 'react';
import type { MusicDescription } from '../api/contract.js';
import { t } from '../i18n/t.js';
import { chordColor, chordLabel, chordRuns } from '../ui/chords.js';
import { clock } from '../ui/format.js';

export function Overview(props: {
  song: MusicDescription;
  at: number;
  onSeek: (seconds: number) => void;
}): JSX.Element {
  const { song, at } = props;
  return (
    <div className={song.source === 'audio' ? 'under-waveform' : undefined}>
      <div className="roll-box">
        <Sections song={song} />
        <Chords song={song} />
        <Voice song={song} />
        <div className="roll-cursor" style={{ left: `${(at / song.duration_seconds) * 100}%` }} />
        <input
          type="range"
          aria-label={t('Place in the song')}
          aria-valuetext={clock(at)}
          min={0}
          max={song.duration_seconds}
          step={0.1}
          value={Math.min(at, song.duration_seconds)}
          onChange={(event) => props.onSeek(event.currentTarget.valueAsNumber)}
        />
      </div>
      <Text size="xs" c="dimmed" mt={4}>
        {[
          song.vocal_activity.length > 0 &&
            (song.voice?.judgement === 'doubtful'
              ? t('Blue bar: vocals, in doubt: what was followed may be an instrument.')
              : t('Blue bar: vocals.')),
          song.sections.length > 0 && t('Sections with the same letter are similar.'),
          t(
            'Chords have colours: neighbours on the circle of fifths have similar ones, minor chords are paler.',
          ),
        ]
          .filter(Boolean)
          .join(' ')}
      </Text>
    </div>
  );
}

const Sections = memo(function Sections({ song }: { song: MusicDescription }): JSX.Element | null {
  if (song.sections.length === 0) return null;
  const labels = [...new Set(song.sections.map(({ label }) => label))];
  return (
    <div
      className="sections"
      role="img"
      aria-label={t('Sections: {{sections}}', { sections: song.sections.map(sectionWords).join(', ') })}
    >
      {song.sections.map((section) => (
        <span
          key={section.start_seconds}
          title={sectionWords(section)}
          style={{
            left: `${(section.start_seconds / song.duration_seconds) * 100}%`,
            width: `${((Math.min(section.end_seconds, song.duration_seconds) - section.start_seconds) / song.duration_seconds) * 100}%`,
            background: `hsl(${230 + labels.indexOf(section.label) * 47} 55% 55% / 0.3)`,
          }}
        >
          {section.label}
        </span>
      ))}
    </div>
  );
});

const sectionWords = ({ label, start_seconds: start }: MusicDescription['sections'][number]): string =>
  t('{{label}} from {{time}}', { label, time: clock(start) });

const Chords = memo(function Chords({ song }: { song: MusicDescription }): JSX.Element {
  const { beats, duration_seconds: duration } = song;
  const runs = chordRuns(song.chords);
  return (
    <svg
      className="rolls"
      viewBox={`0 0 ${duration} 1`}
      height={28}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('Chords over time: {{changes}} changes among {{chords}}', {
        changes: runs.length,
        chords: [...new Set(song.chords)].map((chord) => chordLabel(chord, song.key)).join(', '),
      })}
    >
      <rect className="lane" width={duration} height={1} />
      {runs.map(({ chord, from, beats: length }) => {
        const start = beats[from] ?? 0;
        return (
          <rect
            key={from}
            x={start}
            width={Math.max(0, (beats[from + length] ?? duration) - start)}
            height={1}
            style={{ fill: chordColor(chord) }}
          />
        );
      })}
    </svg>
  );
});

const Voice = memo(function Voice({ song }: { song: MusicDescription }): JSX.Element | null {
  const { vocal_activity: stretches, duration_seconds: duration } = song;
  if (stretches.length === 0) return null;
  return (
    <svg
      className="rolls"
      viewBox={`0 0 ${duration} 1`}
      height={8}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('Vocals in {{count}} stretches, first at {{start}}', {
        count: stretches.length,
        start: clock(stretches[0]?.start_seconds ?? 0),
      })}
    >
      {stretches.map(({ start_seconds: start, end_seconds: end }) => (
        <rect key={start} className="note matched" x={start} y={0.3} width={end - start} height={0.7} />
      ))}
    </svg>
  );
});
