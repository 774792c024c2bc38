import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Compute } from '../../analyses/analysis.js';
import { computeAhead } from './compute-ahead.js';
import { openScanJournal, type ScanLine } from './scan-journal.js';
import { scanReport } from './scan-report.js';

function line(name: string, musicId: string | null, matches: ScanLine['matches'] = []): ScanLine {
  return { name, bytes: 10, modifiedMs: 5, musicId, error: musicId === null ? 'no audio' : null, matches };
}

describe("a scan's journal", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'contrafact-journal-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const file = { name: 'a.mp3', path: '/x/a.mp3', bytes: 10, modifiedMs: 5 };

  it('remembers what was finished, and forgets it when the file has changed', async () => {
    await (await openScanJournal(folder)).append(line('a.mp3', 'mus_a'));
    const again = await openScanJournal(folder);
    expect(again.find(file)).toEqual(line('a.mp3', 'mus_a'));
    expect(again.find({ ...file, bytes: 11 })).toBeNull();
    expect(again.find({ ...file, modifiedMs: 6 })).toBeNull();
    expect(again.find({ ...file, name: 'b.mp3' })).toBeNull();
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
  it('tells identical files, duplicates and parts apart, and lists what could not be read', () => {
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
  function pool(): Compute & { calls: string[] } {
    const calls: string[] = [];
    return {
      calls,
      run<Output>(kernel: string): Promise<Output> {
        calls.push(kernel);
        return kernel === 'fail' ? Promise.reject(new Error('no')) : Promise.resolve(calls.length as Output);
      },
    };
  }
  const input = { path: 'a', purpose: 'song' };

  it('hands over what was started for the same input, once, and asks the pool for all else', async () => {
    const under = pool();
    const ahead = computeAhead(under, new AbortController().signal);
    ahead.start('fingerprint.extract', input);
    expect(await ahead.run('fingerprint.extract', { ...input })).toBe(1);
    expect(under.calls).toHaveLength(1);
    expect(await ahead.run('fingerprint.extract', input)).toBe(2);
    expect(await ahead.run('fingerprint.extract', { ...input, path: 'b' })).toBe(3);
    expect(await ahead.run('fingerprint.vote', input)).toBe(4);
  });

  it('keeps a failure for whoever asks', async () => {
    const failing: Compute = { run: () => Promise.reject(new Error('no')) };
    const ahead = computeAhead(failing, new AbortController().signal);
    ahead.start('fingerprint.extract', input);
    await new Promise((resolve) => setImmediate(resolve));
    await expect(ahead.run('fingerprint.extract', input)).rejects.toThrow('no');
  });
});
