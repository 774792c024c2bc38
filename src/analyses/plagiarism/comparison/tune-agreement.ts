/**
 * Whether two songs whose chroma sequences agree have a tune in common there, or only chords: how many notes of the one song's topline sound in the
 * other's, at the places that the chroma sequences give.
 */
import {
  type PlacedNotes,
  placedNotes,
  type SharedPlace,
} from '../../../music/melody/laying/placed-notes.js';
import { fewestTuneNotes, tuneBits } from '../evidence/tune-rule.js';
import type { PreparedSong } from './prepared-song.js';
import type { TonalMatch } from './tonal-match.js';

type Sequence = Pick<TonalMatch, 'places' | 'transposition'>;

/** Notes of either topline, placed upon the other: those of which more agree. Null of a song without a topline, or with one that is too long. */
export function tuneAgreement(
  a: PreparedSong,
  b: PreparedSong,
  { places, transposition }: Sequence,
): PlacedNotes | null {
  const [x, y] = [a.lines.topline.layable(), b.lines.topline.layable()];
  if (!x || !y) return null;
  const upwards = (transposition + 12) % 12;
  const second = placedNotes(x, y, places.map(inOrder), upwards);
  const first = placedNotes(y, x, places.map(inReverse), (12 - upwards) % 12);
  return shareOf(first) > shareOf(second) ? first : second;
}

/** What the tune says of a chroma sequence's match. */
export interface TuneBeside {
  /** Notes that were compared, each as much as it is new in its line. */
  readonly notes: number;
  /** Of these, 0 … 1, those that sound in both songs; and those that would at other places nearby. */
  readonly share: number;
  readonly chanceShare: number;
  /** What it adds to the chroma sequence's bits; negative where it is another tune. */
  readonly bits: number;
}

/** Null where too few notes are known there. It adds no more bits than the chroma sequence has (`chromaBits`), and takes off no more. */
export function tuneBeside(
  a: PreparedSong,
  b: PreparedSong,
  tonal: Sequence,
  chromaBits: number,
): TuneBeside | null {
  const placed = tuneAgreement(a, b, tonal);
  if (!placed || placed.notes < fewestTuneNotes) return null;
  const { notes, chanceShare } = placed;
  const bits = Math.max(-chromaBits, Math.min(chromaBits, tuneBits(placed)));
  return { notes, share: shareOf(placed), chanceShare, bits };
}

const shareOf = ({ notes, agreeing }: PlacedNotes): number => (notes > 0 ? agreeing / notes : 0);

type Place = Sequence['places'][number];
const inOrder = ({ a, b }: Place): SharedPlace => ({ sounding: a, laid: b });
const inReverse = ({ a, b }: Place): SharedPlace => ({ sounding: b, laid: a });
