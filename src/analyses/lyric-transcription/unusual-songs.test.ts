/** What a recogniser was not made for: foreign speech, rapping, singing alone, a choir, a short clip. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lyricLanguages } from '../../domain/languages.js';
import { resample } from '../../signal/resample.js';
import { rateHz, runTranscription, shared } from './test-support/run-transcription.js';
import { wavSamples } from './test-support/wav-samples.js';

const soundFont = ['/usr/share/sounds/sf2/FluidR3_GM.sf2', '/usr/share/sounds/sf2/TimGM6mb.sf2'].find(
  existsSync,
);
const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;
const nano = 'whisper-nano-compact';
const isReady = existsSync(join(shared, nano)) && has('espeak-ng');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'contrafact-unusual-'));
  if (isReady) cpSync(join(shared, nano), join(folder, nano), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function spoken(text: string, ...options: string[]): Float32Array {
  const path = join(folder, 'spoken.wav');
  execFileSync('espeak-ng', [...options, '-w', path, text]);
  return resample(wavSamples(path), rateHz / 22_050);
}

/** A chord of four "aah" voices (General MIDI 53), held for four seconds. */
function choir(): Float32Array {
  const notes = [48, 55, 60, 64];
  const on = notes.flatMap((note) => [0, 0x90, note, 100]);
  const off = notes.flatMap((note, i) => [...(i === 0 ? [0x9e, 0x00] : [0]), 0x80, note, 0]);
  const track = [0, 0xc0, 52, ...on, ...off, 0, 0xff, 0x2f, 0];
  const chunk = (name: string, bytes: readonly number[]): Buffer => {
    const head = Buffer.alloc(8);
    head.write(name, 'latin1');
    head.writeUInt32BE(bytes.length, 4);
    return Buffer.concat([head, Buffer.from(bytes)]);
  };
  // 480 ticks a quarter at 120 a minute: 0x9e00 is a delta of 3840 ticks, four seconds.
  writeFileSync(
    join(folder, 'choir.mid'),
    Buffer.concat([chunk('MThd', [0, 0, 0, 1, 1, 0xe0]), chunk('MTrk', track)]),
  );
  const wav = join(folder, 'choir.wav');
  execFileSync('fluidsynth', ['-ni', '-q', '-r', '16000', '-F', wav, soundFont!, join(folder, 'choir.mid')]);
  const stereo = wavSamples(wav);
  return Float32Array.from(
    { length: stereo.length >> 1 },
    (_, n) => 0.5 * (stereo[2 * n]! + stereo[2 * n + 1]!),
  );
}

/** One of the two documented shapes, and nothing else. */
async function expectDocumented(samples: Float32Array): Promise<void> {
  const { result } = await runTranscription({ modelsDir: folder, samples, recogniser: nano });
  const { lyrics, languages, is_instrumental } = result as {
    lyrics: string;
    languages: { code: string; probability: number }[];
    is_instrumental: boolean;
  };
  expect(Object.keys(result as object).sort()).toEqual(['is_instrumental', 'languages', 'lyrics']);
  if (is_instrumental) {
    expect([lyrics, languages]).toEqual(['', [{ code: 'Inst', probability: 1 }]]);
    return;
  }
  expect(lyrics.length).toBeGreaterThanOrEqual(10);
  expect(languages.length).toBeGreaterThan(0);
  expect(languages.length).toBeLessThanOrEqual(3);
  for (const { code } of languages) expect(lyricLanguages).toContain(code);
  expect(languages.reduce((sum, { probability }) => sum + probability, 0)).toBeLessThanOrEqual(1);
}

describe.skipIf(!isReady)('the documented result comes of (needs espeak-ng and the development data)', () => {
  it('speech in a language outside the 18', () =>
    expectDocumented(spoken('Το φεγγάρι είναι πάνω από το ποτάμι απόψε', '-v', 'el')));

  it('rapping: fast speech over drums', () => {
    const line = 'I said it once I said it twice I roll the dice and pay the price';
    const voice = spoken(`${line}, ${line}`, '-s', '320');
    return expectDocumented(
      voice.map((value, n) => 0.6 * value + 0.5 * Math.exp(-(n % 8000) / 400) * Math.sin(n * n * 0.37)),
    );
  });

  it('one voice alone, high and slow', () =>
    expectDocumented(spoken('la la la I am singing all alone', '-p', '90', '-s', '90')));

  it('a clip of three seconds', () =>
    expectDocumented(spoken('The moon is on the river tonight').slice(0, 3 * rateHz)));
});

describe.skipIf(!isReady || soundFont === undefined || !has('fluidsynth'))(
  'the documented result comes of (needs fluidsynth, a sound font and the development data)',
  () => {
    it('a choir that sings no words', () => expectDocumented(choir()));
  },
);
