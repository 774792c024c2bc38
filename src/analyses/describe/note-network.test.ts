import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { NoteNetwork, networkRateHz as rate } from './note-network.js';
import { publishedNoteNetwork } from './test-support/published-note-network.js';

const root = join(import.meta.dirname, '..', '..', '..');
const windowSamples = 43_844;
const margin = 15;
const framesKept = 142;

/** Struck notes in every octave, the lowest and the highest keys among them, in faint noise. */
function struck(): Float32Array {
  const samples = noise().map((sample) => sample / 300);
  for (const [index, midi] of [21, 26, 34, 45, 57, 60, 64, 76, 88, 101, 107].entries()) {
    const hz = 440 * 2 ** ((midi - 69) / 12);
    for (let n = index * 3000; n < windowSamples; n++)
      for (let harmonic = 1; harmonic * hz < 9000 && harmonic < 7; harmonic++) {
        const age = (n - index * 3000) / rate;
        const phase = 2 * Math.PI * harmonic * hz * age;
        samples[n]! += ((0.1 * Math.exp(-3 * age)) / harmonic) * Math.sin(phase);
      }
  }
  return samples;
}

function noise(): Float32Array {
  let state = 5;
  return Float32Array.from({ length: windowSamples }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 0.3 * (state / 2 ** 31 - 1);
  });
}

/** The first window's kept frames: the network puts half an overlap of silence before the first sample. */
async function answers(window: Float32Array): Promise<Record<'contours' | 'notes' | 'onsets', Uint8Array>> {
  const network = await NoteNetwork.open();
  await network.push(window.subarray(margin * 256));
  return network.finish();
}

describe('the note network', () => {
  beforeAll(() => {
    if (!existsSync(join(root, 'dist', 'models', 'note-network.onnx')))
      execFileSync(process.execPath, [join(root, 'scripts', 'basic-pitch', 'write-model.mjs')]);
  });

  it.each([
    ['struck notes', struck],
    ['noise', noise],
    ['silence', () => new Float32Array(windowSamples)],
  ])('answers to %s as the published layers do, to the byte', async (_, sound) => {
    const window = sound().fill(0, 0, margin * 256);
    const published = publishedNoteNetwork(window);
    const heard = await answers(window);
    for (const name of ['contours', 'notes', 'onsets'] as const) {
      const width = published[name].length / (framesKept + 2 * margin);
      let largest = 0;
      for (let at = 0; at < framesKept * width; at++)
        largest = Math.max(largest, Math.abs(heard[name][at]! - 255 * published[name][margin * width + at]!));
      // Half a byte is what rounding to one loses.
      expect(largest).toBeLessThan(0.51);
    }
  });
});
