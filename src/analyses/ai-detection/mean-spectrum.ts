/**
 * Mean log power spectra of a stream: of the whole track and of consecutive segments, in bounded memory. The
 * mean of logarithms, not of powers, lets a line that is always there stand out from music that comes and goes.
 */
import { StftStream } from '../../signal/stft.js';

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

export interface SegmentSpectrum {
  readonly firstFrame: number;
  /** Sum of log power of the counted frames, a value a bin. */
  sum: Float32Array;
  frames: number;
}

export class MeanSpectrumStream {
  private segments: SegmentSpectrum[] = [];
  private segmentFrames = framesPerSegment;
  private received = 0;
  private closing = false;
  private stft!: StftStream;
  private readonly logPower = new Float32Array(binCount);

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
    return {
      segments: this.segments.filter((segment) => segment.frames > 0),
      wholeFrames: this.wholeFrames(),
      secondsPerSegment: (this.segmentFrames * hopSamples) / analysisRateHz,
    };
  }

  private onFrame(spectrum: Float32Array, frame: number): void {
    // The last frames are padded with zeros; their hard edge is an artefact, so they count only when alone.
    if (this.closing && frame >= this.wholeFrames()) return;
    let energy = 0;
    for (let bin = 1; bin < binCount; bin++) {
      const re = spectrum[2 * bin]!;
      const im = spectrum[2 * bin + 1]!;
      const power = re * re + im * im;
      energy += power;
      this.logPower[bin] = Math.log(power + 1e-9);
    }
    this.logPower[0] = this.logPower[1]!;
    // Parseval with a Hann window, whose mean square is 3/8.
    const rms = Math.sqrt((2 * energy) / (0.375 * windowSamples * windowSamples));
    if (!(rms >= silenceRms)) return;
    const { sum } = this.segmentOf(frame);
    for (let bin = 0; bin < binCount; bin++) sum[bin]! += this.logPower[bin]!;
    this.segments[Math.floor(frame / this.segmentFrames)]!.frames++;
  }

  private wholeFrames(): number {
    return Math.max(1, Math.floor((this.received - windowSamples) / hopSamples) + 1);
  }

  private segmentOf(frame: number): SegmentSpectrum {
    while (frame >= this.segmentFrames * maxSegments) this.mergeNeighbours();
    for (let index = this.segments.length; index <= frame / this.segmentFrames; index++) {
      this.segments.push({
        firstFrame: index * this.segmentFrames,
        sum: new Float32Array(binCount),
        frames: 0,
      });
    }
    return this.segments[Math.floor(frame / this.segmentFrames)]!;
  }

  private mergeNeighbours(): void {
    const merged: SegmentSpectrum[] = [];
    for (let index = 0; index < this.segments.length; index += 2) {
      const left = this.segments[index]!;
      const right = this.segments[index + 1];
      if (right) {
        for (let bin = 0; bin < binCount; bin++) left.sum[bin]! += right.sum[bin]!;
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

/** The mean log power of several segments together; null where none has a sounding frame. */
export function meanOf(segments: readonly SegmentSpectrum[]): Float32Array | null {
  const frames = segments.reduce((total, segment) => total + segment.frames, 0);
  if (frames === 0) return null;
  const mean = new Float32Array(binCount);
  for (const segment of segments) {
    for (let bin = 0; bin < binCount; bin++) mean[bin]! += segment.sum[bin]! / frames;
  }
  return mean;
}
