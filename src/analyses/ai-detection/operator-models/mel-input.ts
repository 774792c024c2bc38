/** Log-mel spectrograms for classifiers that want them: HTK mel scale, triangular filters, natural log of power. */
import { powerSpectrum, RealFft } from '../../../signal/fft.js';
import { hannWindow } from '../../../signal/window.js';
import type { OperatorInput } from './manifest.js';

type MelInput = Extract<OperatorInput, { kind: 'mel' }>;

const toMel = (hz: number): number => 2595 * Math.log10(1 + hz / 700);
const toHz = (mel: number): number => 700 * (10 ** (mel / 2595) - 1);

/** One row of bin weights a band, rising and falling linearly between the neighbours' centres. */
function melFilters(input: MelInput): Float32Array[] {
  const { bands, lowestHz, highestHz, sampleRateHz, windowSamples } = input;
  const low = toMel(lowestHz);
  const step = (toMel(highestHz) - low) / (bands + 1);
  const edgesHz = Array.from({ length: bands + 2 }, (_, index) => toHz(low + index * step));
  return Array.from({ length: bands }, (_, band) => {
    const [left, centre, right] = [edgesHz[band]!, edgesHz[band + 1]!, edgesHz[band + 2]!];
    return Float32Array.from({ length: windowSamples / 2 + 1 }, (_, bin) => {
      const hz = (bin * sampleRateHz) / windowSamples;
      return Math.max(0, Math.min((hz - left) / (centre - left), (right - hz) / (right - centre)));
    });
  });
}

/** Frames that fit a window without padding. */
export function melFrames(input: MelInput): number {
  const samples = Math.round(input.windowSeconds * input.sampleRateHz);
  return Math.floor((samples - input.windowSamples) / input.hopSamples) + 1;
}

/** `bands` × frames, band by band. */
export async function logMel(samples: Float32Array, input: MelInput): Promise<Float32Array> {
  const filters = melFilters(input);
  const window = hannWindow(input.windowSamples);
  const frames = melFrames(input);
  const power = new Float32Array(input.windowSamples / 2 + 1);
  const output = new Float32Array(input.bands * frames);
  const fft = await RealFft.create(input.windowSamples);
  try {
    for (let frame = 0; frame < frames; frame++) {
      const frameInput = fft.input;
      for (let n = 0; n < window.length; n++)
        frameInput[n] = samples[frame * input.hopSamples + n]! * window[n]!;
      fft.forward();
      powerSpectrum(fft.spectrum, power);
      for (let band = 0; band < input.bands; band++) {
        const weights = filters[band]!;
        let sum = 0;
        for (let bin = 0; bin < power.length; bin++) sum += weights[bin]! * power[bin]!;
        output[band * frames + frame] = Math.log(sum + 1e-10);
      }
    }
  } finally {
    fft.dispose();
  }
  return output;
}
