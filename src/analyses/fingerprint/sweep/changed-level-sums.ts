/**
 * A query's level contrast summed over a song's peaks under many assumed changes of speed, at every place of the song
 * (wasm/level-sums.ts). Steps are six times those of LevelSums: levels hold on in a room, and a speed that
 * is wrong by 2.5 % still shows its place.
 */
import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { reserveBytes, wasm } from '../../../signal/wasm/wasm.js';
import { framesPerSecond } from '../parameters.js';
import { centsPerStep, lastPeakFrame, pitchSteps } from '../peaks/peak-codec.js';
import { contrastBands, contrastRowOf, type LevelContrast } from './level-contrast.js';
import type { ChangedPlace, ScoredPlace } from './place-fit.js';
import { drawnPeaks, minPeaks, unit } from './scoring.js';

/** Frames of a step: 384 ms. */
const framesPerStep = 24;
const minOverlapSteps = Math.round((2 * framesPerSecond) / framesPerStep);
const lanes = 32;
const wordBytes = 4;

/** A change of the query that its levels are compared under. */
export type AssumedChange = Omit<ChangedPlace, 'startFrames'>;

/** One memory for all sweeps of the process: each is through before another begins. */
const memory = new wasm.Memory({ initial: 8 });
const kernel = instantiateKernel('level-sums', memory);

/** Where the rows of one scale lie: changes of one scale share them. */
interface ScaledRows {
  readonly scale: number;
  readonly steps: number;
  readonly stride: number;
  readonly rowsAt: number;
}

interface ChangedRows extends ScaledRows {
  readonly change: AssumedChange;
  readonly rowOfAt: number;
}

/** The scores of one query at the places of many songs. */
export class ChangedLevelSums {
  private readonly changed: readonly ChangedRows[];
  /** Where the memory of songs begins. */
  private readonly songsAt: number;

  constructor(contrast: LevelContrast, changes: readonly AssumedChange[]) {
    let at = 0;
    const scaled = new Map<number, ScaledRows>();
    for (const { scale } of changes) {
      if (scaled.has(scale)) continue;
      const steps = Math.floor((contrast.frames * scale) / framesPerStep);
      const stride = Math.ceil(steps / lanes) * lanes;
      scaled.set(scale, { scale, steps, stride, rowsAt: at });
      at += (contrastBands + 1) * stride;
    }
    this.changed = changes.map((change, i) => ({
      ...scaled.get(change.scale)!,
      change,
      rowOfAt: at + 4 * pitchSteps * i,
    }));
    this.songsAt = at + 4 * pitchSteps * changes.length;
    reserveBytes(memory, this.songsAt);
    new Uint8Array(memory.buffer, 0, at).fill(0);
    for (const rows of this.changed) writeRowOf(rows);
    writeRows(contrast, [...scaled.values()]);
  }

  /** The best place of a song, by its packed peaks, under any of the changes; null where none is above chance. */
  best(packed: Uint8Array): ScoredPlace | null {
    let best: ScoredPlace | null = null;
    const { songsAt } = this;
    const songSteps = Math.floor(lastPeakFrame(packed) / framesPerStep) + 1;
    const longest = Math.max(...this.changed.map(({ stride }) => stride));
    const room = songSteps + longest;
    const countsAt = songsAt + 2 * room;
    const scoresAt = 4 * Math.ceil((countsAt + 2 * room) / 4);
    const wordsAt = scoresAt + 4 * room;
    const packedAt = wordsAt + (wordBytes / 2) * packed.length;
    reserveBytes(memory, packedAt + packed.length);
    const { buffer } = memory;
    new Uint8Array(buffer, countsAt, 2 * room).fill(0);
    new Uint8Array(buffer, packedAt, packed.length).set(packed);
    const count = kernel.unpack(packedAt, packed.length, 2 * framesPerStep, wordsAt, countsAt);
    if (count === 0) return null;
    const sums = new Uint8Array(buffer, songsAt, 2 * room);
    const scores = new Float32Array(buffer, scoresAt, room);
    for (const { change, steps, stride, rowOfAt, rowsAt } of this.changed) {
      sums.fill(0);
      kernel.addUnpacked(wordsAt, count, rowOfAt, rowsAt, stride, songsAt);
      const end = Math.max(0, songSteps + steps - 1 - minOverlapSteps);
      const first = Math.min(minOverlapSteps, end);
      const highest = kernel.scores(songsAt, countsAt, steps, first, end, minPeaks, drawnPeaks, scoresAt);
      if (highest < 0) continue;
      const score = scores[highest]! / unit;
      if (best && score <= best.score) continue;
      best = { ...change, startFrames: (highest + 1 - steps) * framesPerStep, score };
    }
    return best;
  }
}

/** Of each scale the mean level of each step, backwards: a later step of the query lies at an earlier place. */
function writeRows({ frames, values }: LevelContrast, scaled: readonly ScaledRows[]): void {
  const sums = new Float64Array(frames + 2);
  for (let row = 0; row < contrastBands; row++) {
    for (let frame = 0; frame < frames; frame++)
      sums[frame + 1] = sums[frame]! + values[row * frames + frame]!;
    sums[frames + 1] = sums[frames]!;
    for (const { scale, steps, stride, rowsAt } of scaled) {
      const out = new Int8Array(memory.buffer, rowsAt + row * stride, stride);
      const width = framesPerStep / scale;
      let before = 0;
      for (let step = 1; step <= steps; step++) {
        const whole = Math.floor(step * width);
        const end = sums[whole]! + (step * width - whole) * (sums[whole + 1]! - sums[whole]!);
        const value = Math.round((unit * (end - before)) / width);
        out[steps - step] = Math.max(-127, Math.min(127, value));
        before = end;
      }
    }
  }
}

function writeRowOf({ change, stride, rowOfAt }: ChangedRows): void {
  const rowOf = new Int32Array(memory.buffer, rowOfAt, pitchSteps);
  for (let step = 0; step < pitchSteps; step++) {
    const row = contrastRowOf(step * centsPerStep + change.cents);
    // The last row is of zeros.
    rowOf[step] = (row < 0 ? contrastBands : row) * stride;
  }
}
