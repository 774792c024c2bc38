/**
 * Does the music itself beat at a lattice's finest spacing? A sequencer's roll repeats a drum 22 times a second: its
 * lines come with a loudness that swells 22 times a second. A decoder's lines are faint tones under music that does
 * not. The modulation spectrum of the loudness distinguishes the two causes of one lattice.
 */
import { StftStream } from '../../../signal/stft.js';
import { analysisRateHz } from './mean-spectrum.js';

/** One loudness value each 2.9 ms: modulations up to 172 Hz. */
const blockSamples = 128;
const envelopeRateHz = analysisRateHz / blockSamples;
const windowBlocks = 2048;
const hopBlocks = windowBlocks / 2;
const binHz = envelopeRateHz / windowBlocks;
/** Neighbours of a modulation line, in bins. */
const nearBins = 4;
const farBins = 14;
const maxMultiples = 7;
/** Frames quieter than this differ by dither only. */
const floorLevel = 1e-5;

/** The mean log modulation spectrum of a track's loudness, in bounded memory. */
export class EnvelopeRhythmStream {
  private readonly sum = new Float64Array(windowBlocks / 2 + 1);
  private frames = 0;
  private blocks = 0;
  private closing = false;
  private energy = 0;
  private filled = 0;
  private previous = 0;
  private stft!: StftStream;

  static async create(): Promise<EnvelopeRhythmStream> {
    const stream = new EnvelopeRhythmStream();
    const options = { windowSamples: windowBlocks, hopSamples: hopBlocks };
    stream.stft = await StftStream.create(options, (spectrum, frame) => stream.onFrame(spectrum, frame));
    return stream;
  }

  /** Mono samples at the analysis rate. Differences are taken: rolls are heard in the treble. */
  push(mono: Float32Array): void {
    const levels = new Float32Array(Math.floor((this.filled + mono.length) / blockSamples));
    let level = 0;
    for (let n = 0; n < mono.length; n++) {
      const difference = mono[n]! - this.previous;
      this.previous = mono[n]!;
      this.energy += difference * difference;
      if (++this.filled < blockSamples) continue;
      levels[level++] = Math.log(Math.sqrt(this.energy / blockSamples) + floorLevel);
      this.energy = 0;
      this.filled = 0;
    }
    this.blocks += levels.length;
    this.stft.push(levels);
  }

  finish(): EnvelopeRhythm {
    this.closing = true;
    this.stft.finish();
    const { sum, frames } = this;
    return { logPower: Float32Array.from(sum, (value) => value / Math.max(1, frames)), frames };
  }

  private onFrame(spectrum: Float32Array, frame: number): void {
    // What is padded with zeros has an edge of its own.
    if (this.closing && frame * hopBlocks + windowBlocks > this.blocks) return;
    for (let bin = 1; bin < this.sum.length - 1; bin++) {
      this.sum[bin]! += Math.log(spectrum[2 * bin]! ** 2 + spectrum[2 * bin + 1]! ** 2 + 1e-9);
    }
    this.frames++;
  }
}

export interface EnvelopeRhythm {
  readonly logPower: Float32Array;
  /** 0 where there was less than 6 s of sound. */
  readonly frames: number;
}

/**
 * How far the loudness beats at `rateHz` and its multiples: the mean of the lines above their neighbours' median, in
 * the neighbours' deviations. About 1 where it does not (the highest of three bins is read); null where the track is
 * too short or the rate too high to say.
 */
export function beatContrast({ logPower, frames }: EnvelopeRhythm, rateHz: number): number | null {
  if (frames === 0) return null;
  let sum = 0;
  let count = 0;
  for (let multiple = 1; multiple <= maxMultiples; multiple++) {
    const bin = Math.round((multiple * rateHz) / binHz);
    if (bin + farBins >= logPower.length - 1) break;
    const neighbours: number[] = [];
    for (let offset = nearBins; offset <= farBins; offset++) {
      neighbours.push(logPower[bin - offset]!, logPower[bin + offset]!);
    }
    const mean = neighbours.reduce((total, value) => total + value, 0) / neighbours.length;
    const variance = neighbours.reduce((total, value) => total + (value - mean) ** 2, 0) / neighbours.length;
    neighbours.sort((a, b) => a - b);
    const median = (neighbours[(neighbours.length >> 1) - 1]! + neighbours[neighbours.length >> 1]!) / 2;
    const line = Math.max(logPower[bin - 1]!, logPower[bin]!, logPower[bin + 1]!);
    sum += (line - median) / (Math.sqrt(variance) + 0.1);
    count++;
  }
  return count === 0 ? null : sum / count;
}
