import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnalysisContext, HearVoice, MusicInput } from '../analysis.js';
import { describeMusic } from './describe-music.js';
import type { DescribeInput } from './listen.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'contrafact-describe-'));
  writeFileSync(join(folder, 'song.wav'), 'RIFF');
  writeFileSync(
    join(folder, 'song.mid'),
    Uint8Array.from([0x4d, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1, 0, 96]),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the kernel is given, and how often the voice was heard. */
async function described(filename: string, durationSeconds: number, presence: number | null) {
  const inputs: DescribeInput[] = [];
  let asked = 0;
  const hearVoice: HearVoice = async () => {
    asked++;
    return presence === null
      ? null
      : { voice: { presence, judgement: 'absent', detector: null }, singing: [] };
  };
  const run = async (_: string, input: DescribeInput): Promise<unknown> => {
    inputs.push(input);
    return { source: 'audio' };
  };
  const music = { path: join(folder, filename), durationSeconds } as MusicInput;
  const context = { compute: { run }, signal: new AbortController().signal, progress() {} };
  const description = await describeMusic(
    music,
    async () => null,
    hearVoice,
    context as unknown as AnalysisContext,
  );
  return { asked, presence: inputs[0]!.presence, voice: description.voice };
}

describe('the description of a file', () => {
  it('is made with what was heard of a voice before, and says the same of it', async () => {
    expect(await described('song.wav', 60, 0.02)).toEqual({
      asked: 1,
      presence: 0.02,
      voice: { presence: 0.02, judgement: 'absent', detector: null },
    });
  });

  it('is made without, where the voice could not be heard', async () => {
    expect(await described('song.wav', 60, null)).toEqual({ asked: 1, presence: null, voice: undefined });
  });

  it('asks for no voice in notes, nor in a recording that is too long to be described', async () => {
    expect(await described('song.mid', 0, 0.9)).toMatchObject({ asked: 0, presence: null });
    expect(await described('song.wav', 4000, 0.9)).toMatchObject({ asked: 0, presence: null });
  });
});
