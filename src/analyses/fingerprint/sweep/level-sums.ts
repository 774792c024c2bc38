/** A query's level contrast summed over a song's peaks, at every place of the song, by a WebAssembly SIMD kernel (wasm/level-sums.ts). */
import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { reserveBytes, wasm } from '../../../signal/wasm/wasm.js';
import { framesPerSecond } from '../parameters.js';
import { centsPerStep, lastPeakFrame, pitchSteps } from '../peaks/peak-codec.js';
import { contrastBands, contrastRowOf, type LevelContrast } from './level-contrast.js';
import { drawnPeaks, minPeaks, unit } from './scoring.js';

/** Frames of a step: 64 ms. A finer grid ranks places no better. */
const framesPerStep = 4;
/** With fewer overlapping steps it is the song's very beginning or end. */
const minOverlapSteps = Math.round((2 * framesPerSecond) / framesPerStep);
/** Places nearer than this are one. */
const distinctSteps = Math.round((0.5 * framesPerSecond) / framesPerStep);
const lanes = 8;

/** One memory for all sweeps of the process: each is through before another begins. */
const memory = new wasm.Memory({ initial: 4 });
const kernel = instantiateKernel('level-sums', memory);

interface ScoredPlace {
  /** Where the query's time 0 lies in the song, in frames. */
  readonly startFrames: number;
  /** The sum of what the levels stand out by at the song's peaks, over the root of their number. */
  readonly score: number;
}

/** The scores of one query at the places of many songs. */
export class LevelSums {
  /** Steps of the query. */
  private readonly steps: number;
  private readonly stride: number;
  private readonly rowsAt = 4 * pitchSteps;

  constructor({ frames, values }: LevelContrast) {
    this.steps = Math.floor(frames / framesPerStep);
    this.stride = Math.ceil(this.steps / lanes) * lanes;
    reserveBytes(memory, this.rowsAt + contrastBands * this.stride);
    const rowOf = new Int32Array(memory.buffer, 0, pitchSteps);
    for (let step = 0; step < pitchSteps; step++) {
      const row = contrastRowOf(step * centsPerStep);
      rowOf[step] = row < 0 ? -1 : row * this.stride;
    }
    const rows = new Int8Array(memory.buffer, this.rowsAt, contrastBands * this.stride).fill(0);
    for (let row = 0; row < contrastBands; row++) {
      for (let step = 0; step < this.steps; step++) {
        let sum = 0;
        const from = row * frames + step * framesPerStep;
        for (let frame = from; frame < from + framesPerStep; frame++) sum += values[frame]!;
        const value = Math.round((unit * sum) / framesPerStep);
        // Backwards: a later step of the query lies at an earlier place.
        rows[row * this.stride + this.steps - 1 - step] = Math.max(-127, Math.min(127, value));
      }
    }
  }

  /** The best place of a song, by its packed peaks; null where none is above chance. */
  best(packed: Uint8Array): ScoredPlace | null {
    const { highest, scores } = this.over(packed);
    return highest < 0 ? null : this.placeAt(highest, scores);
  }

  /** At most `limit` places of a song whose scores are at least `shareOfBest` of the best one's, best first. */
  places(packed: Uint8Array, limit: number, shareOfBest: number): ScoredPlace[] {
    let { highest, scores } = this.over(packed);
    const places: ScoredPlace[] = [];
    while (places.length < limit && highest >= 0) {
      const place = this.placeAt(highest, scores);
      if (place.score < shareOfBest * (places[0]?.score ?? 0)) break;
      places.push(place);
      scores.fill(0, Math.max(0, highest - distinctSteps), highest + distinctSteps + 1);
      highest = scores.reduce((best, score, at) => (score > (scores[best] ?? 0) ? at : best), -1);
    }
    return places;
  }

  private placeAt(place: number, scores: Float32Array): ScoredPlace {
    return { startFrames: (place + 1 - this.steps) * framesPerStep, score: scores[place]! / unit };
  }

  /** Scores at places a step apart; at the first the query ends with the song's first step. Valid until the next call. */
  private over(packed: Uint8Array): { highest: number; scores: Float32Array } {
    const { steps, stride, rowsAt } = this;
    const songSteps = Math.floor(lastPeakFrame(packed) / framesPerStep) + 1;
    const room = songSteps + stride;
    const sumsAt = rowsAt + contrastBands * stride;
    const countsAt = sumsAt + 2 * room;
    const scoresAt = 4 * Math.ceil((countsAt + 2 * room) / 4);
    const peaksAt = scoresAt + 4 * room;
    reserveBytes(memory, peaksAt + packed.length);
    const { buffer } = memory;
    new Uint8Array(buffer, sumsAt, 4 * room).fill(0);
    new Uint8Array(buffer, peaksAt, packed.length).set(packed);
    kernel.add(peaksAt, packed.length, 0, rowsAt, stride, 2 * framesPerStep, sumsAt, countsAt);
    const end = Math.max(0, songSteps + steps - 1 - minOverlapSteps);
    const first = Math.min(minOverlapSteps, end);
    const highest = kernel.scores(sumsAt, countsAt, steps, first, end, minPeaks, drawnPeaks, scoresAt);
    return { highest, scores: new Float32Array(buffer, scoresAt, end) };
  }
}
