/** Finds duplicates within a set of files, and describes one file's fingerprint: what the command line calls. */
import type { JsonObject } from '../../domain/task.js';
import type { Compute } from '../analysis.js';
import { isMatch, type Strictness } from './decision.js';
import type { QueryWindow, SongFingerprint } from './extract.js';
import { describeMatch } from './matches.js';
import { memoryIndex } from './memory-index.js';
import { engineVersion } from './parameters.js';
import { searchWindow } from './search.js';

export interface ScanFile {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

/** What a scan keeps of one file, so that the next run need not decode it again. */
export interface ScannedFile extends ScanFile {
  readonly engine: number;
  readonly song: SongFingerprint;
  /** A thin sample of the hashes to look for: enough to find a copy of a whole song. */
  readonly windows: readonly QueryWindow[];
}

export interface DuplicatePair {
  readonly path: string;
  readonly duplicateOf: string;
  /** As in the detail of fingerprint-check. */
  readonly match: JsonObject;
}

export interface ScanFailure {
  readonly path: string;
  readonly reason: string;
}

export interface ScanOptions {
  readonly compute: Compute;
  readonly signal?: AbortSignal;
  /** Files extracted at once; the number of compute processes. Default 1. */
  readonly concurrency?: number;
  readonly strictness?: Strictness;
  /** What an earlier run has kept of this path; ignored where the file or the engine has changed. */
  readonly resume?: (path: string) => ScannedFile | undefined;
  /** Called with every file that was decoded anew: append it to a file to make a scan resumable. */
  readonly onScanned?: (file: ScannedFile) => void | Promise<void>;
  readonly onProgress?: (done: number, of: number, stage: 'reading' | 'comparing') => void;
}

export interface ScanResult {
  readonly duplicates: readonly DuplicatePair[];
  readonly failures: readonly ScanFailure[];
}

/** Hashes kept of a window of a file: the lowest keys, a nested sample. */
const keysPerWindow = 1500;

export async function scanForDuplicates(
  files: readonly ScanFile[],
  options: ScanOptions,
): Promise<ScanResult> {
  const scanned: ScannedFile[] = [];
  const failures: ScanFailure[] = [];
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    while (next < files.length) {
      options.signal?.throwIfAborted();
      const file = files[next++]!;
      try {
        scanned.push(await scanFile(file, options));
      } catch (error) {
        options.signal?.throwIfAborted();
        failures.push({ path: file.path, reason: error instanceof Error ? error.message : String(error) });
      }
      options.onProgress?.(++done, files.length, 'reading');
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.concurrency ?? 1) }, work));
  scanned.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { duplicates: await comparePairs(scanned, options), failures };
}

async function scanFile(
  file: ScanFile,
  { compute, signal, resume, onScanned }: ScanOptions,
): Promise<ScannedFile> {
  const known = resume?.(file.path);
  if (known?.engine === engineVersion && known.bytes === file.bytes && known.modifiedMs === file.modifiedMs) {
    return known;
  }
  const { song, windows } = await compute.run<{ song: SongFingerprint; windows: QueryWindow[] }>(
    'fingerprint.extract',
    { path: file.path, durationSeconds: 0, purpose: 'both' },
    { signal },
  );
  const scanned: ScannedFile = { ...file, engine: engineVersion, song, windows: windows.map(thin) };
  await onScanned?.(scanned);
  return scanned;
}

function thin(window: QueryWindow): QueryWindow {
  return {
    ...window,
    keys: window.keys.slice(0, keysPerWindow),
    times: window.times.slice(0, keysPerWindow),
  };
}

async function comparePairs(
  scanned: readonly ScannedFile[],
  { compute, signal, strictness = 'normal', onProgress }: ScanOptions,
): Promise<DuplicatePair[]> {
  const index = memoryIndex(scanned.map(({ path, engine, song }) => ({ ...song, musicId: path, engine })));
  const context = { compute, signal: signal ?? new AbortController().signal };
  const extent = await index.extent('');
  const pairs = new Map<string, DuplicatePair>();
  for (const [i, { path, windows }] of scanned.entries()) {
    signal?.throwIfAborted();
    for (const window of windows) {
      for (const match of await searchWindow(index, '', window, extent, context, strictness)) {
        const [first, second] = [path, match.song.musicId].sort();
        if (first === second || pairs.has(`${first}\n${second}`)) continue;
        if (!isMatch(match.alignment, scanned.length, strictness)) continue;
        pairs.set(`${first}\n${second}`, {
          path,
          duplicateOf: match.song.musicId,
          match: describeMatch(match, scanned.length, strictness),
        });
      }
    }
    onProgress?.(i + 1, scanned.length, 'comparing');
  }
  return [...pairs.values()];
}

/** What `analyze --operation fingerprint` prints of a file. */
export async function describeFingerprint(
  path: string,
  compute: Compute,
  signal?: AbortSignal,
): Promise<JsonObject> {
  const song = await compute.run<SongFingerprint>(
    'fingerprint.extract',
    { path, durationSeconds: 0, purpose: 'song' },
    { signal },
  );
  return {
    engine: engineVersion,
    duration_seconds: Number(song.durationSeconds.toFixed(3)),
    peaks: song.peakCount,
    postings: song.keys.length,
    bytes: song.peaks.length + Math.round(song.keys.length * 4.2),
    can_be_registered: song.keys.length >= 8,
  };
}
