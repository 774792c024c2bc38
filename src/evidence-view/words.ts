/** The sentences of the view. Field terms are those of docs/glossary.md. */
import { spelled } from '../music/spelling.js';
import type { Basis, ComparedSong, LineName, Passage, RollSide } from './shared-evidence.js';

export const bandNames: Readonly<Record<Basis, string>> = {
  melody: 'Melody',
  harmony: 'Chords',
  tonal: 'Chroma sequence',
};

export const bandNotes: Readonly<Record<Basis, string>> = {
  melody: 'runs of notes with the same intervals and rhythm',
  harmony: 'the same changes of chords, rare ones counting more',
  tonal: 'pitch classes of everything that sounds, beat by beat',
};

const lineNames: Readonly<Record<LineName, string>> = {
  vocal: 'vocal melody',
  instrumental: 'instrumental melody',
  topline: 'main melody',
};

/** 1:07 */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

export const span = ({ startSeconds, endSeconds }: RollSide): string =>
  `${clock(startSeconds)}–${clock(endSeconds)}`;

/** `bars 3–6`; empty where the result does not hold them. */
export function barsText({ bars }: RollSide): string {
  if (bars === null) return '';
  const [first, last] = bars;
  if (last === 0) return 'the pickup';
  if (first === last) return `bar ${first}`;
  return first === 0 ? `the pickup to bar ${last}` : `bars ${first}–${last}`;
}

/** A passage that would not be reported alone, and one that holds little of the evidence. */
const moderateSimilarity = 0.1;

/** `threshold`: the similarity from which a match is reported. */
export function strength({ similarity }: Passage, threshold: number): string {
  if (similarity === null) return '';
  if (similarity >= threshold) return 'strong';
  return similarity >= moderateSimilarity ? 'moderate' : 'weak';
}

/** What matches, in which lines, and how far apart in pitch. */
export function matchText(
  passage: Passage,
  titles: Readonly<Record<'original' | 'comparison', string>>,
): string {
  const { basis, matched, transposition } = passage;
  const lines = [...new Set(passage.lines.map(([a, b]) => lineText(a, b)))].join('; ');
  const count = matched.length;
  const what =
    basis === 'harmony'
      ? 'Matching chords'
      : basis === 'tonal'
        ? 'Matching chroma sequences, drawn on the main melodies'
        : `${count} ${count === 1 ? 'note matches' : 'notes match'} (${lines})`;
  return `${what}, ${apart(transposition, titles.comparison)}.`;
}

function lineText(a: LineName, b: LineName): string {
  return a === b ? lineNames[a] : `${lineNames[a]} and ${lineNames[b]}`;
}

function apart(semitones: number, title: string): string {
  if (semitones === 0) return 'at the same pitch or whole octaves apart';
  const count = Math.abs(semitones);
  return `${title} is ${count} semitone${count === 1 ? '' : 's'} ${semitones > 0 ? 'higher' : 'lower'}`;
}

export function bandsCaption(thresholdBits: number): string {
  return `Scores above chance. The largest decides; a match is reported from ${thresholdBits}.`;
}

export const songName = ({ title, artist }: Pick<ComparedSong, 'title' | 'artist'>): string =>
  artist === '' ? title : `${title}, ${artist}`;

const sharps = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'];

/** `Bb4`, spelled by the key: the same name in the dashboard, in reports and in the terminal. */
export function noteName(midi: number, key: string): string {
  const name = sharps[((Math.round(midi) % 12) + 12) % 12]!;
  return `${spelled(name, key || null)}${Math.floor(midi / 12) - 1}`;
}

/** `C`, `Am`; empty for none. */
export function chordName(chord: string, key: string): string {
  if (chord === 'N' || chord === '') return '';
  return spelled(chord, key || null)
    .replace(':maj', '')
    .replace(':min', 'm');
}
