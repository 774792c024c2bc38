import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openResultsFile } from './results-file.js';

describe('the file of results that a run goes on from', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-results-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const song = { name: 'song.wav', path: join(folder, 'song.wav') };
  writeFileSync(song.path, 'sound');
  const operation = 'lyric-transcription';
  const outcome = {
    file: song.name,
    operation,
    model: 'standard',
    verdict: null,
    result: { lyrics: 'one' },
  } as const;

  it('a result is found again for the same language and lyrics only', async () => {
    const path = join(folder, 'results.jsonl');
    const asked = { language: 'ko', lyrics: 'one' };
    await (await openResultsFile(path)).keep(song, outcome, asked);
    const results = await openResultsFile(path);
    const find = (parameters?: object): Promise<unknown> =>
      results.find(song, operation, 'standard', parameters as Record<string, string> | undefined);
    expect(await find({ lyrics: 'one', language: 'ko' })).toEqual(outcome);
    expect(await find({ ...asked, language: 'en' })).toBeNull();
    expect(await find({ ...asked, lyrics: 'two' })).toBeNull();
    expect(await find()).toBeNull();
  });
});
