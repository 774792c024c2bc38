import { resolve } from 'node:path';
import type { Command } from 'commander';
import { usedModels } from '../../analyses/lyric-transcription/used-models.js';
import { listModels, listOwnEncoders, removeModel, verifyModel } from '../../models/installed.js';
import {
  findModel,
  loadManifest,
  type Manifest,
  type ModelEntry,
  modelFolder,
} from '../../models/manifest.js';
import { modelsInFolder, type PulledFile, pullModel } from '../../models/pull.js';
import { CliError } from '../cli-error.js';
import { addCommand, currentConfig, type JsonOption } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { asTyped } from '../invocation.js';
import { openAbort } from '../open-abort.js';
import { formatBytes, formatTable, note, printJson, printLine } from '../output.js';
import { startProgress } from '../progress.js';

export function registerModels(program: Command): void {
  const models = program
    .command('models')
    .description('optional models: nothing is downloaded unless you say so here');

  addCommand(models, 'list', 'list the known models, their licences, and what is lost without them').action(
    list,
  );

  addCommand(models, 'pull [ids...]', 'install models; an interrupted pull goes on where it stopped')
    .option('--from <folder>', 'take the files from a folder; without ids, every known model found in it')
    .option('--hub <url>', 'another hub with the same addresses (CONTRAFACT_MODEL_HUB)')
    .action(pull);

  addCommand(models, 'verify [ids...]', 'hash the files of installed models and compare').action(verify);

  addCommand(models, 'remove <ids...>', 'delete installed models').action(remove);
}

async function list(options: JsonOption): Promise<void> {
  const config = currentConfig();
  const states = await listModels(loadManifest(), config.modelsDir);
  const inUse = await usedModels(config);
  const own = (await listOwnEncoders(loadManifest(), config.modelsDir)).map(({ id, bytes, licence }) => ({
    id,
    state: 'installed' as const,
    purpose: 'sentence-encoder' as const,
    used_by: ['lyric-plagiarism'],
    bytes,
    licence: licence ?? 'not stated',
    licence_note: 'Put there by the operator.',
    without_it: 'Lyric plagiarism uses the shipped encoder.',
    in_use: config.encoder === id,
  }));
  const ofManifest = states.map(({ entry, state, bytes, totalBytes }) => ({
    id: entry.id,
    state,
    purpose: entry.purpose,
    used_by: entry.usedBy,
    bytes: state === 'absent' ? totalBytes : bytes,
    licence: entry.licence,
    licence_note: entry.licenceNote,
    without_it: entry.withoutIt,
    in_use: entry.shipped || config.encoder === entry.id || inUse.some(({ id }) => id === entry.id),
  }));
  const rows = [...ofManifest, ...own];
  if (options.json) return printJson(rows);
  printLine(
    formatTable(
      ['model', 'state', 'purpose', 'size', 'licence'],
      rows.map(({ id, state, purpose, bytes, licence, in_use }) => [
        id,
        in_use && state === 'installed' ? 'in use' : state,
        purpose,
        bytes === null ? null : formatBytes(bytes),
        licence,
      ]),
    ),
  );
  printLine('');
  for (const { kind, detail } of inUse) printLine(asTyped(`lyric transcription, ${kind}: ${detail}`));
}

