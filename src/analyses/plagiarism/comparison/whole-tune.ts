/**
 * What two tunes that agree as wholes have in common besides the passage that they share most clearly. Variants, as people remember, sing and print
 * them, may share no passage clearly; tunes that have nothing to do with each other seldom agree as a whole
 * (docs/measurements/plagiarism-whole-tunes.md).
 */
import type { PreparedLine } from '../../../music/melody/evidence.js';
import { facingParts } from '../../../music/melody/line-parts.js';
import {
  endToEndAgreement,
  soundingTogether,
  soundingTogetherByChance,
} from '../../../music/melody/whole-tunes.js';
import { originOf } from '../evidence/origin.js';
import { type LineMatch, raisedMatch } from './line-match.js';
import type { PreparedSong } from './prepared-song.js';

interface WholeTune {
  /** Of the pitches in their order, 0 … 1; 0 where one of the lines is longer than a tune. */
  readonly endToEnd: number;
  /** Share of the time in which both sound the same, 0 … 1. */
  readonly together: number;
  /** The share of the lines that is not heard before in them: loops agree from end to end with any song on the same loop. */
  readonly newShare: number;
  readonly newNotes: number;
}

/** `written`: those of both that were not heard. */
function wholeTuneOf(
  a: PreparedLine,
  b: PreparedLine,
  { transposition, matchedOnsets }: Pick<LineMatch, 'transposition' | 'matchedOnsets'>,
  written: readonly PreparedLine[] = [a, b],
): WholeTune {
  const beats = written.length === 2 ? 'written' : 'estimated';
  // Of a line that was heard notes may be several or missing: what is new is known of a line that was written.
  const counted = written.length > 0 ? written : [a, b];
  return {
    endToEnd: endToEndAgreement(a.sequence, b.sequence, transposition),
    together: soundingTogether(a.sequence, b.sequence, transposition, matchedOnsets, beats),
    newShare: Math.min(...counted.map((line) => line.newShare())),
    newNotes: Math.min(...counted.map((line) => line.newNotes())),
  };
}

/** 0 … 2: both by the square, as little agreement is chance; less of lines that repeat themselves. */
const agreementOf = ({ endToEnd, together, newShare }: WholeTune): number =>
  newShare * (endToEnd ** 2 + together ** 2);

export function wholeTuneAgreement(
  a: PreparedLine,
  b: PreparedLine,
  match: Pick<LineMatch, 'transposition' | 'matchedOnsets'>,
): number {
  return agreementOf(wholeTuneOf(a, b, match));
}

/** Of more new notes chance agrees no less; of fewer it agrees more, in inverse proportion to how many there are. */
const enoughNotes = 40;

/** In bits: of 1,000 unrelated pairs one has 4.2 at most, in whichever kind of music; made tunes on one plan have more. */
const byChance = 8;

/** Of what chance leaves open, the share that sounds together (as Cohen's kappa, 1960). */
const beyondChance = (together: number, chance: number): number =>
  chance < 1 ? Math.max(0, (together - chance) / (1 - chance)) : 0;

/**
 * In bits of evidence, 0 of most pairs. What would sound together in any order of the notes is chance, as over one drone; so is what agrees with the
 * other tune backwards as well, as scales agree with any other.
 */
function wholeTuneBits(a: PreparedLine, b: PreparedLine, transposition: number, whole: WholeTune): number {
  const notes = Math.min(enoughNotes, whole.newNotes);
  if (notes * agreementOf(whole) <= byChance) return 0;
  const backwards = { ...b.sequence, pitch: b.sequence.pitch.slice().reverse() };
  const reversed = endToEndAgreement(a.sequence, backwards, transposition);
  const byDuration = soundingTogetherByChance(a.sequence, b.sequence, transposition);
  const left = agreementOf({ ...whole, together: beyondChance(whole.together, byDuration) });
  return Math.max(0, notes * (left - 2 * whole.newShare * reversed ** 2) - byChance);
}

/**
 * The same matches; that which says most by itself and `besides` it, under each name of its notes, with what the whole tunes add: of very long lines
 * the parts that were aligned. Whole lines are aligned once a pair of songs, and once more backwards where they may add anything.
 */
export function withWholeTune(
  a: PreparedSong,
  b: PreparedSong,
  tunes: readonly LineMatch[],
  besides: (tune: LineMatch) => number,
): readonly LineMatch[] {
  const saying = (tune: LineMatch): number => tune.bits + besides(tune);
  const [best] = tunes.toSorted((x, y) => saying(y) - saying(x));
  if (!best) return tunes;
  const [lineA, lineB] = [a.lines[best.lineA], b.lines[best.lineB]];
  const [x, y] = facingParts(lineA, lineB);
  const written = [x, y].filter((_, at) => originOf([a, b][at]!.description) === 'written');
  const whole = wholeTuneOf(x, y, best, written);
  const bits = wholeTuneBits(x, y, best.transposition, whole);
  const isOfTheSame = (tune: LineMatch): boolean =>
    a.lines[tune.lineA] === lineA && b.lines[tune.lineB] === lineB;
  return tunes.map((tune) => (isOfTheSame(tune) ? raisedMatch(tune, agreementOf(whole), bits) : tune));
}
