/**
 * The likeliest count of a song's beats in bars of one length: a bar pointer over place in the bar and tempo, which changes at beats only
 * (Krebs, Böck & Widmer, "An efficient state-space model for joint tempo and meter tracking", ISMIR 2015; Böck, Krebs & Widmer, "Joint
 * beat and downbeat tracking with recurrent neural networks", ISMIR 2016). Between beats nothing is decided there, so a step here goes from beat
 * to beat, and costs of tempo changes, linear in the logarithm of the interval, are spread in two passes over the intervals.
 */
import { type BarRules, type CountedBeat, likeliestBeats, maxPlaces } from './bar-counter.js';

/** How much a beat at each frame explains, as log likelihood ratios against no beat. */
export interface BarEvidence {
  readonly framesPerSecond: number;
  /** Of a beat that begins no bar. */
  readonly beat: Float32Array;
  /** Of a beat that begins one. */
  readonly downbeat: Float32Array;
}

export interface BarCount {
  /** Frames, rising. */
  readonly beatFrames: readonly number[];
  /** Indexes into beatFrames. */
  readonly downbeats: readonly number[];
  /** Log likelihood ratio of the whole count against no beats at all. */
  readonly score: number;
}

export interface BarCosts {
  /** Of a tempo that becomes e times faster or slower. */
  readonly tempoChange: number;
  /** Of a bar that ends in its middle, and of one that ends elsewhere too early. */
  readonly halfBar: number;
  readonly slip: number;
  /** Of a second at a tempo an octave from the usual one, which grows with the square of the octaves. */
  readonly unusualTempo: number;
  /** Beats a minute. */
  readonly usualBpm: number;
}

/** Tempi that are tried, beats a minute. */
export interface TempoRange {
  readonly slowestBpm: number;
  readonly fastestBpm: number;
}

export const usualTempi: TempoRange = { slowestBpm: 35, fastestBpm: 220 };
/** Neighbouring intervals differ by at least one frame and by about this share. */
const intervalStep = 0.025;

/** Frames between beats that are tried, rising. */
function triedIntervals(framesPerSecond: number, { slowestBpm, fastestBpm }: TempoRange): number[] {
  const longest = Math.ceil((60 * framesPerSecond) / slowestBpm);
  const intervals: number[] = [];
  let frames = Math.max(2, Math.floor((60 * framesPerSecond) / fastestBpm));
  while (frames <= longest) {
    intervals.push(frames);
    frames = Math.max(frames + 1, Math.round(frames * (1 + intervalStep)));
  }
  return intervals;
}

/**
 * Covers the evidence from its first frame to its last. `beatsInBar`: 2 to 4. Null where there is no evidence.
 * @throws RangeError for bars of more beats
 */
export function countBars(
  { framesPerSecond, beat, downbeat }: BarEvidence,
  beatsInBar: number,
  costs: BarCosts,
  tempi: TempoRange = usualTempi,
): BarCount | null {
  if (beatsInBar > maxPlaces) throw new RangeError(`Bars of at most ${maxPlaces} beats are counted`);
  const intervals = triedIntervals(framesPerSecond, tempi);
  const likeliest = likeliestBeats(beat, downbeat, rulesOf(intervals, framesPerSecond, beatsInBar, costs));
  if (likeliest === null) return null;
  const counted: CountedBeat[] = [];
  for (let at: CountedBeat | null = likeliest.last; at !== null; at = likeliest.before(at)) counted.push(at);
  counted.reverse();
  return {
    beatFrames: counted.map(({ frame }) => frame),
    downbeats: counted.flatMap(({ place }, index) => (place === 0 ? [index] : [])),
    score: likeliest.score,
  };
}

function rulesOf(
  intervals: readonly number[],
  framesPerSecond: number,
  beatsInBar: number,
  costs: BarCosts,
): BarRules {
  return {
    intervals,
    unusual: intervals.map((interval) => {
      const seconds = interval / framesPerSecond;
      return costs.unusualTempo * seconds * Math.log2(60 / seconds / costs.usualBpm) ** 2;
    }),
    steps: intervals.map((interval, at) =>
      at === 0 ? 0 : costs.tempoChange * Math.log(interval / intervals[at - 1]!),
    ),
    ends: Array.from({ length: beatsInBar }, (_, last) => {
      if (last === beatsInBar - 1) return 0;
      return last > 0 && 2 * (last + 1) === beatsInBar ? costs.halfBar : costs.slip;
    }),
  };
}
