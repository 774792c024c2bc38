/** How a query's level contrast lies in a kernel's memory (wasm/level-sums.ts): of each band a row, a step a byte, for each assumed change. */
import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { reserveBytes, wasm } from '../../../signal/wasm/wasm.js';
import { centsPerStep, pitchSteps } from '../peaks/peak-codec.js';
import { contrastBands, contrastRowOf, type LevelContrast } from './level-contrast.js';
import type { ChangedPlace } from './place-fit.js';
import { unit } from './scoring.js';

/** A change of the query that its levels are compared under. */
export type AssumedChange = Omit<ChangedPlace, 'startFrames'>;

/** Nothing is changed. */
export const noChange: AssumedChange = { scale: 1, cents: 0 };

/** Bytes that the kernel adds at once. */
const lanes = 32;

/** Where the rows of one scale lie: changes of one scale share them. */
export interface ScaledRows {
  readonly scale: number;
  /** Of the query. */
  readonly steps: number;
  readonly stride: number;
  readonly rowsAt: number;
}

interface ChangedRows extends ScaledRows {
  readonly change: AssumedChange;
  /** The place of the row of each step of pitch, 32-bit integers. */
  readonly rowOfAt: number;
}

export interface RowLayout {
  readonly scaled: readonly ScaledRows[];
  readonly changed: readonly ChangedRows[];
  /** Which steps of pitch have a row under any change, a byte each. */
  readonly isUsedAt: number;
  readonly longestStride: number;
  readonly bytes: number;
}

export interface RowForm {
  readonly framesPerStep: number;
  /** Bytes that a kernel adds at once: rows are as long as a multiple of them. */
  readonly lanes: number;
  /** Rows of zeros before and behind those of each scale. */
  readonly zeros: { readonly before: number; readonly behind: number };
}

/** Where the rows of each scale lie, one scale behind the other from place 0 on. */
export function layOutScales(
  frames: number,
  changes: readonly AssumedChange[],
  { framesPerStep, lanes, zeros }: RowForm,
): { readonly scaled: ReadonlyMap<number, ScaledRows>; readonly bytes: number } {
  const scaled = new Map<number, ScaledRows>();
  let at = 0;
  for (const { scale } of changes) {
    if (scaled.has(scale)) continue;
    const steps = Math.floor((frames * scale) / framesPerStep);
    const stride = Math.ceil(steps / lanes) * lanes;
    scaled.set(scale, { scale, steps, stride, rowsAt: at + zeros.before * stride });
    at += (zeros.before + contrastBands + zeros.behind) * stride;
  }
  return { scaled, bytes: at };
}

export function layOutRows(
  frames: number,
  framesPerStep: number,
  changes: readonly AssumedChange[],
): RowLayout {
  const zeros = { before: 0, behind: 1 };
  const { scaled, bytes: at } = layOutScales(frames, changes, { framesPerStep, lanes, zeros });
  const changed = changes.map((change, i) => ({
    ...scaled.get(change.scale)!,
    change,
    rowOfAt: at + 4 * pitchSteps * i,
  }));
  const isUsedAt = at + 4 * pitchSteps * changes.length;
  return {
    scaled: [...scaled.values()],
    changed,
    isUsedAt,
    longestStride: Math.max(...changed.map(({ stride }) => stride)),
    bytes: isUsedAt + pitchSteps,
  };
}

export function writeRows(
  memory: ArrayBuffer,
  { scaled, changed, isUsedAt, bytes }: RowLayout,
  contrast: LevelContrast,
  framesPerStep: number,
): void {
  new Uint8Array(memory, 0, bytes).fill(0);
  const isUsed = new Uint8Array(memory, isUsedAt, pitchSteps);
  for (const { change, stride, rowOfAt } of changed) {
    const rowOf = new Int32Array(memory, rowOfAt, pitchSteps);
    for (let step = 0; step < pitchSteps; step++) {
      const row = contrastRowOf(step * centsPerStep + change.cents);
      if (row >= 0) isUsed[step] = 1;
      // The last row is of zeros.
      rowOf[step] = (row < 0 ? contrastBands : row) * stride;
    }
  }
  writeLevels(memory, scaled, contrast, framesPerStep, unit);
}

/** One memory for all queries of the process. */
const scratch = new wasm.Memory({ initial: 1 });
const kernel = instantiateKernel('level-contrast', scratch);

/**
 * Of each scale the mean level of each step, `perDeviation` to a standard deviation, backwards: a later step of the query lies at an earlier place. By a
 * WebAssembly kernel (wasm/level-contrast.ts).
 */
export function writeLevels(
  memory: ArrayBuffer,
  scaled: readonly ScaledRows[],
  { frames, values }: LevelContrast,
  framesPerStep: number,
  perDeviation: number,
): void {
  const valuesAt = 8 * (frames + 2);
  const outAt = valuesAt + 4 * frames;
  reserveBytes(scratch, outAt + Math.max(...scaled.map(({ steps }) => steps)));
  const rowOfValues = new Float32Array(scratch.buffer, valuesAt, frames);
  for (let row = 0; row < contrastBands; row++) {
    rowOfValues.set(values.subarray(row * frames, (row + 1) * frames));
    kernel.addUp(valuesAt, frames, 0);
    for (const { scale, steps, stride, rowsAt } of scaled) {
      kernel.means(0, steps, framesPerStep / scale, perDeviation, outAt);
      new Int8Array(memory, rowsAt + row * stride, steps).set(new Int8Array(scratch.buffer, outAt, steps));
    }
  }
}
