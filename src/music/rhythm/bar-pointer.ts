/**
 * The likeliest count of a song's beats in bars of one length: a bar pointer over place in the bar and tempo, which changes at beats only
 * (Krebs, Böck & Widmer, "An efficient state-space model for joint tempo and meter tracking", ISMIR 2015; Böck, Krebs & Widmer, "Joint
 * beat and downbeat tracking with recurrent neural networks", ISMIR 2016). Between beats nothing is decided there, so a step here goes from beat
 * to beat, and costs of tempo changes, linear in the logarithm of the interval, are spread in two passes over the intervals.
 */

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
interface TempoRange {
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

const never = -1e9;
/** In `arrivals`: the count begins here. */
const begins = 255;

/** Covers the evidence from its first frame to its last. `beatsInBar`: 2 to 8. Null where there is no evidence. */
export function countBars(
  { framesPerSecond, beat, downbeat }: BarEvidence,
  beatsInBar: number,
  costs: BarCosts,
  tempi: TempoRange = usualTempi,
): BarCount | null {
  const frames = beat.length;
  const intervals = triedIntervals(framesPerSecond, tempi);
  const count = intervals.length;
  const width = beatsInBar * count;
  const ringLength = intervals.at(-1)! + 1;
  // Best scores of beats from which an interval leads on, of the last frames only.
  const leaving = new Float32Array(ringLength * width).fill(never);
  // From which interval a beat leads on with another one, and from which place it was reached.
  const changes = new Uint8Array(frames * width);
  const arrivals = new Uint8Array(frames * width);
  const steps = Float64Array.from({ length: count }, (_, at) =>
    at === 0 ? 0 : costs.tempoChange * Math.log(intervals[at]! / intervals[at - 1]!),
  );
  const unusual = Float64Array.from(intervals, (interval) => {
    const seconds = interval / framesPerSecond;
    return costs.unusualTempo * seconds * Math.log2(60 / seconds / costs.usualBpm) ** 2;
  });
  const ends = Array.from({ length: beatsInBar }, (_, last) => {
    if (last === beatsInBar - 1) return 0;
    return last > 0 && 2 * (last + 1) === beatsInBar ? costs.halfBar : costs.slip;
  });
  let best = { score: never, frame: -1, place: 0, interval: 0 };
  for (let frame = 0; frame < frames; frame++) {
    const row = (frame % ringLength) * width;
    for (let place = 0; place < beatsInBar; place++) {
      const evidence = place === 0 ? downbeat[frame]! : beat[frame]!;
      const at = row + place * count;
      for (let i = 0; i < count; i++) {
        // A count begins at any place of a bar, within its first interval.
        const from = frame - intervals[i]!;
        let score = from < 0 ? 0 : never;
        let arrival = begins;
        const before = (from % ringLength) * width + i;
        if (from >= 0 && place > 0) {
          score = leaving[before + (place - 1) * count]!;
          arrival = place - 1;
        } else if (from >= 0)
          for (let last = 0; last < beatsInBar; last++) {
            const value = leaving[before + last * count]! - ends[last]!;
            if (value > score) {
              score = value;
              arrival = last;
            }
          }
        arrivals[frame * width + place * count + i] = arrival;
        const value = score + evidence - unusual[i]!;
        leaving[at + i] = value;
        const isLast = frame + intervals[i]! >= frames;
        if (isLast && value > best.score) best = { score: value, frame, place, interval: i };
      }
      spread(leaving, at, steps, changes, frame * width + place * count);
    }
  }
  return best.frame < 0 ? null : traced(best, { intervals, width, changes, arrivals });
}

/** Lets every interval take over from its neighbours, at the cost of the steps between; keeps from which. */
function spread(
  scores: Float32Array,
  at: number,
  steps: Float64Array,
  changes: Uint8Array,
  kept: number,
): void {
  const count = steps.length;
  for (let i = 0; i < count; i++) changes[kept + i] = i;
  for (let i = 1; i < count; i++) {
    const value = scores[at + i - 1]! - steps[i]!;
    if (value > scores[at + i]!) {
      scores[at + i] = value;
      changes[kept + i] = changes[kept + i - 1]!;
    }
  }
  for (let i = count - 2; i >= 0; i--) {
    const value = scores[at + i + 1]! - steps[i + 1]!;
    if (value > scores[at + i]!) {
      scores[at + i] = value;
      changes[kept + i] = changes[kept + i + 1]!;
    }
  }
}

interface Trace {
  readonly intervals: readonly number[];
  readonly width: number;
  readonly changes: Uint8Array;
  readonly arrivals: Uint8Array;
}

function traced(
  best: { score: number; frame: number; place: number; interval: number },
  { intervals, width, changes, arrivals }: Trace,
): BarCount {
  const beats: number[] = [];
  const firsts: boolean[] = [];
  let { frame, place, interval } = best;
  for (;;) {
    beats.push(frame);
    firsts.push(place === 0);
    const arrival = arrivals[frame * width + place * intervals.length + interval]!;
    if (arrival === begins) break;
    frame -= intervals[interval]!;
    place = arrival;
    interval = changes[frame * width + place * intervals.length + interval]!;
  }
  beats.reverse();
  firsts.reverse();
  return {
    beatFrames: beats,
    downbeats: firsts.flatMap((isFirst, index) => (isFirst ? [index] : [])),
    score: best.score,
  };
}
