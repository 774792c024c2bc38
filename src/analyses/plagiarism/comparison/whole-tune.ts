/**
 * What two tunes that agree from beginning to end have in common besides the passage that they share most clearly. Variants, as people remember,
 * sing and print them, may share no passage clearly; tunes that have nothing to do with each other seldom agree as a whole
 * (docs/measurements/plagiarism-whole-tunes.md).
 */
import type { PreparedLine } from '../../../music/melody/evidence.js';
import { facingParts } from '../../../music/melody/line-parts.js';
import { endToEndAgreement, soundingTogether } from '../../../music/melody/whole-tunes.js';
import { type LineMatch, raisedMatch } from './line-match.js';
import type { PreparedSong } from './prepared-song.js';

/**
 * 0 … 2: of the pitches in their order, and of what sounds at the same time. By the square, as little agreement is chance; less of lines that repeat
 * themselves: loops agree from end to end with any song on the same loop.
 */
export function wholeTuneAgreement(
  a: PreparedLine,
  b: PreparedLine,
  { transposition, matchedOnsets }: Pick<LineMatch, 'transposition' | 'matchedOnsets'>,
): number {
  const endToEnd = endToEndAgreement(a.sequence, b.sequence, transposition);
  const together = soundingTogether(a.sequence, b.sequence, transposition, matchedOnsets);
  return newShare(a, b) * (endToEnd ** 2 + together ** 2);
}

const newShare = (a: PreparedLine, b: PreparedLine): number => Math.min(a.newShare(), b.newShare());

/** Of more new notes chance agrees no less; of fewer it agrees more, in inverse proportion to how many there are. */
const enoughNotes = 40;

/** A bit more than one of 1,000 unrelated pairs has, in whichever kind of music. */
const byChance = 8;

/**
 * In bits of evidence, 0 of most pairs. What agrees with the other tune backwards as well is chance: scales agree with any other. `agreement`: as `wholeTuneAgreement` has it.
 */
function wholeTuneBits(a: PreparedLine, b: PreparedLine, transposition: number, agreement: number): number {
  const notes = Math.min(enoughNotes, a.newNotes(), b.newNotes());
  if (notes * agreement <= byChance) return 0;
  const backwards = { ...b.sequence, pitch: b.sequence.pitch.slice().reverse() };
  const reversed = endToEndAgreement(a.sequence, backwards, transposition);
  return Math.max(0, notes * (agreement - 2 * newShare(a, b) * reversed ** 2) - byChance);
}

/**
 * The same matches; that which says most by itself and `besides` it, under each name of its notes, with what the whole tunes add. One alignment of
 * whole lines a pair of songs.
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
  const agreement = wholeTuneAgreement(x, y, best);
  const bits = wholeTuneBits(x, y, best.transposition, agreement);
  const isOfTheSame = (tune: LineMatch): boolean =>
    a.lines[tune.lineA] === lineA && b.lines[tune.lineB] === lineB;
  return tunes.map((tune) => (isOfTheSame(tune) ? raisedMatch(tune, agreement, bits) : tune));
}
