import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engineVersion } from '../../analyses/fingerprint/parameters.js';
import type { Compute } from '../../domain/compute.js';
import { computeAhead } from './compute-ahead.js';
import { openScanJournal, type ScanLine } from './scan-journal.js';
import { scanReport } from './scan-report.js';

function line(name: string, musicId: string | null, matches: ScanLine['matches'] = []): ScanLine {
  const error = musicId === null ? 'no audio' : null;
  return { engine: engineVersion, name, bytes: 10, modifiedMs: 5, musicId, error, matches };
}

describe("a scan's journal", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'contrafact-journal-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const file = { name: 'a.mp3', path: '/x/a.mp3', bytes: 10, modifiedMs: 5 };

  it('remembers what was finished, and reads it again when the file has changed', async () => {
    await (await openScanJournal(folder)).append(line('a.mp3', 'mus_a'));
    const again = await openScanJournal(folder);
    expect(again.find(file)).toEqual(line('a.mp3', 'mus_a'));
    expect(again.find({ ...file, bytes: 11 })).toBeNull();
    expect(again.find({ ...file, modifiedMs: 6 })).toBeNull();
    expect(again.find({ ...file, name: 'b.mp3' })).toBeNull();
  });

  it('does a file again that another version of the engine has done', async () => {
    const { engine, ...rest } = line('a.mp3', 'mus_a');
    appendFileSync(join(folder, 'scan.jsonl'), `\n${JSON.stringify({ engine: engine - 1, ...rest })}`);
    expect((await openScanJournal(folder)).find(file)).toBeNull();
  });

  it('survives a line that was cut short by a crash, and what is written after it', async () => {
    await (await openScanJournal(folder)).append(line('a.mp3', 'mus_a'));
    appendFileSync(join(folder, 'scan.jsonl'), '\n{"name":"b.mp3","by');
    await (await openScanJournal(folder)).append(line('c.mp3', 'mus_c'));
    const again = await openScanJournal(folder);
    expect(again.find(file)).not.toBeNull();
    expect(again.find({ ...file, name: 'b.mp3' })).toBeNull();
    expect(again.find({ ...file, name: 'c.mp3' })).not.toBeNull();
  });
});

describe("a scan's report", () => {
  it('distinguishes identical files, duplicates and parts, and lists what could not be read', () => {
    const report = scanReport(
      [
        line('a.wav', 'mus_a'),
        line('b.wav', 'mus_a'),
        line('c.wav', 'mus_c', [{ music_id: 'mus_a', is_duplicate: true }]),
        line('d.wav', 'mus_d', [{ music_id: 'mus_c', is_duplicate: false }]),
        line('e.wav', null),
      ],
      2,
    );
    expect(report.pairs.map(({ file, kind, other }) => [file, kind, other])).toEqual([
      ['b.wav', 'identical', 'a.wav'],
      ['c.wav', 'duplicate', 'a.wav'],
      ['d.wav', 'part', 'c.wav'],
    ]);
    expect(report).toMatchObject({ scanned: 5, resumed: 2, failed: [{ file: 'e.wav', error: 'no audio' }] });
  });

  it('leaves out songs that are in the index but no longer in the folder', () => {
    const gone = [line('c.wav', 'mus_c', [{ music_id: 'mus_gone', is_duplicate: true }])];
    expect(scanReport(gone, 0).pairs).toEqual([]);
  });
});

describe('computing ahead', () => {
  function pool(answer: unknown): Compute & { calls: string[] } {
    const calls: string[] = [];
    return {
      calls,
      run<Output>(kernel: string, input: unknown): Promise<Output> {
        const { path } = input as { path: string };
        calls.push(`${path} ${kernel.split('.')[1]}`);
        return Promise.resolve(answer as Output);
      },
    };
  }
  const input = (path: string) => ({ path, durationSeconds: 1 });

  it('decodes a file once, hands each analysis its part once, and asks the pool for all else', async () => {
    const under = pool({ song: 'the song', windows: 'the query' });
    const ahead = computeAhead(under, new AbortController().signal);
    ahead.start('a', 1);
    expect(await ahead.run('fingerprint.extract-query', input('a'))).toBe('the query');
    expect(await ahead.run('fingerprint.extract-song', input('a'))).toBe('the song');
    expect(under.calls).toEqual(['a extract-both']);
    await ahead.run('fingerprint.extract-song', input('a'));
    await ahead.run('fingerprint.extract-query', input('b'));
    await ahead.run('audio.probe', { path: 'a' });
    expect(under.calls.slice(1)).toEqual(['a extract-song', 'b extract-query', 'a probe']);
  });

  it('keeps a failure for whoever asks', async () => {
    const failing: Compute = { run: () => Promise.reject(new Error('no')) };
    const ahead = computeAhead(failing, new AbortController().signal);
    ahead.start('a', 1);
    await new Promise((resolve) => setImmediate(resolve));
    for (const kernel of ['fingerprint.extract-query', 'fingerprint.extract-song'] as const) {
      await expect(ahead.run(kernel, input('a'))).rejects.toThrow('no');
    }
  });
});
