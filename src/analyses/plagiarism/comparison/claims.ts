/** What melody, chords and chroma sequence of a pair amount to: which of them the decision stands on, and how many bits it has. */
import { originOf } from '../evidence/origin.js';
import { isAccompaniment } from './accompaniment.js';
import { agreementBits, type SharedSequence } from './agreement.js';
import { bitsAsChords, type HarmonyMatch, harmonyAloneCost, joinedBits } from './harmony-match.js';
import { changedMatch, type LineMatch } from './line-match.js';
import type { PreparedSong } from './prepared-song.js';
import { liesWith, type TonalMatch } from './tonal-match.js';
import { type TuneBeside, tuneBeside } from './tune-agreement.js';
import { withWholeTune } from './whole-tune.js';

/** Kinds of evidence. */
export type Basis = 'melody' | 'harmony' | 'tonal';

/** What was aligned of two songs, each kind for itself. */
export interface SharedEvidence {
  readonly lines: readonly LineMatch[];
  /** Null where the chords share nothing beyond chance. */
  readonly harmony: HarmonyMatch | null;
  /** Null where the chroma sequences share nothing beyond chance, or were left out. */
  readonly tonal: TonalMatch | null;
  /** Bits by which the chroma sequence stands out among the songs of the search (search/chroma-standing.ts). */
  readonly standing: number;
}

export interface Claims {
  /** Of the kind that amounts to most. */
  readonly bits: number;
  /** That kind: what `bits` stands on. */
  readonly basis: Basis;
  /** What each kind of evidence amounts to, in bits; the largest is `bits`. 0 where it amounts to nothing. */
  readonly claims: Readonly<Record<Basis, number>>;
  /** Of `bits`, what chords add to the melody that agrees with them. */
  readonly joined: number;
  /** Of `bits`, what the weaker of melody and chroma sequence adds to the stronger one (agreement.ts). */
  readonly agreement: number;
  /** Of the chroma sequence's claim, what comes from how far it stands out among the songs of the search. */
  readonly standing: number;
  /**
   * What the tune says that lies where the chroma sequences agree: part of the chroma sequence's claim. Null where that is not known or not asked, and where
   * what melody and chroma sequence say together is more.
   */
  readonly tuneBeside: TuneBeside | null;
  /** That on which the melody's claim stands, then the others, strongest first; accompaniments have the bits of their chords. */
  readonly lines: readonly LineMatch[];
}

/** Of written songs, a bit of melody that lies where the chroma sequence has it is good for this many bits of chroma sequence. */
const chromaSupport = 2;

/**
 * By how far it stands out, a chroma sequence is raised by this share of its own bits at most: beside songs unlike both, two that share nothing but
 * their changes stand out as another recording does.
 */
const standingLimit = 0.5;

/** The line that says most together with the chords beside it. */
interface Tune extends SharedSequence {
  readonly line: LineMatch;
  readonly joined: number;
}

function strongestTune(tunes: readonly LineMatch[], harmony: HarmonyMatch | null): Tune | null {
  let best: Tune | null = null;
  for (const line of tunes) {
    const joined = joinedBits(line, harmony);
    const bits = line.bits + joined;
    if (bits > (best?.bits ?? 0)) best = { line, joined, bits, transposition: line.transposition };
  }
  return best;
}

/** Of the lines of a mix that was heard it is not known what agrees by chance; who sings or plays alone is heard as one line. */
function isWholeTuneKnown({ description, isAccompanied }: PreparedSong): boolean {
  return originOf(description) === 'written' || !isAccompanied;
}

/** A line of few bits is not asked whether it is an accompaniment: one that is has nothing of whole tunes either. */
function raisedTunes(
  a: PreparedSong,
  b: PreparedSong,
  melodies: readonly LineMatch[],
  harmony: HarmonyMatch | null,
): readonly LineMatch[] {
  const raised = withWholeTune(a, b, melodies, (line) => joinedBits(line, harmony));
  return raised.map((line, at) =>
    line.wholeTuneBits > 0 && isAccompaniment(line, a, b) ? melodies[at]! : line,
  );
}

