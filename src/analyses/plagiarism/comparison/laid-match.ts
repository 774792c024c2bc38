/** What the notes of one line, laid upon another that was heard, say of a common tune (music/melody/laying/laid-evidence.ts). */
import { nearestTransposition } from '../../../music/alignment/nearest-transposition.js';
import {
  type LaidEvidence,
  type LaidPair,
  laidEvidence,
} from '../../../music/melody/laying/laid-evidence.js';
import { isTranscribed, type LineName, type SongNote } from '../../../music/song-description.js';
import { type LineMatch, matchOf } from './line-match.js';
import type { PreparedSong } from './prepared-song.js';
import type { MatchedPoint } from './runs.js';

/** Lines that carry a tune: what instruments play beside one is no tune, and restless. */
const laidNames: readonly LineName[] = ['vocal', 'topline'];

/** Beats of a recording are also counted at half or twice the tempo; those of 6/8 are quarters in one song, and three eighths in another. */
const alwaysTried = [1, 2, 1 / 2, 3 / 2, 2 / 3];
/** A bar of three is also counted as one beat: looked for where one of the songs is in three, and where the tempi differ as much, up to this factor. */
const [barsAsBeats, nearTempo] = [[3, 1 / 3], 1.35];

/** Beats of the first song for one of the second: how one may be laid upon the other. */
function pacesOf(a: PreparedSong, b: PreparedSong): number[] {
  const ratio = a.description.tempoBpm / b.description.tempoBpm;
  const isInThree = a.description.meter === 3 || b.description.meter === 3;
  const isNear = (pace: number): boolean => Math.abs(Math.log(pace / ratio)) <= Math.log(nearTempo);
  return [...alwaysTried, ...barsAsBeats.filter((pace) => isInThree || isNear(pace))];
}

interface LaidLines extends LaidEvidence {
  /** Whether the second song's notes are laid upon what sounds in the first one. */
  readonly isSecondLaid: boolean;
}

/** Null where nothing was heard, and where it is no more than chance. */
function laidLines(a: PreparedSong, b: PreparedSong, line: LineName): LaidLines | null {
  const [heardA, heardB] = [isTranscribed(a.description), isTranscribed(b.description)];
  if (!laidNames.includes(line) || (!heardA && !heardB)) return null;
  const [x, y] = [a.lines[line].layable(), b.lines[line].layable()];
  if (!x || !y) return null;
  const upon = heardA ? laidEvidence(x, y, pacesOf(a, b)) : null;
  const under = heardB ? laidEvidence(y, x, pacesOf(b, a)) : null;
  if (upon && upon.bits >= (under?.bits ?? 0)) return { ...upon, isSecondLaid: true };
  return under && { ...under, isSecondLaid: false };
}

/**
 * Of two songs of which one was heard, or both: the notes of a written line are laid upon its namesake that was heard, and of two heard lines either upon
 * the other, whichever says more. Null of written songs, and where it says no more than the lines do that are aligned note by note (`alignedBits`).
 */
export function laidMatch(
  a: PreparedSong,
  b: PreparedSong,
  line: LineName,
  alignedBits: number,
): LineMatch | null {
  const laid = laidLines(a, b, line);
  if (!laid || laid.bits <= alignedBits) return null;
  const { bits, transposition: upwards, pairs, isSecondLaid } = laid;
  const points = pairs.map((pair) => (isSecondLaid ? pointOf(pair) : turned(pointOf(pair))));
  const onsets = onsetsOf(pairs, (isSecondLaid ? a : b).description.melody[line]);
  const matchedOnsets = onsets.map(([own, other]): readonly [number, number] =>
    isSecondLaid ? [own, other] : [other, own],
  );
  const transposition = nearestTransposition(isSecondLaid ? upwards : (12 - upwards) % 12);
  const found = { lineA: line, lineB: line, bits, alignedBits, transposition, matchedOnsets };
  return matchOf(a.description, b.description, found, points);
}

/** The line that sounds first. */
const pointOf = ({ startBeat, endBeat, noteStart, noteEnd, bits }: LaidPair): MatchedPoint => ({
  a: startBeat,
  b: noteStart,
  endA: endBeat,
  endB: noteEnd,
  bits,
});

const turned = ({ a, b, endA, endB, bits }: MatchedPoint): MatchedPoint => ({
  a: b,
  b: a,
  endA: endB,
  endB: endA,
  bits,
});

/** Of each note that was heard, where it begins and where the first of the notes does that are laid upon it. */
function onsetsOf(pairs: readonly LaidPair[], heard: readonly SongNote[]): [number, number][] {
  const first = new Map<number, number>();
  for (const { sounding, noteStart } of pairs)
    if (sounding >= 0 && !first.has(sounding)) first.set(sounding, noteStart);
  return [...first].map(([note, start]) => [heard[note]!.onsetBeats, start]);
}
