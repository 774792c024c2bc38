/**
 * The axis on which both sides of a passage are drawn and played: beats of the first song. The second song's side is moved so that
 * notes that match lie above each other, wherever its bars begin.
 */
import { upperMedian } from '../numbers/median.js';
import type { Passage, RollSide } from './shared-evidence.js';

export type SideName = 'original' | 'comparison';

/** Where one song's side lies on the axis: 0 … 1 of its width, and seconds of its song. */
export interface SideAxis {
  /** Length of the whole axis in seconds of this song. */
  readonly seconds: number;
  fractionOfBeat(beat: number): number;
  /** Beyond the ends of the side: at the pace of its first or last beat. */
  fractionAt(seconds: number): number;
  /** Never before the song's beginning. */
  secondsAt(fraction: number): number;
}

export type PassageAxis = Readonly<Record<SideName, SideAxis>>;

/** Smaller differences are inaccuracy of the onsets. */
const smallestShiftBeats = 0.1;

export function passageAxis({ original, comparison, matched }: Passage): PassageAxis {
  const scale = original.beats / comparison.beats;
  const apart = matched.flatMap(([a, b]) => {
    const [first, second] = [beatOf(original, a), beatOf(comparison, b)];
    return first !== undefined && second !== undefined ? [second * scale - first] : [];
  });
  const median = upperMedian(apart) ?? 0;
  const shift = Math.abs(median) < smallestShiftBeats ? 0 : median;
  const from = Math.min(0, -shift);
  const length = Math.max(original.beats, original.beats - shift) - from;
  return {
    original: sideAxis(original, (beat) => (beat - from) / length),
    comparison: sideAxis(comparison, (beat) => (beat * scale - shift - from) / length),
  };
}

/** At which a matched note begins; without notes chords match, one a beat. */
function beatOf(side: RollSide, place: number): number | undefined {
  return side.notes.length > 0 ? side.notes[place]?.startBeat : place;
}

type Mark = readonly [fraction: number, seconds: number];

function sideAxis(side: RollSide, fractionOfBeat: (beat: number) => number): SideAxis {
  const marks = beatMarks(side).map(([beat, seconds]): Mark => [fractionOfBeat(beat), seconds]);
  const secondsAt = (fraction: number): number => Math.max(0, between(marks, 0, 1, fraction));
  return {
    seconds: between(marks, 0, 1, 1) - between(marks, 0, 1, 0),
    fractionOfBeat,
    fractionAt: (seconds) => between(marks, 1, 0, seconds),
    secondsAt,
  };
}

/** Every beat with its second; of results without them the notes, which know both, with an even tempo in between. */
function beatMarks(side: RollSide): Mark[] {
  const end: Mark = [side.beats, Math.max(side.endSeconds, side.startSeconds + 0.001)];
  if (side.beatSeconds.length > 1) return side.beatSeconds.map((seconds, beat): Mark => [beat, seconds]);
  const marks: Mark[] = [[0, side.startSeconds]];
  const inside = side.notes
    .map(({ startBeat, startSeconds }): Mark => [startBeat, startSeconds])
    .sort(([a], [b]) => a - b);
  for (const mark of inside) {
    const [beat, seconds] = marks.at(-1)!;
    if (mark[0] > beat && mark[1] > seconds && mark[0] < end[0] && mark[1] < end[1]) marks.push(mark);
  }
  return [...marks, end];
}

function between(marks: readonly Mark[], from: 0 | 1, to: 0 | 1, value: number): number {
  let after = 1;
  while (after < marks.length - 1 && marks[after]![from] < value) after++;
  const [left, right] = [marks[after - 1]!, marks[after]!];
  return left[to] + ((value - left[from]) / (right[from] - left[from])) * (right[to] - left[to]);
}
