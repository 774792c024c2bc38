/** What `contrafact train` and `contrafact calibrate` of AI detection share: finding files, progress, writing the result. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { CorpusFile } from '../../analyses/ai-detection/evidence/corpus.js';
import type { OperatorCard } from '../../analyses/ai-detection/evidence/operator-files.js';
import { CliError } from '../cli-error.js';
import { exitCodes } from '../exit-codes.js';
import { openAbort } from '../open-abort.js';
import { formatTable, note, printLine } from '../output.js';
import { startProgress } from '../progress.js';
import { findAudioFiles } from './audio-files.js';

/** A generator is the folder that a fake lies in, or the beginning of its name; a collection is the folder of a recording. */
export async function corpus(folder: string, isFake: boolean): Promise<CorpusFile[]> {
  const root = resolve(folder);
  const found = await findAudioFiles(root);
  if (found.length === 0) throw new CliError(`${root} holds no audio files.`, exitCodes.usage);
  const names = found.map(({ name }) => name);
  const { generatorNames } = await import('../../analyses/ai-detection/evidence/generator-name.js');
  const groups = isFake
    ? generatorNames(names, basename(root))
    : names.map((name) => folderOf(name) || basename(root));
  return found.map(({ path }, index) => ({ path, group: groups[index]!, isFake }));
}

const folderOf = (name: string): string => name.split(/[\\/]/).slice(0, -1).join('/');

type OnFile = (done: number, total: number, file: CorpusFile, error: string | null) => void;

/** Runs the work with progress and Ctrl-C; too small a corpus is a usage error, files left out are named at the end. */
export async function withProgress<Result>(
  title: string,
  work: (signal: AbortSignal, onFile: OnFile) => Promise<Result>,
): Promise<Result> {
  const progress = startProgress(title);
  const { signal, release } = openAbort();
  const left: string[] = [];
  try {
    return await work(signal, (done, total, { path }, error) => {
      progress.report(done / total, `${done} of ${total} files: ${basename(path)}`);
      if (error !== null) left.push(`${path}: ${error}`);
    });
  } catch (error) {
    if (error instanceof RangeError) throw new CliError(error.message, exitCodes.usage);
    throw error;
  } finally {
    progress.end();
    release();
    for (const line of left) note(`left out ${line}`);
  }
}

/** Writes a file whole or not at all; what was there is kept under its version. Returns where, null where nothing was. */
export async function writeKeepingEarlier(out: string, content: object): Promise<string | null> {
  await mkdir(dirname(out), { recursive: true });
  const earlier = await keepEarlier(out);
  // Never half a file: a service may be starting now.
  await writeFile(`${out}.part`, `${JSON.stringify(content, null, 2)}\n`);
  await rename(`${out}.part`, out);
  return earlier;
}

async function keepEarlier(out: string): Promise<string | null> {
  const text = await readFile(out, 'utf8').catch(() => null);
  if (text === null) return null;
  const version = /"version":\s*"([^"]+)"/.exec(text)?.[1] ?? 'unknown';
  const kept = `${out.replace(/\.json$/, '')}-${version.replace(/[^A-Za-z0-9.-]/g, '')}.json`;
  await rename(out, kept);
  return kept;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

export function printCard({ heldOut, recordings, falseAlarmRate, falseAlarmInterval }: OperatorCard): void {
  const rows = heldOut.map(({ group, isFake, recordings: count, calledFake }) => [
    isFake ? 'fake' : 'real',
    group,
    count,
    percent(calledFake),
  ]);
  printLine(formatTable(['kind', 'generator or folder', 'files', 'called fake'], rows));
  const [low, high] = falseAlarmInterval;
  printLine(
    `\nfalse alarms ${percent(falseAlarmRate)} of ${recordings} recordings (95 % interval ${percent(low)} to ${percent(high)})`,
  );
}
