/**
 * Spectral peaks ("constellation", Wang 2003): local maxima of a log-frequency spectrogram with positions finer
 * than its grid, ranked by how far they stand out of their band. Streaming: memory grows with peaks only.
 */

import { BandEnergies } from '../../../signal/band-energies.js';
import { LogFrequencyMap } from '../../../signal/log-frequency.js';
import { StftStream } from '../../../signal/stft.js';
import { framesPerSecond, framing, type PeakPicking, peakPicking } from '../parameters.js';
import { PeakKernel } from './peak-kernel.js';
import { GrowingPeaks, keepMostSalient, type PeakList } from './peak-list.js';

const map = new LogFrequencyMap({ ...framing, fftSize: framing.windowSamples });
/** Of all recordings of the process: a frame is through before another begins. */
const bandEnergies = new BandEnergies(map);

/** Collects the peaks of one recording from mono samples at framing.sampleRateHz. */
export class PeakExtractor {
  private readonly kernel = PeakKernel.begin(map.bandCount, peakPicking);
  private readonly found = new GrowingPeaks();
  private readonly kept: KeptLevels;
  private stft: StftStream | undefined;

  /** The levels of a recording of at most `keptSeconds` are kept, to pick its peaks otherwise. */
  static async create(keptSeconds = 0): Promise<PeakExtractor> {
    const extractor = new PeakExtractor(keptSeconds);
    extractor.stft = await StftStream.create(framing, (spectrum) => extractor.onSpectrum(spectrum));
    return extractor;
  }

  /** The peaks of a recording whose levels were kept; `picking` differs from what is stored only where a query is listened to more closely. */
  static peaksOf(levels: Float32Array, picking: PeakPicking): PeakList {
    const kernel = PeakKernel.begin(map.bandCount, picking);
    const found = new GrowingPeaks();
    for (let at = 0; at < levels.length; at += map.bandCount)
      kernel.pushLevels(levels.subarray(at, at + map.bandCount), found);
    kernel.end(found);
    return keepMostSalient(found.list(), picking.peaksPerSecond, framesPerSecond);
  }

  private constructor(keptSeconds: number) {
    this.kept = new KeptLevels(Math.round(keptSeconds * framesPerSecond) * map.bandCount);
  }

  /** Of every band, frame after frame; null where the recording is longer than what is kept. */
  get keptLevels(): Float32Array | null {
    return this.kept.all();
  }

  push(samples: Float32Array): void {
    this.stft!.push(samples);
  }

  /** Ends the recording. Times are in frames of framing.hopSamples. */
  finish(): PeakList {
    this.stft!.finish();
    this.kernel.end(this.found);
    return keepMostSalient(this.found.list(), peakPicking.peaksPerSecond, framesPerSecond);
  }

  private onSpectrum(spectrum: Float32Array): void {
    this.kernel.pushEnergies(bandEnergies.of(spectrum), this.found);
    this.kept.push(this.kernel.levels);
  }
}

/** The levels of all frames, as long as they are no more than `capacity`. */
class KeptLevels {
  private values: Float32Array;
  private count = 0;
  private isFull = false;

  constructor(private readonly capacity: number) {
    this.values = new Float32Array(Math.min(capacity, 1 << 17));
  }

  push(levels: Float32Array): void {
    if (this.isFull) return;
    const end = this.count + levels.length;
    if (end > this.capacity) {
      this.isFull = true;
      this.values = new Float32Array(0);
      return;
    }
    if (end > this.values.length) {
      const larger = new Float32Array(Math.min(this.capacity, 2 * this.values.length + levels.length));
      larger.set(this.values);
      this.values = larger;
    }
    this.values.set(levels, this.count);
    this.count = end;
  }

  all(): Float32Array | null {
    return this.isFull ? null : this.values.slice(0, this.count);
  }
}
