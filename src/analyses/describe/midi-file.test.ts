import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { KernelTools } from '../../domain/compute.js';
import { generateMelody, writeMidi } from '../../music/symbolic/test-support/melodies.js';
import { describeKernel } from './kernel.js';
import { inspectMidiKernel } from './midi-file.js';
import { midiFile, percussion, repeatedNotes } from './test-support/midi-files.js';

const folder = mkdtempSync(join(tmpdir(), 'contrafact-midi-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const tools = {} as KernelTools;

let files = 0;
function saved(bytes: Uint8Array): string {
  const path = join(folder, `${files++}.bin`);
  writeFileSync(path, bytes);
  return path;
}
const inspect = async (bytes: Uint8Array) => inspectMidiKernel.run({ path: saved(bytes) }, tools);

describe('a MIDI file where a song is wanted', () => {
  const tune = generateMelody(5, 50);

  it('is recognised by its content, with its length from its notes', async () => {
    const end = Math.max(...tune.map((note) => note.onsetBeats + note.durationBeats));
    const found = await inspect(writeMidi(tune, { bpm: 90 }));
    expect(found).toMatchObject({ format: 'midi', sampleRateHz: 0, channels: 0 });
    expect(Math.abs(found!.durationSeconds - (end * 60) / 90)).toBeLessThan(60 / 90 + 0.01);
    expect(await inspect(Buffer.from('RIFF....WAVEfmt '))).toBeNull();
    expect(await inspect(new Uint8Array(0))).toBeNull();
  });

  it('is described by the same kernel as a recording', async () => {
    const found = await describeKernel.run({ path: saved(writeMidi(tune)) }, tools);
    expect(found.source).toBe('midi');
    expect(found.melody.topline.map((note) => note.midiPitch)).toEqual(tune.map((note) => note.midiPitch));
  });

  it.each([
    ['ends in its header', () => Buffer.from('MThd\0\0'), /ends inside its header/],
    ['has no tracks', () => midiFile([]), /no tracks/],
    ['has no notes', () => midiFile([[0, 0xff, 0x2f, 0]]), /no notes/],
    ['has no time division', () => midiFile([[0, 0xff, 0x2f, 0]], 0), /no time division/],
    ['has a million notes', () => midiFile([repeatedNotes(1_000_000)]), /more than 200,000 notes/],
    [
      'is larger than any score',
      () => Buffer.concat([midiFile([]), Buffer.alloc(33 * 1024 * 1024)]),
      /larger than 32 MB/,
    ],
  ])('is refused with the reason where it %s', async (_, make, reason) => {
    await expect(inspect(make())).rejects.toMatchObject({ failure: 'bad-input', message: reason });
  });

  it('takes what is whole of a file that is cut short', async () => {
    const whole = writeMidi(tune);
    const found = await describeKernel.run({ path: saved(whole.subarray(0, whole.length >> 1)) }, tools);
    expect(found.notes.length).toBeGreaterThan(10);
    expect(found.notes.length).toBeLessThan(tune.length);
  });

  it('invents no melody for drums alone', async () => {
    const found = await describeKernel.run({ path: saved(midiFile([percussion(64)])) }, tools);
    expect(found.melody).toEqual({ vocal: [], instrumental: [], topline: [] });
    expect(found.key).toBeNull();
  });
});
