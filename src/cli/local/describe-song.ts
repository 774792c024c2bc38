/** A song description in words and a table, for a terminal. */
import { clock, lengthText } from '../../domain/case-file/clock.js';
import { beatsABar, soundingBars } from '../../evidence-view/bars.js';
import { metreText } from '../../music/metre-hypotheses.js';
import {
  keyName,
  minBeatSeconds,
  type SongDescription,
  type SongNote,
  secondsAtBeat,
} from '../../music/song-description.js';
import { spelled, spelledPitch } from '../../music/spelling.js';
import { formatTable } from '../output.js';

/** Bars of chords in one line. */
const barsALine = 4;
const linesOfChords = 8;

export function describeSong(title: string, song: SongDescription): string {
  const metre = song.beats.length < 2 ? null : metreText(song);
  const head = [
    `${title}  (${kindText(song)}, ${lengthText(song.durationSeconds)})`,
    `tempo    ${tempoText(song)}`,
    `bars     ${song.beats.length < 2 ? '–' : `${barsShown(song).length} of ${beatsABar(song)} beats, the first at ${secondsText(song, song.downbeats[0])}`}`,
    ...(metre === null ? [] : [`metre    ${metre}`]),
    `key      ${keyText(song)}`,
    `tuning   ${tuningText(song)}`,
    `singing  ${singingText(song)}`,
  ];
  if (song.beats.length < 2)
    return [...head, '', `${beatlessReason(song)}: no key, chords, melodies or sections.`].join('\n');
  const { vocal, instrumental, topline } = song.melody;
  const melodies = [
    ['vocal', ...melodyCells(vocal, song)],
    ['instrumental', ...melodyCells(instrumental, song)],
    ['topline', ...melodyCells(topline, song)],
    ['all notes', ...melodyCells(song.notes, song)],
  ];
  const parts = [head.join('\n'), formatTable(['line', 'notes', 'from', 'to'], melodies)];
  if (song.sections.length > 0) {
    const rows = song.sections.map(({ label, startBeat, endBeat }) => [
      label,
      clock(secondsAtBeat(song.beats, startBeat)),
      clock(secondsAtBeat(song.beats, endBeat)),
    ]);
    parts.push(formatTable(['section', 'from', 'to'], rows));
  }
  return [...parts, chordLines(song)].join('\n\n');
}

const kindText = ({ source, isEstimated }: SongDescription): string =>
  source === 'audio'
    ? 'recording'
    : `MIDI${isEstimated ? ', transcribed: beats and melody are estimates' : ''}`;

const beatlessReason = ({ source, durationSeconds }: SongDescription): string =>
  source === 'audio' && durationSeconds < minBeatSeconds ? 'Shorter than three seconds' : 'No steady beat';

function tempoText({ tempoBpm, beats, tempoHypotheses }: SongDescription): string {
  if (beats.length < 2) return 'no steady beat';
  const others = tempoHypotheses.map(
    ({ ratio, probability }) => `${(tempoBpm * ratio).toFixed(1)} (${Math.round(100 * probability)} %)`,
  );
  return `${tempoBpm.toFixed(1)} BPM${others.length > 0 ? `, or ${others.join(' or ')}` : ''}`;
}

function keyText({ key, source, beats }: SongDescription): string {
  if (key !== null)
    return `${spelled(keyName(key), keyName(key))}  (${Math.round(100 * key.confidence)} % ahead of the next)`;
  return source === 'audio' && beats.length >= 2 ? 'none: no chords are heard clearly' : 'none found';
}

/** Where nothing tonal was found, no mistuning says nothing. */
function tuningText({ key, tuningCents: cents }: SongDescription): string {
  if (key === null && cents === 0) return '–';
  return `${cents >= 0 ? '+' : '−'}${Math.abs(cents).toFixed(0)} cents against A4 = 440 Hz`;
}

function secondsText({ beats }: SongDescription, beat = 0): string {
  return `${(beats[beat] ?? 0).toFixed(2)} s`;
}

function singingText({ source, voice, vocalActivity }: SongDescription): string {
  const isDoubtful = source === 'audio' && (voice?.judgement ?? 'doubtful') === 'doubtful';
  const seconds = vocalActivity.reduce((sum, one) => sum + one.endSeconds - one.startSeconds, 0);
  if (seconds === 0) return isDoubtful ? 'in doubt' : 'none found';
  const count = vocalActivity.length;
  return `${lengthText(seconds)} in ${count} stretch${count === 1 ? '' : 'es'}${isDoubtful ? ', in doubt' : ''}`;
}

/** How many, the lowest and the highest. */
function melodyCells(notes: readonly SongNote[], { key }: SongDescription): [number, string, string] {
  if (notes.length === 0) return [0, '–', '–'];
  let low = 127;
  let high = 0;
  for (const { midiPitch } of notes) {
    low = Math.min(low, midiPitch);
    high = Math.max(high, midiPitch);
  }
  const name = key && keyName(key);
  return [notes.length, spelledPitch(low, name), spelledPitch(high, name)];
}

const barsShown = (song: SongDescription): readonly number[] => soundingBars(song, song.durationSeconds);

/** The first bars, one chord a change. */
function chordLines(song: SongDescription): string {
  const lines = ['chords'];
  const bars = barsShown(song);
  for (let bar = 0; bar < bars.length; bar += barsALine) {
    if (lines.length > linesOfChords) {
      lines.push(`  … ${bars.length - bar} more bars; --json has every beat`);
      break;
    }
    const cells = Array.from({ length: Math.min(barsALine, bars.length - bar) }, (_, index) =>
      barText(song, bar + index).padEnd(16),
    );
    lines.push(`  ${clock(song.beats[bars[bar]!]!).padStart(5)}  | ${cells.join('| ')}|`);
  }
  return lines.join('\n');
}

function barText({ chords, downbeats, key }: SongDescription, bar: number): string {
  const inside = chords.slice(downbeats[bar], downbeats[bar + 1] ?? chords.length);
  return inside
    .filter((chord, beat) => beat === 0 || chord !== inside[beat - 1])
    .map((chord) =>
      spelled(chord, key && keyName(key))
        .replace(':maj', '')
        .replace(':min', 'm'),
    )
    .join(' ');
}
