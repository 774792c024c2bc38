/** Triangular filters on the mel scale, in the two conventions that published models were trained with. */

export interface MelFilters {
  readonly bands: number;
  readonly bins: number;
  /** Row-major, one row of `bins` weights a band. */
  readonly weights: Float32Array;
  /** First bin with a weight, and one after the last, of each band. */
  readonly from: Int32Array;
  readonly to: Int32Array;
}

const slaneyBreakHz = 1000;
const slaneyLinearHzPerMel = 200 / 3;
const slaneyLogStep = Math.log(6.4) / 27;

/** Slaney's mel scale (Auditory Toolbox, 1998): linear below 1 kHz, logarithmic above. */
function slaneyMelToHz(mel: number): number {
  const breakMel = slaneyBreakHz / slaneyLinearHzPerMel;
  return mel < breakMel
    ? mel * slaneyLinearHzPerMel
    : slaneyBreakHz * Math.exp(slaneyLogStep * (mel - breakMel));
}

function hzToSlaneyMel(hz: number): number {
  return hz < slaneyBreakHz
    ? hz / slaneyLinearHzPerMel
    : slaneyBreakHz / slaneyLinearHzPerMel + Math.log(hz / slaneyBreakHz) / slaneyLogStep;
}

const hzToHtkMel = (hz: number): number => 1127 * Math.log(1 + hz / 700);

/**
 * `bands` filters of equal area on Slaney's scale from 0 Hz to half the rate, triangular in hertz, over
 * fftSize/2 + 1 bins: what Whisper reads.
 */
export function slaneyMelFilters(bands: number, fftSize: number, sampleRateHz: number): MelFilters {
  const top = hzToSlaneyMel(sampleRateHz / 2);
  const edges = Array.from({ length: bands + 2 }, (_, i) => slaneyMelToHz((top * i) / (bands + 1)));
  const binHz = sampleRateHz / fftSize;
  return triangles(bands, fftSize / 2 + 1, (band, bin) => {
    const [low, centre, high] = [edges[band]!, edges[band + 1]!, edges[band + 2]!];
    const hz = bin * binHz;
    const height = 2 / (high - low);
    return height * Math.min((hz - low) / (centre - low), (high - hz) / (high - centre));
  });
}

/**
 * `bands` filters of height 1 on the HTK scale between two frequencies, triangular in mel, without the bin of
 * 0 Hz: what YAMNet reads.
 */
export function htkMelFilters(
  bands: number,
  fftSize: number,
  sampleRateHz: number,
  lowHz: number,
  highHz: number,
): MelFilters {
  const low = hzToHtkMel(lowHz);
  const step = (hzToHtkMel(highHz) - low) / (bands + 1);
  const binHz = sampleRateHz / fftSize;
  return triangles(bands, fftSize / 2 + 1, (band, bin) => {
    if (bin === 0) return 0;
    const place = (hzToHtkMel(bin * binHz) - low) / step - band;
    return Math.min(place, 2 - place);
  });
}

function triangles(bands: number, bins: number, weight: (band: number, bin: number) => number): MelFilters {
  const weights = new Float32Array(bands * bins);
  const from = new Int32Array(bands);
  const to = new Int32Array(bands);
  for (let band = 0; band < bands; band++) {
    let first = -1;
    for (let bin = 0; bin < bins; bin++) {
      const value = weight(band, bin);
      if (value <= 0) continue;
      weights[band * bins + bin] = value;
      if (first < 0) first = bin;
      to[band] = bin + 1;
    }
    from[band] = Math.max(0, first);
  }
  return { bands, bins, weights, from, to };
}

/** Energies of all bands of one spectrum (power or magnitude of `filters.bins` bins) into `out`. */
export function applyMelFilters(filters: MelFilters, spectrum: Float32Array, out: Float32Array): void {
  const { bands, bins, weights, from, to } = filters;
  for (let band = 0; band < bands; band++) {
    const base = band * bins;
    let sum = 0;
    for (let bin = from[band]!; bin < to[band]!; bin++) sum += weights[base + bin]! * spectrum[bin]!;
    out[band] = sum;
  }
}
