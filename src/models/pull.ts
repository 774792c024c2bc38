/** Installs models: from the public hub, or from a folder on a machine without internet. */
import { copyFile, mkdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Downloaded, download } from './download.js';
import { asInstallation } from './installation.js';
import { readLock, sha256Of, totalBytes, writeLock } from './installed.js';
import { type Manifest, type ModelEntry, type ModelFile, modelFolder } from './manifest.js';

const defaultHubUrl = 'https://huggingface.co';

export interface PullProgress {
  readonly path: string;
  /** 0-based. */
  readonly fileIndex: number;
  readonly files: number;
  readonly received: number;
  readonly total: number | null;
}

export interface PullOptions {
  readonly modelsDir: string;
  /** Base of `/{repository}/resolve/{revision}/{path}`. */
  readonly hubUrl?: string;
  /** Takes the files from here instead of the hub: FOLDER/<id>/…, or FOLDER itself for one model. */
  readonly from?: string;
  readonly signal?: AbortSignal;
  /** Of this installation, as its state in the folder names it. */
  readonly token?: string;
  onProgress?(progress: PullProgress): void;
  readonly pause?: (milliseconds: number) => Promise<void>;
}

export interface PulledFile {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  /** `pinned`: nobody knew its hash before; from now on this one is expected. */
  readonly outcome: 'already there' | 'verified' | 'pinned';
}

/**
 * Installs every file of the model; a file is seen under its name only when it is whole and its hash is right.
 * One process at a time installs a model: see installation.ts.
 * @throws Error that says what to do; running it again continues
 */
export async function pullModel(entry: ModelEntry, options: PullOptions): Promise<PulledFile[]> {
  if (entry.shipped)
    throw new Error(`The model "${entry.id}" comes with the program: there is nothing to pull.`);
  if (options.from === undefined && entry.repository === null) {
    throw new Error(`The model "${entry.id}" is on no public hub. Install it with --from FOLDER.`);
  }
  const folder = modelFolder(entry, options.modelsDir);
  const { signal: outer, token } = options;
  return asInstallation({ folder, id: entry.id, signal: outer, token }, async (signal, note) => {
    await requireSpace(entry, folder);
    const files = entry.files.length;
    const pulled: PulledFile[] = [];
    for (const [fileIndex, file] of entry.files.entries()) {
      signal.throwIfAborted();
      const { path } = file;
      const report = (received: number, total: number | null): void => {
        note({ file: path, fileIndex, files, receivedBytes: received, totalBytes: total });
        options.onProgress?.({ path, fileIndex, files, received, total });
      };
      pulled.push(await pullFile(entry, file, folder, { ...options, signal }, report));
    }
    return pulled;
  });
}

async function requireSpace(entry: ModelEntry, folder: string): Promise<void> {
  const needed = totalBytes(entry.files);
  if (needed === null) return;
  const sizes = await Promise.all(
    entry.files.flatMap((file) => [join(folder, file.path), join(folder, `${file.path}.part`)]).map(sizeOf),
  );
  const missing = needed - sizes.reduce((sum, size) => sum + size, 0);
  const { bavail, bsize } = await statfs(folder);
  if (missing > bavail * bsize) {
    const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`;
    throw new Error(
      `"${entry.id}" needs ${megabytes(missing)} more in ${folder}, where ${megabytes(bavail * bsize)} are free.`,
    );
  }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    (stats) => stats.size,
    () => 0,
  );
}

async function pullFile(
  entry: ModelEntry,
  file: ModelFile,
  folder: string,
  options: PullOptions,
  report: (received: number, total: number | null) => void,
): Promise<PulledFile> {
  const target = join(folder, file.path);
  const lock = await readLock(folder);
  const expected = file.sha256 ?? lock.files[file.path]?.sha256 ?? null;
  const present = await sizeOf(target);
  if (present > 0 && expected !== null && (await sha256Of(target)) === expected) {
    report(present, present);
    return { path: file.path, sha256: expected, bytes: present, outcome: 'already there' };
  }
  const part = `${target}.part`;
  await mkdir(dirname(target), { recursive: true });
  const source = await fetchInto(part, entry, file, options, report);
  const sha256 = await sha256Of(part);
  const wanted = expected ?? source.hubSha256;
  if (wanted !== null && sha256 !== wanted) {
    await rm(part, { force: true });
    await rm(`${part}.etag`, { force: true });
    throw new Error(
      `${file.path} of "${entry.id}" has SHA-256 ${sha256}, expected ${wanted}. It was deleted. ` +
        (expected !== null
          ? 'The source may have changed or be damaged; pull again, and report it if it stays so.'
          : 'The transfer was damaged; pull again.'),
    );
  }
  await rename(part, target);
  await rm(`${part}.etag`, { force: true });
  const bytes = await sizeOf(target);
  const revision = source.revision ?? lock.revision;
  await writeLock(folder, { revision, files: { ...lock.files, [file.path]: { sha256, bytes } } });
  return { path: file.path, sha256, bytes, outcome: wanted === null ? 'pinned' : 'verified' };
}

async function fetchInto(
  part: string,
  entry: ModelEntry,
  file: ModelFile,
  options: PullOptions,
  report: (received: number, total: number | null) => void,
): Promise<Downloaded> {
  if (options.from !== undefined) {
    const source = await findInFolder(entry, file, options.from);
    await copyFile(source, part).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOSPC')
        throw new Error(`The disk is full: ${dirname(part)} has no space for ${file.path}.`);
      throw error;
    });
    const bytes = await sizeOf(part);
    report(bytes, bytes);
    return { hubSha256: null, revision: null };
  }
  const hub = (options.hubUrl ?? defaultHubUrl).replace(/\/+$/, '');
  const path = file.path.split('/').map(encodeURIComponent).join('/');
  return download({
    url: `${hub}/${entry.repository}/resolve/${encodeURIComponent(entry.revision ?? 'main')}/${path}`,
    part,
    signal: options.signal,
    pause: options.pause,
    onBytes: report,
  });
}

async function findInFolder(entry: ModelEntry, file: ModelFile, from: string): Promise<string> {
  const repository =
    entry.repository === null ? [] : [join(from, entry.repository), join(from, basename(entry.repository))];
  for (const folder of [join(from, entry.id), ...repository, from]) {
    const path = join(folder, file.path);
    if ((await sizeOf(path)) > 0) return path;
  }
  throw new Error(
    `${file.path} of "${entry.id}" is not in ${from}. Expected ${join(from, entry.id, file.path)}.`,
  );
}

/** The models of the manifest, other than shipped ones, whose files are all in FOLDER/<id>. */
export async function modelsInFolder(known: Manifest, from: string): Promise<ModelEntry[]> {
  const found: ModelEntry[] = [];
  for (const entry of known.models) {
    if (entry.shipped) continue;
    const sizes = await Promise.all(entry.files.map((file) => sizeOf(join(from, entry.id, file.path))));
    if (sizes.every((size) => size > 0)) found.push(entry);
  }
  return found;
}
