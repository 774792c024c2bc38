/**
 * Spectral peaks ("constellation", Wang 2003): local maxima of a log-frequency spectrogram with positions finer
 * than its grid, ranked by how far they stand out of their band. Streaming: memory grows with peaks only.
 */

import { BandEnergies } from '../../signal/band-energies.js';
import { LogFrequencyMap } from '../../signal/log-frequency.js';
import { StftStream } from '../../signal/stft.js';
import { framesPerSecond, framing, type PeakPicking, peakPicking } from './parameters.js';
import { GrowingPeaks, keepMostSalient, type PeakList } from './peak-list.js';

/** Frames of levels kept: the contrast needs ± 2 s around the frame that is judged. */
const contrastFrames = Math.round(peakPicking.contrastSeconds * framesPerSecond);
const ringFrames = 2 * contrastFrames + 1;

/** log2 of the power that a sine at the floor's level reaches through a Hann window of this length. */
const floorLevel =
  2 * Math.log2(framing.windowSamples / 4) + (peakPicking.floorDecibels / 10) * Math.log2(10);

/** How far below its frame's loudest band a peak may lie, in units of 3 dB. */
const maskedBelow = (peakPicking.maskingDecibels / 10) * Math.log2(10);

/** Collects the peaks of one recording from mono samples at framing.sampleRateHz. */
export class PeakExtractor {
  private readonly map = new LogFrequencyMap({ ...framing, fftSize: framing.windowSamples });
  private readonly bands = this.map.bandCount;
  private readonly bandEnergies: BandEnergies;
  private readonly energies = new Float32Array(this.bands);
  /** Levels (log2 power) and their maxima over neighbouring bands, by frame modulo ringFrames. */
  private readonly levels = new Float32Array(ringFrames * this.bands);
  private readonly maxima = new Float32Array(ringFrames * this.bands);
  private readonly sums = new Float64Array(this.bands);
  private summed = 0;
  private frames = 0;
  /** Maxima within their own frame, waiting for the frames after them: frame, band, refined cents. */
  private waiting: { frame: number; band: number; cents: number }[] = [];
  /** Maxima in time and frequency, waiting for their band's mean. */
  private confirmed: { frame: number; band: number; time: number; cents: number; level: number }[] = [];
  private confirmedHead = 0;
  private readonly found = new GrowingPeaks();
  private stft: StftStream | undefined;
  private readonly kept: KeptLevels;

  /** The levels of a recording of at most `keptSeconds` are kept, to pick its peaks otherwise. */
  static async create(keptSeconds = 0): Promise<PeakExtractor> {
    const extractor = new PeakExtractor(peakPicking, keptSeconds);
    extractor.stft = await StftStream.create(framing, (spectrum) => extractor.onSpectrum(spectrum));
    return extractor;
  }

  /** The peaks of a recording whose levels were kept; `picking` differs from what is stored only where a query is listened to more closely. */
  static peaksOf(levels: Float32Array, picking: PeakPicking): PeakList {
    const extractor = new PeakExtractor(picking, 0);
    for (let at = 0; at < levels.length; at += extractor.bands) {
      extractor.onLevels(levels.subarray(at, at + extractor.bands));
    }
    return extractor.end(extractor.frames);
  }

  private constructor(
    private readonly picking: PeakPicking,
    keptSeconds: number,
  ) {
    this.bandEnergies = new BandEnergies(this.map, picking.halfWidthBands);
    this.kept = new KeptLevels(Math.round(keptSeconds * framesPerSecond) * this.bands);
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
    return this.end(this.stft!.finish());
  }

  private end(frames: number): PeakList {
    for (let judged = Math.max(0, frames - this.picking.halfWidthFrames); judged < frames; judged++) {
      this.confirm(judged, frames - 1);
    }
    for (let judged = Math.max(0, frames - contrastFrames); judged < frames; judged++) {
      this.dropFromSums(judged - contrastFrames - 1);
      this.rank(judged);
    }
    return keepMostSalient(this.found.list(), this.picking.peaksPerSecond, framesPerSecond);
  }

  private onSpectrum(spectrum: Float32Array): void {
    const { bands, energies } = this;
    this.bandEnergies.of(spectrum, energies);
    for (let band = 0; band < bands; band++) {
      const energy = energies[band]!;
      energies[band] = Math.max(energy > 0 ? Math.log2(energy) : floorLevel, floorLevel);
    }
    this.kept.push(energies);
    this.onLevels(energies);
  }

