/**
 * How far each band of a query stands out of the bands beside it. Through a telephone in a noisy room few of a song's peaks remain
 * local maxima, but the level where they were is still higher than beside it: by 22 queries under voices, a level x standard deviations
 * above the mean is exp(0.6 · x − 0.2) times as frequent at the song's peaks as anywhere else, so that the sum of levels is what to look at.
 */
import { LogFrequencyMap } from '../../../signal/log-frequency.js';
import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { reserveBytes, wasm } from '../../../signal/wasm/wasm.js';
import { framing } from '../parameters.js';

/** Of the levels of a frame. */
export const { bandCount } = new LogFrequencyMap({ ...framing, fftSize: framing.windowSamples });
export const centsPerBand = 1200 / framing.bandsPerOctave;
/** A telephone's band. */
const telephoneHz = { from: 300, to: 3400 } as const;
const bandOfHz = (hz: number): number => Math.round(framing.bandsPerOctave * Math.log2(hz / framing.minHz));
const firstBand = bandOfHz(telephoneHz.from);
const lastBand = bandOfHz(telephoneHz.to);
export const contrastBands = lastBand - firstBand + 1;

/** Bands on either side that a band is compared with: 2 semitones. */
const besideBands = 4;
/** In units of 3 dB. */
const lowest = -6;
const highest = 8;
/** Added to a band's deviation: of a band that hardly changes nothing stands out. */
const minDeviation = 0.2;

export interface LevelContrast {
  readonly frames: number;
  /** Band by band, frame after frame: in standard deviations of the band over the query, about its mean. */
  readonly values: Float32Array;
}

/** The row of a pitch in cents above framing.minHz; −1 outside a telephone's band. */
export function contrastRowOf(cents: number): number {
  const band = Math.round(cents / centsPerBand);
  return band < firstBand || band > lastBand ? -1 : band - firstBand;
}

/** One memory for all queries of the process. */
const memory = new wasm.Memory({ initial: 1 });
const kernel = instantiateKernel('level-contrast', memory);

/** Of the levels of all bands, frame after frame (PeakExtractor.keptLevels), by a WebAssembly kernel (wasm/level-contrast.ts). */
export function levelContrast(levels: Float32Array): LevelContrast {
  const frames = Math.floor(levels.length / bandCount);
  const valuesAt = levels.byteLength;
  reserveBytes(memory, valuesAt + 4 * contrastBands * frames);
  new Float32Array(memory.buffer, 0, levels.length).set(levels);
  kernel.contrast(
    0,
    frames,
    bandCount,
    firstBand,
    contrastBands,
    besideBands,
    lowest,
    highest,
    minDeviation,
    valuesAt,
  );
  return { frames, values: new Float32Array(memory.buffer, valuesAt, contrastBands * frames).slice() };
}
