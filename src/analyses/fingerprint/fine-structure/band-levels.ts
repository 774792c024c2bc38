/** Levels of bands of pitch at any moments of a recording, and how they change: what two recordings are compared by that share no waveform. */
import { BandEnergies } from '../../../signal/band-energies.js';
import { RealFft } from '../../../signal/fft.js';
import { LogFrequencyMap } from '../../../signal/log-frequency.js';
import type { WasmKernels } from '../../../signal/wasm/kernel-exports.js';
import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { wasm } from '../../../signal/wasm/wasm.js';
import { hannWindow } from '../../../signal/window.js';
import { framing } from '../parameters.js';

/** 64 ms: short enough for the decay of a note, long enough for a band of a semitone from 300 Hz on. */
const windowSamples = 1024;
const bandsPerOctave = 12;
/** A band is compared down to so far below its own mean, and nothing at the level of dither. */
const floorUnderMean = 0.003;
const floorDecibels = -75;

/** Moments of a recording: sample = start + step · frame, the middle of the frame. */
export interface FrameLine {
  readonly startSamples: number;
  readonly stepSamples: number;
}

/** Frame after frame, the natural logarithm of each band's power over a floor. */
export interface BandLevels {
  readonly frames: number;
  readonly bands: number;
  readonly values: Float32Array;
}

/** Measures mono samples at framing.sampleRateHz. To be disposed of. */
export class LevelMeter {
  private readonly kernel: WasmKernels['log-bands'];
  /** In the kernel's memory: the window, a frame, and the frame times the window. */
  private readonly window: Float32Array;
  private readonly frame: Float32Array;
  private readonly weighed: Float32Array;
  private readonly least: number;

  static async create(): Promise<LevelMeter> {
    return new LevelMeter(await RealFft.create(windowSamples));
  }

  private constructor(private readonly fft: RealFft) {
    const memory = new wasm.Memory({ initial: 1 });
    this.kernel = instantiateKernel('log-bands', memory);
    const [window, frame, weighed] = [0, 1, 2].map(
      (area) => new Float32Array(memory.buffer, 4 * windowSamples * area, windowSamples),
    ) as [Float32Array, Float32Array, Float32Array];
    window.set(hannWindow(windowSamples));
    [this.window, this.frame, this.weighed] = [window, frame, weighed];
    const energy = window.reduce((sum, weight) => sum + weight * weight, 0);
    this.least = energy * 10 ** (floorDecibels / 10);
  }

  dispose(): void {
    this.fft.dispose();
  }

  /** Levels of `frames` frames, in bands whose pitches are `pitchRatio` times those of the query; silence beyond the samples. */
  measure(samples: Float32Array, line: FrameLine, frames: number, pitchRatio: number): BandLevels {
    const map = new LogFrequencyMap({
      sampleRateHz: framing.sampleRateHz,
      fftSize: windowSamples,
      minHz: framing.minHz * pitchRatio,
      maxHz: Math.min(framing.sampleRateHz / 2, framing.maxHz * pitchRatio),
      bandsPerOctave,
    });
    const bands = map.bandCount;
    const values = new Float32Array(frames * bands);
    const energies = new BandEnergies(map);
    for (let frame = 0; frame < frames; frame++) {
      const middle = Math.round(line.startSamples + line.stepSamples * frame);
      this.transform(samples, middle - (windowSamples >> 1));
      values.set(energies.of(this.fft.spectrum), frame * bands);
    }
    takeLogarithms(values, bands, this.least);
    return { frames, bands, values };
  }

  private transform(samples: Float32Array, from: number): void {
    const { kernel, fft, window, frame, weighed } = this;
    const first = Math.max(0, -from);
    const end = Math.max(first, Math.min(windowSamples, samples.length - from));
    if (end - first < windowSamples) frame.fill(0);
    if (end > first) frame.set(samples.subarray(from + first, from + end), first);
    kernel.weigh(frame.byteOffset, window.byteOffset, windowSamples, weighed.byteOffset);
    fft.input.set(weighed);
    fft.forward();
  }
}

function takeLogarithms(values: Float32Array, bands: number, least: number): void {
  const floors = new Float64Array(bands);
  for (let at = 0; at < values.length; at++) floors[at % bands]! += values[at]!;
  for (let band = 0; band < bands; band++) {
    floors[band] = least + (floorUnderMean * floors[band]! * bands) / Math.max(1, values.length);
  }
  for (let at = 0; at < values.length; at++) values[at] = Math.log(values[at]! + floors[at % bands]!);
}

/** From each frame to the next. */
export function changesOf({ frames, bands, values }: BandLevels): BandLevels {
  const changes = new Float32Array(Math.max(0, frames - 1) * bands);
  for (let at = 0; at < changes.length; at++) changes[at] = values[at + bands]! - values[at]!;
  return { frames: Math.max(0, frames - 1), bands, values: changes };
}
