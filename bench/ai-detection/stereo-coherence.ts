/**
 * A signal that was tried and did not help: how alike left and right are in the treble. Some decoders make both channels
 * of one latent and keep them alike, others spread them; so do microphones and mixing desks.
 */
import { StftStream } from '../../src/signal/stft.js';

const windowSamples = 2048;
const binHz = 44_100 / windowSamples;
const bandHz = { from: 8000, to: 14_000 };
/** Coherence of one bin and frame is 1 by definition: this many frames and bins are summed. */
const framesTogether = 4;
const binsTogether = 46;

/** Median magnitude-squared coherence of left and right from 8 to 14 kHz of 44.1 kHz stereo; null where it is mono. */
export async function stereoCoherence(stereo: Float32Array): Promise<number | null> {
  const frames = stereo.length >> 1;
  const sides = [new Float32Array(frames), new Float32Array(frames)] as const;
  let isMono = true;
  for (let n = 0; n < frames; n++) {
    sides[0][n] = stereo[2 * n]!;
    sides[1][n] = stereo[2 * n + 1]!;
    isMono &&= stereo[2 * n] === stereo[2 * n + 1];
  }
  if (isMono) return null;
  const spectra = await Promise.all(sides.map(bandSpectra));
  const [left, right] = [spectra[0]!, spectra[1]!];
  const values: number[] = [];
  for (let frame = 0; frame + framesTogether <= left.length; frame += framesTogether) {
    for (let bin = 0; 2 * (bin + binsTogether) <= left[0]!.length; bin += binsTogether) {
      values.push(coherence(left, right, frame, bin));
    }
  }
  values.sort((a, b) => a - b);
  return values[values.length >> 1] ?? null;
}

/** Interleaved complex bins of the band, frame by frame. */
async function bandSpectra(samples: Float32Array): Promise<Float32Array[]> {
  const from = Math.round(bandHz.from / binHz);
  const to = Math.round(bandHz.to / binHz);
  const spectra: Float32Array[] = [];
  const stft = await StftStream.create({ windowSamples, hopSamples: windowSamples }, (spectrum) =>
    spectra.push(spectrum.slice(2 * from, 2 * to)),
  );
  stft.push(samples);
  stft.finish();
  return spectra;
}

function coherence(
  left: readonly Float32Array[],
  right: readonly Float32Array[],
  frame: number,
  bin: number,
): number {
  let [re, im, powerLeft, powerRight] = [0, 0, 1e-20, 1e-20];
  for (let f = frame; f < frame + framesTogether; f++) {
    const [a, b] = [left[f]!, right[f]!];
    for (let at = 2 * bin; at < 2 * (bin + binsTogether); at += 2) {
      re += a[at]! * b[at]! + a[at + 1]! * b[at + 1]!;
      im += a[at + 1]! * b[at]! - a[at]! * b[at + 1]!;
      powerLeft += a[at]! ** 2 + a[at + 1]! ** 2;
      powerRight += b[at]! ** 2 + b[at + 1]! ** 2;
    }
  }
  return (re * re + im * im) / (powerLeft * powerRight);
}
