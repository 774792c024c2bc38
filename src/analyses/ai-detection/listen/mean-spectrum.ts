/**
 * Mean log power spectra of a stream: of the whole track and of consecutive segments, in bounded memory. The
 * mean of logarithms, not of powers, lets a line that is always there stand out from music that comes and goes.
 * Every bin first gets a share of its surroundings' power: lossy codecs empty the bins that nobody hears, and the
 * logarithm of an empty bin would outvote the frames in which the line is there.
 */
import { StftStream } from '../../../signal/stft.js';
import { BlockQuantile } from './block-quantile.js';

export const analysisRateHz = 44_100;
export const windowSamples = 32_768;
export const hopSamples = windowSamples / 2;
export const binHz = analysisRateHz / windowSamples;
export const binCount = windowSamples / 2;

/** Frames a segment starts with: 27 hops are 10.03 s. */
const framesPerSegment = 27;
/** At twice this many segments neighbours are merged, so that an hour costs as much memory as ten minutes. */
const maxSegments = 96;
/** Below −70 dBFS lies the noise of converters and dither, periodic at times in real recordings. */
const silenceRms = 3.2e-4;
/** The surroundings whose mean power is shared out, in bins, and the share: a floor about 9 dB below them. */
const surroundingBins = 101;
const surroundingShare = 0.12;

export interface SegmentSpectrum {
  readonly firstFrame: number;
  /** Sum of log power of the counted frames, a value a bin. */
  sum: Float32Array;
  /** The low quantile of log power over blocks of frames (see block-quantile.ts), times the frames of each block. */
  low: Float32Array;
  frames: number;
}

export class MeanSpectrumStream {
  private segments: SegmentSpectrum[] = [];
  private segmentFrames = framesPerSegment;
  private received = 0;
  private closing = false;
  private stft!: StftStream;
  private readonly logPower = new Float32Array(binCount);
  /** Frames of the newest segment that its low quantile does not count yet. */
  private readonly block = new BlockQuantile(binCount, framesPerSegment);
  /** Power of all bins below each bin: 64 bits, for a quiet treble above a loud bass. */
  private readonly cumulative = new Float64Array(binCount + 1);

  static async create(): Promise<MeanSpectrumStream> {
    const stream = new MeanSpectrumStream();
    stream.stft = await StftStream.create({ windowSamples, hopSamples }, (spectrum, frame) =>
      stream.onFrame(spectrum, frame),
    );
    return stream;
  }

  push(mono: Float32Array): void {
    this.received += mono.length;
    this.stft.push(mono);
  }

  /** Ends the stream. Segments without a sounding frame are left out. */
  finish(): SegmentsOfTrack {
    this.closing = true;
    this.stft.finish();
    this.closeBlock();
    return {
      segments: this.segments.filter((segment) => segment.frames > 0),
      wholeFrames: this.wholeFrames(),
      secondsPerSegment: (this.segmentFrames * hopSamples) / analysisRateHz,
    };
  }

  private onFrame(spectrum: Float32Array, frame: number): void {
    // The last frames are padded with zeros; their hard edge is an artefact, so they count only when alone.
    if (this.closing && frame >= this.wholeFrames()) return;
    const { cumulative, logPower } = this;
    let energy = 0;
    for (let bin = 1; bin < binCount; bin++) {
      const re = spectrum[2 * bin]!;
      const im = spectrum[2 * bin + 1]!;
      energy += re * re + im * im;
      cumulative[bin + 1] = energy;
    }
    const half = surroundingBins >> 1;
    for (let bin = 1; bin < binCount; bin++) {
      const from = Math.max(1, bin - half);
      const to = Math.min(binCount, bin + half + 1);
      const surroundings = (cumulative[to]! - cumulative[from]!) / (to - from);
      const power = cumulative[bin + 1]! - cumulative[bin]!;
      logPower[bin] = Math.log(
        (1 - surroundingShare) * power + surroundingShare * Math.max(0, surroundings) + 1e-9,
      );
    }
    logPower[0] = logPower[1]!;
    // Parseval with a Hann window, whose mean square is 3/8.
    const rms = Math.sqrt((2 * energy) / (0.375 * windowSamples * windowSamples));
    if (!(rms >= silenceRms)) return;
    const segment = this.segmentOf(frame);
    for (let bin = 0; bin < binCount; bin++) segment.sum[bin]! += logPower[bin]!;
    segment.frames++;
    if (this.block.add(logPower)) this.closeBlock();
  }

  /** Counts the waiting frames in the newest segment's low quantile. */
  private closeBlock(): void {
    const newest = this.segments.at(-1);
    if (newest !== undefined) this.block.addTo(newest.low);
  }

  private wholeFrames(): number {
    return Math.max(1, Math.floor((this.received - windowSamples) / hopSamples) + 1);
  }

  private segmentOf(frame: number): SegmentSpectrum {
    while (frame >= this.segmentFrames * maxSegments) this.mergeNeighbours();
    for (let index = this.segments.length; index <= frame / this.segmentFrames; index++) {
      this.closeBlock();
      this.segments.push({
        firstFrame: index * this.segmentFrames,
        sum: new Float32Array(binCount),
        low: new Float32Array(binCount),
        frames: 0,
      });
    }
    return this.segments[Math.floor(frame / this.segmentFrames)]!;
  }

  private mergeNeighbours(): void {
    this.closeBlock();
    const merged: SegmentSpectrum[] = [];
    for (let index = 0; index < this.segments.length; index += 2) {
      const left = this.segments[index]!;
      const right = this.segments[index + 1];
      if (right) {
        for (let bin = 0; bin < binCount; bin++) {
          left.sum[bin]! += right.sum[bin]!;
          left.low[bin]! += right.low[bin]!;
        }
        left.frames += right.frames;
      }
      merged.push(left);
    }
    this.segments = merged;
    this.segmentFrames *= 2;
  }
}

export interface SegmentsOfTrack {
  readonly segments: readonly SegmentSpectrum[];
  /** Frames that were looked at, silent ones included. */
  readonly wholeFrames: number;
  readonly secondsPerSegment: number;
}

/** Which summary over frames a spectrum is: the mean of the logarithms, or their low quantile. */
export const spectrumKinds = ['mean', 'low'] as const;
export type SpectrumKind = (typeof spectrumKinds)[number];

/** The log power of several segments together, a value a bin; null where none has a sounding frame. */
export function spectrumOf(
  segments: readonly SegmentSpectrum[],
  kind: SpectrumKind = 'mean',
): Float32Array | null {
  const frames = segments.reduce((total, segment) => total + segment.frames, 0);
  if (frames === 0) return null;
  const mean = new Float32Array(binCount);
  for (const segment of segments) {
    const sum = kind === 'mean' ? segment.sum : segment.low;
    for (let bin = 0; bin < binCount; bin++) mean[bin]! += sum[bin]! / frames;
  }
  return mean;
}