/** `shared`: of `a` and `b`. */
export function claimsOf(a: PreparedSong, b: PreparedSong, shared: SharedEvidence): Claims {
  const { harmony, tonal } = shared;
  const isHeard = originOf(a.description, b.description) === 'transcribed';
  const accompaniment = shared.lines.filter((line) => isAccompaniment(line, a, b));
  const melodies = shared.lines.filter((line) => !accompaniment.includes(line));
  const tunes = isWholeTuneKnown(a) && isWholeTuneKnown(b) ? raisedTunes(a, b, melodies, harmony) : melodies;
  const tune = strongestTune(tunes, harmony);
  const melodyBits = tune?.bits ?? 0;
  const others = [
    ...tunes.filter((line) => line !== tune?.line),
    ...accompaniment.map((line) => changedMatch(line, bitsAsChords(line.bits, harmony))),
  ].sort((x, y) => y.bits - x.bits);
  // A shared accompaniment that says half as much as the chroma sequence is most of what the chroma sequence consists of.
  const isChromaExplained = tonal !== null && accompaniment.some((line) => 2 * line.bits >= tonal.bits);
  const chromaAsChords = tonal ? bitsAsChords(tonal.bits, harmony) : 0;
  // Where both songs are written their tunes are known: a chroma sequence alone is then the accompaniment that many songs share.
  // A tune elsewhere is another match, mostly by chance, and supports nothing of it; what agrees as a whole lies nowhere.
  const supporting =
    tonal &&
    strongestTune(
      melodies.filter(({ run }) => liesWith(run, tonal.places)),
      harmony,
    );
  const supported = isHeard ? Number.POSITIVE_INFINITY : chromaSupport * (supporting?.bits ?? 0);
  const supportedBits = Math.max(chromaAsChords, Math.min(tonal?.bits ?? 0, supported));
  const chromaBits = isChromaExplained ? chromaAsChords : supportedBits;
  // Of written songs the tune decides, and its background is known; the chroma sequence of a line without company is that line's once more.
  const sequence = tonal && { bits: chromaBits, transposition: tonal.transposition };
  const isAgreementKnown = isHeard && a.isAccompanied && b.isAccompanied;
  const agreement = isAgreementKnown ? agreementBits(tune, sequence) : 0;
  // What another recording of a song shares with it is above chance by little, and above all other songs by much.
  const canStandOut = isHeard && !isChromaExplained;
  const standing = canStandOut ? Math.min(shared.standing, standingLimit * chromaBits) : 0;
  // A passage of the tune in the same key says what the whole of it, heard wrongly elsewhere, may not.
  const isTuneKnown = isAgreementKnown && !isChromaExplained;
  const found = tonal && isTuneKnown ? tuneBeside(a, b, tonal, chromaBits) : null;
  const beside = agreement > Math.max(0, found?.bits ?? 0) ? null : found;
  const claims = [
    { basis: 'melody', bits: melodyBits + agreement },
    { basis: 'harmony', bits: harmony ? harmony.bits - harmonyAloneCost : 0 },
    { basis: 'tonal', bits: chromaBits + standing + (beside ? beside.bits : agreement) },
  ] as const;
  const { basis, bits } = claims.reduce((best, claim) => (claim.bits > best.bits ? claim : best));
  const amount = (of: Basis): number => Math.max(0, claims.find((claim) => claim.basis === of)!.bits);
  return {
    bits,
    basis,
    claims: { melody: amount('melody'), harmony: amount('harmony'), tonal: amount('tonal') },
    joined: basis === 'melody' ? (tune?.joined ?? 0) : 0,
    agreement: basis === 'melody' || (basis === 'tonal' && !beside) ? agreement : 0,
    standing,
    tuneBeside: beside,
    lines: tune ? [tune.line, ...others] : others,
  };
}