  private onLevels(frameLevels: Float32Array): void {
    const frame = this.frames++;
    const { bands, levels, sums } = this;
    const row = (frame % ringFrames) * bands;
    // The row about to be overwritten leaves the sums first: it is contrastFrames + 1 before the judged frame.
    this.dropFromSums(frame - ringFrames);
    for (let band = 0; band < bands; band++) {
      levels[row + band] = frameLevels[band]!;
      sums[band]! += levels[row + band]!;
    }
    this.summed++;
    this.findInFrame(frame, row);
    if (frame >= this.picking.halfWidthFrames) this.confirm(frame - this.picking.halfWidthFrames, frame);
    if (frame >= contrastFrames) this.rank(frame - contrastFrames);
  }

  private dropFromSums(frame: number): void {
    if (frame < 0) return;
    const row = (frame % ringFrames) * this.bands;
    for (let band = 0; band < this.bands; band++) this.sums[band]! -= this.levels[row + band]!;
    this.summed--;
  }

  /** Maxima over ± halfWidthBands, for later frames to compare with, and this frame's own candidates. */
  private findInFrame(frame: number, row: number): void {
    const { bands, levels, maxima } = this;
    let loudest = floorLevel;
    for (let at = row; at < row + bands; at++) if (levels[at]! > loudest) loudest = levels[at]!;
    const least = Math.max(floorLevel, loudest - maskedBelow);
    this.bandEnergies.maxima(levels.subarray(row, row + bands), maxima, row);
    // The outermost bands have a neighbour on one side only: a maximum there is not known to be one.
    for (let band = 1; band + 1 < bands; band++) {
      const level = levels[row + band]!;
      if (level === maxima[row + band] && level > least && levels[row + band - 1]! < level) {
        this.waiting.push({ frame, band, cents: this.refineCents(row, band) });
      }
    }
  }

  /** Keeps the candidates of `frame` that no frame within halfWidth exceeds; frames up to `newest` exist. */
  private confirm(frame: number, newest: number): void {
    const { bands, levels, maxima, waiting } = this;
    let used = 0;
    for (; used < waiting.length && waiting[used]!.frame === frame; used++) {
      const { band, cents } = waiting[used]!;
      const level = levels[(frame % ringFrames) * bands + band]!;
      if (!this.isHighest(frame, newest, band, level, maxima)) continue;
      const before = frame > 0 ? levels[((frame - 1) % ringFrames) * bands + band]! : level;
      const after = frame < newest ? levels[((frame + 1) % ringFrames) * bands + band]! : level;
      this.confirmed.push({
        frame,
        band,
        time: Math.max(0, frame + vertex(before, level, after)),
        cents,
        level,
      });
    }
    if (used > 0) waiting.splice(0, used);
  }

  private isHighest(
    frame: number,
    newest: number,
    band: number,
    level: number,
    maxima: Float32Array,
  ): boolean {
    const first = Math.max(0, frame - this.picking.halfWidthFrames);
    const last = Math.min(newest, frame + this.picking.halfWidthFrames);
    for (let other = first; other <= last; other++) {
      const highest = maxima[(other % ringFrames) * this.bands + band]!;
      // Of equal neighbours the first wins, so a plateau gives one peak.
      if (other < frame ? highest >= level : highest > level) return false;
    }
    return true;
  }

  private rank(frame: number): void {
    const { confirmed, sums } = this;
    for (; this.confirmedHead < confirmed.length; this.confirmedHead++) {
      const peak = confirmed[this.confirmedHead]!;
      if (peak.frame !== frame) break;
      const salience = peak.level - sums[peak.band]! / this.summed;
      if (salience >= this.picking.minSalience) this.found.push(peak.time, peak.cents, salience, peak.level);
    }
    if (this.confirmedHead > 4096) {
      confirmed.splice(0, this.confirmedHead);
      this.confirmedHead = 0;
    }
  }

  /** Cents above minHz of a band's maximum, from a parabola through its neighbours' levels. */
  private refineCents(row: number, band: number): number {
    const { levels } = this;
    const offset = vertex(levels[row + band - 1]!, levels[row + band]!, levels[row + band + 1]!);
    return ((band + offset) * 1200) / framing.bandsPerOctave;
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

/** Where the parabola through three equally spaced values peaks, in −0.5 … 0.5 around the middle one. */
function vertex(before: number, middle: number, after: number): number {
  const curvature = before - 2 * middle + after;
  if (curvature >= 0) return 0;
  return Math.max(-0.5, Math.min(0.5, (0.5 * (before - after)) / curvature));
}
