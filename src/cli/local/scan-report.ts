/** What a scan found, from the lines of its journal. */
import type { ScanLine } from './scan-journal.js';

export interface ScanPair {
  /** The later file, and the one before it that it resembles. */
  readonly file: string;
  readonly other: string;
  /** `identical`: the same bytes. `duplicate`: the same recording. `part`: a stretch of the same recording. */
  readonly kind: 'identical' | 'duplicate' | 'part';
  /** The evidence, as a check reports it; null for identical files. */
  readonly evidence: Readonly<Record<string, unknown>> | null;
}

export interface ScanReport {
  readonly scanned: number;
  /** Of these, how many an earlier run had finished. */
  readonly resumed: number;
  readonly pairs: readonly ScanPair[];
  readonly failed: readonly { readonly file: string; readonly error: string }[];
}

/** `lines` in the order in which the files were compared. */
export function scanReport(lines: readonly ScanLine[], resumed: number): ScanReport {
  const firstWithId = new Map<string, string>();
  for (const { musicId, name } of lines) {
    if (musicId !== null && !firstWithId.has(musicId)) firstWithId.set(musicId, name);
  }
  const pairs: ScanPair[] = [];
  for (const { name, musicId, matches } of lines) {
    const twin = musicId === null ? undefined : firstWithId.get(musicId);
    if (twin !== undefined && twin !== name) {
      pairs.push({ file: name, other: twin, kind: 'identical', evidence: null });
    }
    for (const match of matches) {
      // A file that has changed or gone since is still in the index, but no longer in the folder.
      const other = firstWithId.get(match.music_id);
      if (other === undefined) continue;
      pairs.push({ file: name, other, kind: match.is_duplicate ? 'duplicate' : 'part', evidence: match });
    }
  }
  return {
    scanned: lines.length,
    resumed,
    pairs,
    failed: lines.flatMap(({ name, error }) => (error === null ? [] : [{ file: name, error }])),
  };
}
