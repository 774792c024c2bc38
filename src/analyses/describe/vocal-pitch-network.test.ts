import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { contourBinCount, keyCount } from '../../music/description/pitch-activations.js';
import { type VocalPitch, vocalPitchBinCount } from '../../music/description/vocal-pitch.js';
import { CentreSalienceStream } from '../../signal/centre-salience.js';
import { NoteNetwork, networkRateHz as rate, salienceHopSamples } from './note-network.js';
import { vocalPitch } from './vocal-pitch-network.js';

const root = join(import.meta.dirname, '..', '..', '..');
/** One note a second, with a glide to the next; a twelfth in all. */
const scale = [52, 54, 56, 57, 59, 61, 63, 64, 66, 68, 69, 71];

/** MIDI number that is sung at a time: vibrato of 5.5 Hz, ±35 cents. */
function sungAt(seconds: number): number {
  const note = Math.min(scale.length - 1, Math.floor(seconds));
  const before = scale[Math.max(0, note - 1)]!;
  const glide = Math.min(1, (seconds - note) / 0.08);
  return before + (scale[note]! - before) * glide + 0.35 * Math.sin(2 * Math.PI * 5.5 * seconds);
}

/** Harmonics under the resonances of an "ah". */
function voice(seconds: number): Float32Array {
  const samples = new Float32Array(Math.round(seconds * rate));
  let phase = 0;
  for (let n = 0; n < samples.length; n++) {
    const hz = 440 * 2 ** ((sungAt(n / rate) - 69) / 12);
    phase += hz / rate;
    for (let h = 1; h * hz < 5000; h++) {
      let level = 0.03;
      for (const formant of [730, 1090, 2440]) level += Math.exp(-0.5 * ((h * hz - formant) / 180) ** 2);
      samples[n]! += (0.12 * level * Math.sin(2 * Math.PI * h * phase)) / Math.sqrt(h);
    }
  }
  return samples;
}

/** Plucked chords, twice a second, on both sides. */
function chords(seconds: number): Float32Array {
  const samples = new Float32Array(Math.round(seconds * rate));
  for (let start = 0; start < samples.length; start += rate / 2)
    for (const midi of [45, 64, 69, 73]) {
      const hz = 440 * 2 ** ((midi - 69) / 12);
      for (let n = 0; n < rate / 2 && start + n < samples.length; n++)
        for (let h = 1; h <= 5; h++)
          samples[start + n]! +=
            (0.04 * Math.exp((-5 * n) / rate) * Math.sin((2 * Math.PI * h * hz * n) / rate)) / h;
    }
  return samples;
}

async function heard(left: Float32Array, right = left): Promise<VocalPitch> {
  const network = await NoteNetwork.open();
  const centre = await CentreSalienceStream.create(rate, salienceHopSamples);
  centre.push(left, right);
  await network.push(left.map((sample, n) => (sample + right[n]!) / 2));
  const activations = await network.finish();
  centre.finish();
  return vocalPitch(centre.bandsOfAllFrames(), activations);
}

const pitchOf = ({ pitches }: VocalPitch, frame: number): number => {
  const row = pitches.subarray(frame * vocalPitchBinCount, (frame + 1) * vocalPitchBinCount);
  return 36 + row.indexOf(Math.max(...row)) / 3;
};

describe('the vocal pitch network', () => {
  beforeAll(() => {
    if (!existsSync(join(root, 'dist', 'models', 'note-network.onnx')))
      execFileSync(process.execPath, [join(root, 'scripts', 'basic-pitch', 'write-model.mjs')]);
  });

  it('follows a scale that is sung over chords, in nine frames of ten to half a semitone', async () => {
    const accompaniment = chords(scale.length);
    const found = await heard(voice(scale.length).map((sample, n) => sample + accompaniment[n]!));
    let right = 0;
    let frames = 0;
    for (let frame = 4; frame < found.frames - 4; frame++) {
      const seconds = frame / found.framesPerSecond;
      if (seconds % 1 < 0.1) continue;
      frames++;
      if (Math.abs(pitchOf(found, frame) - sungAt(seconds)) <= 0.5 && found.voiced[frame]! > 127) right++;
    }
    expect(right / frames).toBeGreaterThan(0.9);
  });

  it('gives a voice less than even odds where only chords are plucked', async () => {
    const { voiced } = await heard(chords(12));
    const sung = voiced.filter((probability) => probability > 127).length;
    expect(sung / voiced.length).toBeLessThan(0.1);
  });

  it('gives as many frames as were measured, by windows that overlap, and none for no sound', async () => {
    const activations = {
      framesPerSecond: 86,
      frames: 1000,
      notes: new Uint8Array(1000 * keyCount),
      onsets: new Uint8Array(1000 * keyCount),
      contours: new Uint8Array(1000 * contourBinCount),
    };
    const silence = { frames: 500, mix: new Uint8Array(500 * 250), centre: new Uint8Array(500 * 250) };
    const found = await vocalPitch(silence, activations);
    expect(found).toMatchObject({ frames: 500, framesPerSecond: 43 });
    expect(found.pitches.length).toBe(500 * vocalPitchBinCount);
    const none = { frames: 0, mix: new Uint8Array(0), centre: new Uint8Array(0) };
    expect((await vocalPitch(none, activations)).frames).toBe(0);
  });
});