async function pull(ids: string[], options: JsonOption & { from?: string; hub?: string }): Promise<void> {
  const known = loadManifest();
  const from = options.from === undefined ? undefined : resolve(options.from);
  const entries =
    ids.length > 0 || from === undefined ? chosen(known, ids) : await modelsInFolder(known, from);
  if (entries.length === 0) {
    const ids = known.models.filter(({ shipped }) => !shipped).map(({ id }) => id);
    throw new CliError(
      from === undefined
        ? `Say which models to pull: ${ids.join(', ')}.`
        : `${from} holds no known model. It should hold folders named ${ids.join(', ')}.`,
      exitCodes.usage,
    );
  }
  const { modelsDir, modelHub } = currentConfig();
  const { signal, release } = openAbort();
  const pulled: { id: string; files: PulledFile[] }[] = [];
  try {
    for (const entry of entries) {
      if (entry.licence === 'unknown') note(`${entry.id}: ${entry.licenceNote}`);
      const progress = startProgress(entry.id);
      const files = await pullModel(entry, {
        modelsDir,
        from,
        hubUrl: options.hub ?? modelHub,
        signal,
        onProgress: ({ path, fileIndex, files, received, total }) =>
          progress.report(
            (fileIndex + (total === null || total === 0 ? 0 : received / total)) / files,
            `${path}  ${formatBytes(received)}${total === null ? '' : ` of ${formatBytes(total)}`}`,
          ),
      })
        .catch((error: unknown) => {
          signal.throwIfAborted();
          throw new CliError(error instanceof Error ? error.message : String(error));
        })
        .finally(progress.end);
      pulled.push({ id: entry.id, files });
      if (!options.json)
        printLine(`${entry.id}: ${describeFiles(files)}, in ${modelFolder(entry, modelsDir)}`);
      if (!options.json && entry.purpose === 'recogniser') note(nextStep);
    }
  } finally {
    release();
  }
  if (options.json) printJson(pulled);
}

const nextStep =
  'Now: `contrafact analyze song.mp3 --operation lyric-transcription`. A running service uses it from its next task on.';

function describeFiles(files: readonly PulledFile[]): string {
  const size = formatBytes(files.reduce((sum, { bytes }) => sum + bytes, 0));
  const isNew = files.some(({ outcome }) => outcome !== 'already there');
  const isPinned = files.some(({ outcome }) => outcome === 'pinned');
  const how = isPinned ? 'hashes unknown before are now pinned' : 'hashes verified';
  return `${files.length} files, ${size}, ${isNew ? `installed, ${how}` : 'was there already, hashes verified'}`;
}

async function verify(ids: string[], options: JsonOption): Promise<void> {
  const known = loadManifest();
  const { modelsDir } = currentConfig();
  const installed = (await listModels(known, modelsDir))
    .filter(({ state }) => state !== 'absent')
    .map(({ entry }) => entry);
  const reports: { id: string; ok: boolean; files: Awaited<ReturnType<typeof verifyModel>> }[] = [];
  const progress = startProgress('verify');
  const entries = ids.length > 0 ? chosen(known, ids) : installed;
  for (const [index, entry] of entries.entries()) {
    progress.report(index / entries.length, entry.id);
    const files = await verifyModel(entry, modelsDir);
    const ok = files.every(({ state }) => state === 'ok' || state === 'unpinned');
    reports.push({ id: entry.id, ok, files });
  }
  progress.end();
  if (reports.some(({ ok }) => !ok)) process.exitCode = exitCodes.failed;
  if (options.json) return printJson(reports);
  for (const { id, ok, files } of reports) {
    const wrong = files.filter(({ state }) => state !== 'ok').map(({ path, state }) => `${path}: ${state}`);
    printLine(`${ok ? '✓' : '✗'} ${id}${wrong.length > 0 ? `  ${wrong.join(', ')}` : ''}`);
  }
}

async function remove(ids: string[], options: JsonOption): Promise<void> {
  const { modelsDir } = currentConfig();
  const removed: { id: string; removed: boolean }[] = [];
  for (const entry of chosen(loadManifest(), ids)) {
    if (entry.shipped) {
      throw new CliError(`${entry.id} comes with the program and cannot be removed.`, exitCodes.usage);
    }
    removed.push({ id: entry.id, removed: await removeModel(entry, modelsDir) });
  }
  if (options.json) return printJson(removed);
  for (const { id, removed: was } of removed) note(was ? `${id} is removed.` : `${id} was not installed.`);
}

function chosen(known: Manifest, ids: readonly string[]): ModelEntry[] {
  return ids.map((id) => {
    try {
      return findModel(known, id);
    } catch (error) {
      throw new CliError(error instanceof Error ? error.message : String(error), exitCodes.usage);
    }
  });
}
