/** What is installed of a model, and what its files must hash to. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { ownSettings } from './encoder-choice.js';
import {
  type EncoderSettings,
  type Manifest,
  type ModelEntry,
  type ModelFile,
  modelFolder,
} from './manifest.js';

const lockName = 'contrafact-lock.json';

const lock = z.object({
  /** The hub's commit that the files came from, where it said so. */
  revision: z.string().nullable(),
  files: z.record(z.string(), z.object({ sha256: z.string(), bytes: z.number() })),
});

/** What the first pull found, for files whose hash the manifest does not know. */
export type ModelLock = z.infer<typeof lock>;

export async function readLock(folder: string): Promise<ModelLock> {
  const text = await readFile(join(folder, lockName), 'utf8').catch(() => null);
  return text === null ? { revision: null, files: {} } : lock.parse(JSON.parse(text));
}

export async function writeLock(folder: string, value: ModelLock): Promise<void> {
  const path = join(folder, lockName);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.tmp`, `${JSON.stringify(value, null, 2)}\n`);
  await rename(`${path}.tmp`, path);
}

/** SHA-256 of a file as lower-case hex. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

export type FileState = 'ok' | 'missing' | 'wrong-hash' | 'unpinned';

export interface FileReport {
  readonly path: string;
  readonly state: FileState;
  readonly expected: string | null;
  readonly actual: string | null;
}

/** Hashes every file of a model. `unpinned`: it is there, and neither manifest nor lock knows its hash. */
export async function verifyModel(entry: ModelEntry, modelsDir: string): Promise<FileReport[]> {
  const folder = modelFolder(entry, modelsDir);
  const pinned = await readLock(folder);
  const reports: FileReport[] = [];
  for (const file of entry.files) {
    const expected = file.sha256 ?? pinned.files[file.path]?.sha256 ?? null;
    const actual = await sha256Of(join(folder, file.path)).catch(() => null);
    const state =
      actual === null
        ? 'missing'
        : expected === null
          ? 'unpinned'
          : actual === expected
            ? 'ok'
            : 'wrong-hash';
    reports.push({ path: file.path, state, expected, actual });
  }
  return reports;
}

export interface ModelState {
  readonly entry: ModelEntry;
  readonly state: 'shipped' | 'installed' | 'partial' | 'absent';
  /** On the disk now. */
  readonly bytes: number;
  /** Of all files, where the manifest knows. */
  readonly totalBytes: number | null;
}

/** Every model of the manifest and what is there of it, by the files' presence alone: quick. */
export async function listModels(known: Manifest, modelsDir: string): Promise<ModelState[]> {
  return Promise.all(
    known.models.map(async (entry) => {
      const folder = modelFolder(entry, modelsDir);
      const sizes = await Promise.all(entry.files.map((file) => sizeOf(join(folder, file.path))));
      const present = sizes.filter((size) => size !== null);
      const bytes = present.reduce((sum, size) => sum + size, 0);
      const complete = present.length === entry.files.length;
      const state = complete
        ? entry.shipped
          ? 'shipped'
          : 'installed'
        : present.length > 0
          ? 'partial'
          : 'absent';
      return { entry, state, bytes, totalBytes: totalBytes(entry.files) };
    }),
  );
}

export interface OwnEncoder {
  readonly id: string;
  readonly bytes: number;
  /** As its description states it; null where it states none. */
  readonly licence: string | null;
}

/** Encoders in the models folder that the manifest does not name. A folder that holds a broken one is left out. */
export async function listOwnEncoders(known: Manifest, modelsDir: string): Promise<OwnEncoder[]> {
  const folders = await readdir(modelsDir, { withFileTypes: true }).catch(() => []);
  const found: OwnEncoder[] = [];
  for (const { name } of folders.filter((entry) => entry.isDirectory())) {
    if (known.models.some(({ id }) => id === name)) continue;
    const folder = join(modelsDir, name);
    const settings = settingsOf(folder);
    if (settings === null) continue;
    const sizes = await Promise.all(
      [settings.model, 'tokenizer.json'].map((file) => sizeOf(join(folder, file))),
    );
    const bytes = sizes.reduce((sum: number, size) => sum + (size ?? 0), 0);
    found.push({ id: name, bytes, licence: settings.licence ?? null });
  }
  return found;
}

function settingsOf(folder: string): EncoderSettings | null {
  try {
    return ownSettings(folder);
  } catch {
    return null;
  }
}

export function totalBytes(files: readonly ModelFile[]): number | null {
  return files.every((file) => file.bytes !== null)
    ? files.reduce((sum, file) => sum + file.bytes!, 0)
    : null;
}

async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    (stats) => (stats.isFile() ? stats.size : null),
    () => null,
  );
}

/** Deletes an installed model. False where nothing was there. Throws for a model that comes with the program. */
export async function removeModel(entry: ModelEntry, modelsDir: string): Promise<boolean> {
  if (entry.shipped) throw new Error(`The model "${entry.id}" comes with the program and cannot be removed.`);
  const folder = modelFolder(entry, modelsDir);
  const existed = await stat(folder).then(
    () => true,
    () => false,
  );
  await rm(folder, { recursive: true, force: true });
  return existed;
}
