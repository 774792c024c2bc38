import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { leadingLineOfNotes } from '../../music/description/leading-line.js';
import { type LeadingPitch, leadingPitchCount } from '../../music/description/leading-pitch.js';
import {
  contourBinCount,
  keyCount,
  type PitchActivations,
} from '../../music/description/pitch-activations.js';
import { CentreSalienceStream } from '../../signal/centre-salience.js';
import { seededRandom } from '../../signal/seeded-random.js';
import { leadingPitch } from './leading-line-network.js';
import { NoteNetwork, networkRateHz as rate, salienceHopSamples } from './note-network.js';

const root = join(import.meta.dirname, '..', '..', '..');
const tune = [72, 74, 76, 77, 79, 77, 76, 74, 72, 76, 79, 84, 83, 79, 76, 74];

/** Plucked notes of six partials: start in seconds, MIDI number, level. */
function plucked(notes: readonly (readonly [number, number, number])[], seconds: number): Float32Array {
  const samples = new Float32Array(Math.round(seconds * rate));
  for (const [start, midi, level] of notes) {
    const hz = 440 * 2 ** ((midi - 69) / 12);
    const from = Math.round(start * rate);
    for (let n = 0; n < rate && from + n < samples.length; n++)
      for (let h = 1; h <= 6; h++)
        samples[from + n]! +=
          (level * Math.exp((-3 * n) / rate) * Math.sin((2 * Math.PI * h * hz * n) / rate)) / h;
  }
  return samples;
}

async function heard(sound: Float32Array): Promise<{ found: LeadingPitch; activations: PitchActivations }> {
  const network = await NoteNetwork.open();
  const centre = await CentreSalienceStream.create(rate, salienceHopSamples);
  centre.push(sound, sound);
  await network.push(sound);
  const activations = await network.finish();
  centre.finish();
  return { found: await leadingPitch(centre.bandsOfAllFrames(), activations), activations };
}

describe('the leading-line network', () => {
  beforeAll(() => {
    if (!existsSync(join(root, 'dist', 'models', 'note-network.onnx')))
      execFileSync(process.execPath, [join(root, 'scripts', 'basic-pitch', 'write-model.mjs')]);
  });

  it('follows a tune above chords, and not the chords', async () => {
    const melody = tune.map((midi, i) => [0.5 * i, midi, 0.12] as const);
    const chords = tune.flatMap((_, i) =>
      i % 2 === 0 ? [48, 55, 60, 64].map((midi) => [0.5 * i, midi, 0.05] as const) : [],
    );
    const { found, activations } = await heard(plucked([...melody, ...chords], 8));
    const line = leadingLineOfNotes(found, activations);
    const right = tune.filter((midi, i) =>
      line.some(
        (note) =>
          note.midi === midi && Math.abs(note.startFrame / activations.framesPerSecond - 0.5 * i) < 0.1,
      ),
    );
    expect(right.length).toBeGreaterThanOrEqual(14);
  });

  it('finds next to no line in noise', async () => {
    const random = seededRandom(3);
    const { found, activations } = await heard(
      Float32Array.from({ length: 10 * rate }, () => 0.2 * (random() - 0.5)),
    );
    const line = leadingLineOfNotes(found, activations);
    const frames = line.reduce((sum, { startFrame, endFrame }) => sum + endFrame - startFrame, 0);
    expect(frames / activations.frames).toBeLessThan(0.1);
  });

  it('gives as many frames as were measured, by windows that overlap, and none for no sound', async () => {
    const activations = {
      framesPerSecond: 86,
      frames: 4005,
      notes: new Uint8Array(4005 * keyCount),
      onsets: new Uint8Array(4005 * keyCount),
      contours: new Uint8Array(4005 * contourBinCount),
    };
    const found = await leadingPitch({ frames: 2003, mix: new Uint8Array(2003 * 250) }, activations);
    expect(found).toMatchObject({ frames: 2003, framesPerSecond: 43 });
    expect(found.pitches.length).toBe(2003 * leadingPitchCount);
    expect((await leadingPitch({ frames: 0, mix: new Uint8Array(0) }, activations)).frames).toBe(0);
  });
});
