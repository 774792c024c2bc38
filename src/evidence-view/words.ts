/** The sentences of the view. Field terms are those of docs/glossary.md. */
import { rangeText } from '../domain/case-file/clock.js';
import { spelled, spelledPitch } from '../music/spelling.js';
import { keyName } from './key-names.js';
import type { Basis, ComparedSong, LineName, Passage, RollSide } from './shared-evidence.js';
import { decimal, t } from './translate.js';

/** What a band is called, and what it measures. */
export function bandWords(basis: Basis): { name: string; note: string } {
  if (basis === 'melody') {
    return { name: t('Melody'), note: t('runs of notes with the same intervals and rhythm') };
  }
  if (basis === 'harmony') {
    return { name: t('Chords'), note: t('the same changes of chords, rare ones counting more') };
  }
  return { name: t('Chroma sequence'), note: t('pitch classes of everything that sounds, beat by beat') };
}

function lineName(line: LineName): string {
  if (line === 'vocal') return t('vocal melody');
  return line === 'instrumental' ? t('instrumental melody') : t('main melody');
}

export const span = ({ startSeconds, endSeconds }: RollSide): string => rangeText(startSeconds, endSeconds);

/** `bars 3–6`; empty where the result does not hold them. */
export function barsText({ bars }: RollSide): string {
  if (bars === null) return '';
  const [first, last] = bars;
  if (last === 0) return t('the pickup');
  if (first === last) return t('bar {{bar}}', { bar: first });
  return first === 0
    ? t('the pickup to bar {{last}}', { last })
    : t('bars {{first}}–{{last}}', { first, last });
}

/** A passage that would not be reported alone, and one that holds little of the evidence. */
const moderateSimilarity = 0.1;

export type Grade = 'strong' | 'moderate' | 'weak';

/** `threshold`: the similarity from which a match is reported. Null in results of version 1.0.0. */
export function strength({ similarity }: Passage, threshold: number): Grade | null {
  if (similarity === null) return null;
  if (similarity >= threshold) return 'strong';
  return similarity >= moderateSimilarity ? 'moderate' : 'weak';
}

/** Names what is graded: the song's score counts all passages together and may be far higher. */
export function gradeText(grade: Grade): string {
  if (grade === 'strong') return t('this passage alone: strong');
  return grade === 'moderate' ? t('this passage alone: moderate') : t('this passage alone: weak');
}

/** Empty where the screen's language names notes as pictures do: B is H in German, and si in French. */
export function noteNamesCaption(): string {
  if (keyName('B major').startsWith('B')) return '';
  return t('Notes and chords have international names: B is a semitone below C, Bb a whole tone.');
}

/** What matches, in which lines, and how far apart in pitch. */
export function matchText(passage: Passage, title: string): string {
  const { basis, matched, transposition } = passage;
  const lines = [...new Set(passage.lines.map(([a, b]) => lineText(a, b)))].join('; ');
  const what =
    basis === 'harmony'
      ? matched.length > 0
        ? t('{{chords}} chords match', { chords: matched.length })
        : t('Matching chords')
      : basis === 'tonal'
        ? t('Matching chroma sequences, drawn on the main melodies')
        : t('{{notes}} notes match ({{lines}})', { notes: matched.length, lines });
  return t('{{what}}. {{where}}', { what, where: apart(transposition, title) });
}

function lineText(a: LineName, b: LineName): string {
  return a === b ? lineName(a) : t('{{first}} and {{second}}', { first: lineName(a), second: lineName(b) });
}

function apart(semitones: number, title: string): string {
  if (semitones === 0) return t('At the same pitch, or whole octaves apart.');
  const values = { title, semitones: Math.abs(semitones) };
  if (semitones === 1) return t('{{title}} is 1 semitone higher.', values);
  if (semitones === -1) return t('{{title}} is 1 semitone lower.', values);
  return semitones > 0
    ? t('{{title}} is {{semitones}} semitones higher.', values)
    : t('{{title}} is {{semitones}} semitones lower.', values);
}

/** Of the melody's score. */
export function wholeTuneCaption(score: number): string {
  return t('The whole tunes agree by more than chance: {{score}} of the melody’s score come from that.', {
    score: decimal(score, 1),
  });
}

/** Of the larger of melody and chroma sequence. */
export function agreementCaption(score: number): string {
  return t(
    'Melody and chroma sequence lie in one transposition: {{score}} of the larger one come from that.',
    {
      score: decimal(score, 1),
    },
  );
}

/** Of the chroma sequence's score. */
export function standingCaption(score: number): string {
  return t(
    'The chroma sequence stands out among the songs that were searched: {{score}} of its score come from that.',
    {
      score: decimal(score, 1),
    },
  );
}

/** Of the chroma sequence's score, which the tune beside it raises or lowers by `score`. */
export function tuneCaption(share: number, score: number): string {
  const values = { share: Math.round(100 * share), score: decimal(Math.abs(score), 1) };
  return score > 0
    ? t(
        'Where the chroma sequences match, {{share}} % of the tune’s notes sound in both songs: {{score}} of the score come from that.',
        values,
      )
    : t(
        'Where the chroma sequences match, only {{share}} % of the tune’s notes sound in both songs, as of two tunes over the same chords: {{score}} was taken off the score.',
        values,
      );
}

/** `full`: the score that fills a bar. */
export function bandsCaption(threshold: number, full: number): string {
  return t(
    'Scores above chance, from 0 to {{full}}. The largest decides; a match is reported from {{threshold}}, the line across the bars.',
    { threshold, full },
  );
}

/** Of a song whose finding is `possible`: why it is one, and why its passages may be weak all the same. */
export function possibleCaption(): string {
  return t(
    'Possible match: the score is below that line, but at most one of 1,000 unrelated songs reaches as much. It counts all passages together; each passage is graded by itself.',
  );
}

/** Of a song that has no passage to draw. */
export function withoutPassages({ amounts }: Pick<ComparedSong, 'amounts'>): string {
  return Object.values(amounts).some((amount) => amount > 0)
    ? t('What matches is too scattered to be shown as a passage.')
    : t('No common melody and no common chords were found.');
}

export const songName = ({ title, artist }: Pick<ComparedSong, 'title' | 'artist'>): string =>
  artist === '' ? title : `${title}, ${artist}`;

/** `Bb4`, spelled by the key: the same name in the dashboard, in reports and in the terminal. */
export const noteName = (midi: number, key: string): string => spelledPitch(midi, key || null);

/** `C`, `Am`, `Bb` for `A#:maj` in F; empty for none. `key`: '' where none is known. */
export function chordName(chord: string, key: string): string {
  if (chord === 'N' || chord === '') return '';
  return spelled(chord, key || null)
    .replace(':maj', '')
    .replace(':min', 'm');
}
