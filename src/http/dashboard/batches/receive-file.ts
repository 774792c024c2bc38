/** One file of a batch: kept as a recording, and given the analyses of the batch. What is done already is not repeated. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Batch, BatchAnalysis } from '../../../domain/batch.js';
import { operations } from '../../../domain/operations.js';
import { Problem, type ProblemCode } from '../../../domain/problems.js';
import type { JsonObject } from '../../../domain/task.js';
import type { Music } from '../../../storage/ports.js';
import { QueueFullError } from '../../../tasks/ports.js';
import { enqueueTask } from '../../start/start-task.js';
import type { DashboardDependencies } from '../dependencies.js';
import { DashboardProblem, notFound } from '../problem.js';
import { AlreadyStartedError, type BatchPlace, type BatchRow } from './ports.js';

/** What is wrong with the file itself, or with the room for it: the row says so. Anything else may pass. */
const rejecting: readonly ProblemCode[] = [
  'not_decodable',
  'audio_too_long',
  'file_too_large',
  'payload_too_large',
  'storage_quota',
];

/** Throws `not_found`, `batch_closed`, QueueFullError before the file is read, and what an upload throws that may pass. */
export async function receiveBatchFile(
  dependencies: DashboardDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  place: BatchPlace,
): Promise<BatchRow> {
  const { batches } = dependencies;
  const batch = await batches.get(place.accountId, place.batchId);
  if (!batch) throw notFound('batch');
  const row = await rowAt(dependencies, place);
  if (row.state === 'accepted') return row;
  if (batch.isClosed) {
    throw new DashboardProblem(409, 'batch_closed', 'This batch was closed: it takes no more files.');
  }
  await requireRoomInQueue(dependencies, place.accountId, batch.analyses.length);
  try {
    const music = await musicOf(dependencies, request, reply, place, row);
    const arrived = await rowAt(dependencies, place);
    // The same bytes under another name: their analyses run already.
    if (arrived.known === 'batch') await batches.accept(place);
    else await startAll(dependencies, batch, place, arrived, music);
  } catch (error) {
    if (!(error instanceof Problem) || !rejecting.includes(error.code)) throw error;
    await batches.reject(place, error.message);
  }
  return rowAt(dependencies, place);
}

async function rowAt({ batches }: DashboardDependencies, place: BatchPlace): Promise<BatchRow> {
  const [row] = await batches.rows(place.accountId, place.batchId, place.position);
  if (!row) throw notFound('file of this batch');
  return row;
}

/** Before the bytes are read: they would be sent again, as often as it takes. */
async function requireRoomInQueue(
  { usage }: DashboardDependencies,
  accountId: string,
  tasks: number,
): Promise<void> {
  const { queuedTasks, queuedTasksLimit } = await usage.quotas(accountId);
  if (queuedTasks > 0 && queuedTasks + tasks > queuedTasksLimit) throw new QueueFullError(queuedTasksLimit);
}

async function musicOf(
  dependencies: DashboardDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  place: BatchPlace,
  row: BatchRow,
): Promise<Music> {
  const { accountId } = place;
  const earlier = row.musicId === null ? null : await dependencies.music.get(accountId, row.musicId);
  if (earlier) return earlier;
  if (request.headers['content-type'] !== 'application/octet-stream') {
    throw new DashboardProblem(415, 'unsupported_media_type', 'Send the bytes of one audio file.');
  }
  const filename = row.name.split('/').at(-1)?.slice(-255) || row.name.slice(-255);
  const { music, created } = await dependencies.upload(request, reply, { accountId, filename });
  await dependencies.batches.arrive(place, music.id, created);
  return music;
}

async function startAll(
  dependencies: DashboardDependencies,
  batch: Batch,
  place: BatchPlace,
  row: BatchRow,
  music: Music,
): Promise<void> {
  const account = await dependencies.accounts.get(place.accountId);
  if (!account) throw notFound('account');
  // A MIDI file has no sound: what listens is left out, and where nothing remains the row says so.
  const usable = batch.analyses.filter(
    ({ operation }) => music.format !== 'midi' || !operations[operation].needsAudio,
  );
  if (usable.length === 0) {
    await dependencies.batches.reject(
      place,
      'A MIDI file has no sound, which the chosen analyses listen to.',
    );
    return;
  }
  const started = new Set(row.tasks.map(({ operation }) => operation));
  for (const analysis of usable) {
    if (started.has(analysis.operation)) continue;
    const { operation, model } = analysis;
    await enqueueTask(
      dependencies,
      { account, keyId: null },
      { operation, model, variant: 'music', music, parameters: parametersOf(analysis, music) },
      (transaction, task) => dependencies.batches.addTask(transaction, place, operation, task.id),
    ).catch((error: unknown) => {
      if (!(error instanceof AlreadyStartedError)) throw error;
    });
  }
  await dependencies.batches.accept(place);
}

function parametersOf({ operation, datasetId }: BatchAnalysis, music: Music): JsonObject {
  if (operation === 'plagiarism') return { dataset_id: datasetId ?? 'default' };
  if (operation !== 'lyric-plagiarism') return {};
  // Without a dataset: every one that the account can read.
  return { song_title: music.title, ...(datasetId !== null && { dataset_id: datasetId }) };
}
