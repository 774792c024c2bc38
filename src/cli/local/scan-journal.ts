/** What a scan has finished, one JSON line a file, so that an interrupted scan goes on where it stopped. */
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { engineVersion } from '../../analyses/fingerprint/parameters.js';
import { CliError } from '../cli-error.js';
import type { FoundFile } from './audio-files.js';

const match = z.looseObject({ music_id: z.string(), is_duplicate: z.boolean() });

const line = z.object({
  /** What another version of the engine has written is done again: its fingerprints are not comparable. */
  engine: z.literal(engineVersion),
  name: z.string(),
  bytes: z.number(),
  modifiedMs: z.number(),
  /** From the content's SHA-256: files of the same bytes share it. Null where the file could not be used. */
  musicId: z.string().nullable(),
  error: z.string().nullable(),
  /** Evidence against the files that were finished before this one. */
  matches: z.array(match),
});

export type ScanLine = z.infer<typeof line>;

export interface ScanJournal {
  /** The line of this file, if it was finished and has not changed since. */
  find(file: FoundFile): ScanLine | null;
  append(entry: ScanLine): Promise<void>;
}

export async function openScanJournal(indexFolder: string): Promise<ScanJournal> {
  const path = join(indexFolder, 'scan.jsonl');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const byName = new Map<string, ScanLine>();
  for (const raw of text.split('\n')) {
    const entry = parseLine(raw);
    if (entry) byName.set(entry.name, entry);
  }
  return {
    find({ name, bytes, modifiedMs }) {
      const entry = byName.get(name);
      return entry && entry.bytes === bytes && entry.modifiedMs === modifiedMs ? entry : null;
    },
    async append(entry) {
      byName.set(entry.name, entry);
      // The line end comes first: a line that a crash cut short spoils itself only.
      await appendFile(path, `\n${JSON.stringify(entry)}`).catch((error: Error) => {
        throw new CliError(`${path} cannot be written: ${error.message}`);
      });
    },
  };
}

/** Null for an empty line and for one that a crash cut short: that file is done again. */
function parseLine(raw: string): ScanLine | null {
  try {
    const parsed = line.safeParse(JSON.parse(raw));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
