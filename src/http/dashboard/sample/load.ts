/** Fills an account with sample data: a dataset, recordings, and of each analysis one that finds something and one that does not. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationName } from '../../../domain/operations.js';
import { isFinal, type JsonObject } from '../../../domain/task.js';
import type { Music } from '../../../storage/ports.js';
import { enqueueTask, type TaskOwner } from '../../start/start-task.js';
import type { DashboardDependencies } from '../dependencies.js';
import { copiedLyrics, originalLyrics, otherLyrics, strangerLyrics } from './lyrics.js';
import type { SampleRole } from './ports.js';

const datasetName = 'Sample data';
/** How long the first fingerprint may take before the check is started without it. */
const registrationSeconds = 120;

type Sounds = ReadonlyMap<SampleRole, Music>;

/**
 * Resolves when recordings and dataset are there and the first analyses are queued. `later` queues the rest, once what
 * they need is registered.
 */
export async function loadSampleData(
  dependencies: DashboardDependencies,
  owner: TaskOwner,
): Promise<{ datasetId: string; later: () => Promise<void> }> {
  const { datasets, samples, songListener } = dependencies;
  const accountId = owner.account.id;
  const sounds = await keepSounds(dependencies, accountId);
  const dataset = await datasets.create(accountId, {
    name: datasetName,
    description: 'Songs made by this program, to try the analyses with.',
  });
  await samples.add(accountId, 'dataset', dataset.id);
  const song = (role: SampleRole, lyrics: string): Parameters<typeof datasets.addSongs>[2][number] => ({
    title: sounds.get(role)?.title ?? role,
    artist: 'Contrafact sample',
    year: '',
    link: null,
    language: 'en',
    lyrics,
    musicId: sounds.get(role)?.id ?? null,
  });
  const added = await datasets.addSongs(accountId, dataset.id, [
    song('original', originalLyrics),
    song('other', otherLyrics),
  ]);
  if (added) {
    await songListener.added(
      dataset.id,
      added.map(({ id }) => id),
    );
  }
  const start = (operation: OperationName, model: string, role: SampleRole | null, more: JsonObject = {}) =>
    startSample(
      dependencies,
      owner,
      operation,
      model,
      role === null ? null : (sounds.get(role) ?? null),
      more,
    );
  const registration = await start('fingerprint-add', '', 'original');
  const dataset_id = dataset.id;
  for (const role of ['cover', 'stranger'] as const)
    await start('plagiarism', 'standard', role, { dataset_id });
  for (const [song_title, lyric_text] of [
    ['A copied lyric', copiedLyrics],
    ['A lyric of its own', strangerLyrics],
  ] as const) {
    await start('lyric-plagiarism', 'standard', null, { song_title, lyric_text, dataset_id });
  }
  for (const role of ['decoded', 'stranger'] as const) await start('ai-detection', 'standard', role);
  await start('lyric-transcription', 'standard', 'original');
  // Words need a recogniser; that nobody sings is seen without one.
  if ((await dependencies.models.missing()).length === 0) {
    await start('lyric-transcription', 'standard', 'sung');
  }
  return {
    datasetId: dataset.id,
    async later() {
      if (registration !== null) await ended(dependencies, accountId, registration);
      for (const role of ['excerpt', 'stranger'] as const) {
        await start('fingerprint-check', '', role);
        await start('fingerprint-scan', '', role);
      }
    },
  };
}

async function keepSounds(dependencies: DashboardDependencies, accountId: string): Promise<Sounds> {
  const folder = await mkdtemp(join(dependencies.blobs.temporaryFolder, 'sample-'));
  const sounds = new Map<SampleRole, Music>();
  try {
    for await (const { role, title, file } of dependencies.makeSampleSounds()) {
      const path = join(folder, role);
      await writeFile(path, file);
      const { music, created } = await dependencies.keepSample(accountId, {
        path,
        filename: `${title}.wav`,
        bytes: file.byteLength,
        sha256: createHash('sha256').update(file).digest('hex'),
      });
      sounds.set(role, music);
      // What the account had before is its own.
      if (created) await dependencies.samples.add(accountId, 'music', music.id);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return sounds;
}

/** Null where this instance or the plan does not offer it: the others still show what they do. */
async function startSample(
  dependencies: DashboardDependencies,
  owner: TaskOwner,
  operation: OperationName,
  model: string,
  music: Music | null,
  parameters: JsonObject,
): Promise<string | null> {
  try {
    const request = { operation, model, variant: 'music' as const, music, parameters };
    const task = await enqueueTask(dependencies, owner, request);
    await dependencies.samples.add(owner.account.id, 'task', task.id);
    return task.id;
  } catch (error) {
    if (error instanceof Error && 'code' in error && offeredElsewhere.has(String(error.code))) return null;
    throw error;
  }
}

const offeredElsewhere: ReadonlySet<string> = new Set(['analysis_not_offered', 'plan_required']);

async function ended({ tasks }: DashboardDependencies, accountId: string, taskId: string): Promise<void> {
  for (let waited = 0; waited < registrationSeconds; waited++) {
    const task = await tasks.get(accountId, taskId);
    if (!task || isFinal(task.status)) return;
    await sleep(1000);
  }
}
