/** How right counted beats and bars are, of which those of the song are known. */
import { beatF } from '../scores.js';

export interface KnownBars {
  /** Seconds, rising. */
  readonly beats: readonly number[];
  /** Indexes into `beats`. */
  readonly downbeats: readonly number[];
}

export interface BarFigures {
  readonly beat: number;
  /** At the best of half, written and double time. */
  readonly octave: number;
  readonly downbeat: number;
  /** As well where bars of two are counted in pairs. */
  readonly paired: number;
}

const slackSeconds = 0.2;

/** Judged from `fromSeconds` to `toSeconds`. */
export function barFigures(
  known: KnownBars,
  own: KnownBars,
  fromSeconds: number,
  toSeconds: number,
): BarFigures {
  const judged = (times: readonly number[]): number[] =>
    times.filter((time) => time >= fromSeconds - slackSeconds && time <= toSeconds + slackSeconds);
  const beats = judged(known.beats);
  const firsts = judged(firstBeats(known));
  const ownBeats = judged(own.beats);
  const ownFirsts = judged(firstBeats(own));
  const beatsInBar = Math.round(known.beats.length / Math.max(1, known.downbeats.length));
  const pairs = beatsInBar === 2 ? [everyOther(firsts, 0), everyOther(firsts, 1)] : [];
  return {
    beat: beatF(beats, ownBeats),
    octave: Math.max(...atOctaves(ownBeats).map((each) => beatF(beats, each))),
    downbeat: beatF(firsts, ownFirsts),
    paired: Math.max(...[firsts, ...pairs].map((each) => beatF(each, ownFirsts))),
  };
}

const firstBeats = ({ beats, downbeats }: KnownBars): number[] => downbeats.map((beat) => beats[beat]!);

const everyOther = (times: readonly number[], parity: number): number[] =>
  times.filter((_, at) => at % 2 === parity);

function atOctaves(beats: readonly number[]): number[][] {
  const double = beats.flatMap((time, at) =>
    at + 1 < beats.length ? [time, (time + beats[at + 1]!) / 2] : [time],
  );
  return [[...beats], everyOther(beats, 0), everyOther(beats, 1), double];
}
