/** Puts case files together: the task, its songs, versions, and what people decided. */
import { createHash } from 'node:crypto';
import { type CaseFile, type CaseSong, caseFileOf } from '../../domain/case-file/case-file.js';
import type { CaseReview } from '../../domain/case-file/case-review.js';
import { ComputeError } from '../../domain/compute.js';
import { isFinal, type Task } from '../../domain/task.js';
import { summariseVerdict } from '../../domain/verdict/verdict-summary.js';
import type { Music } from '../../storage/ports.js';
import type { DashboardDependencies } from './dependencies.js';
import { DashboardProblem, notFound } from './problem.js';

/** Results of one case file. */
export const maxCaseTasks = 50;
/** Notes and entries of the audit log that a case file shows: the newest. */
const maxShown = 100;

/**
 * The case files of an account's tasks. Throws the 404 or 409 that says which cannot be. `isShared`: for people outside of
 * the account, who see the decision and neither notes nor names of members. `withDrawings`: for what a person looks at.
 */
export async function readCaseFiles(
  dependencies: DashboardDependencies,
  accountId: string,
  taskIds: readonly string[],
  shown: { readonly isShared: boolean; readonly withDrawings: boolean },
): Promise<CaseFile[]> {
  const files: CaseFile[] = [];
  for (const id of taskIds) {
    const task = await dependencies.tasks.get(accountId, id);
    if (!task) throw notFound('task');
    if (!isFinal(task.status)) {
      throw new DashboardProblem(409, 'not_final', 'A case file is made of analyses that have ended.');
    }
    files.push(await caseFile(dependencies, accountId, task, shown));
  }
  return files;
}

/** PDFs of an account a minute, its share links included. */
const pdfsPerMinute = 20;

/** The same as a PDF. Throws the 429 or 503 where it cannot be made now. */
export async function casePdf(
  dependencies: DashboardDependencies,
  accountId: string,
  files: readonly CaseFile[],
): Promise<Buffer> {
  const verdict = await dependencies.rateLimits.take(`case-pdf:${accountId}`, pdfsPerMinute, 60);
  if (!verdict.allowed) {
    const seconds = Math.ceil(verdict.retryAfterSeconds);
    throw new DashboardProblem(
      429,
      'rate_limited',
      `An account may make ${pdfsPerMinute} PDFs a minute. Try again in ${seconds} s.`,
      {},
      { 'retry-after': String(seconds) },
    );
  }
  try {
    return Buffer.from(await dependencies.casePdf(accountId, files, new Date()));
  } catch (error) {
    if (!(error instanceof ComputeError)) throw error;
    throw new DashboardProblem(
      503,
      'pdf_unavailable',
      'The PDF could not be made now. Try again in a minute, or print the page.',
    );
  }
}

async function caseFile(
  dependencies: DashboardDependencies,
  accountId: string,
  task: Task,
  { isShared, withDrawings }: { readonly isShared: boolean; readonly withDrawings: boolean },
): Promise<CaseFile> {
  const { music, datasets, version } = dependencies;
  const datasetId = task.parameters.dataset_id;
  const dataset = typeof datasetId === 'string' ? await datasets.get(accountId, datasetId) : null;
  const songs: CaseSong[] = [...lyricsOf(task)];
  const add = async (id: unknown, role: CaseSong['role']): Promise<void> => {
    const found = typeof id === 'string' ? await music.get(accountId, id) : null;
    if (found) songs.push(songOf(found, role));
  };
  await add(task.musicId, 'analysed');
  await add(task.parameters.other_music_id, 'compared with');
  if (task.operation !== 'compare') await add(summariseVerdict(task)?.match?.musicId, 'matched');
  // Its file may have been deleted since.
  const analysed = songs.find(({ role }) => role === 'analysed');
  return caseFileOf(task, {
    productVersion: version,
    dataset: dataset && { id: dataset.id, name: dataset.name },
    songs,
    resultSha256: sha256(JSON.stringify({ result: task.result, detail: task.detail })),
    drawings: withDrawings ? dependencies.caseDrawings(task, analysed?.title ?? 'The analysed song') : [],
    review: await reviewOf(dependencies, accountId, task.id, isShared),
  });
}

async function reviewOf(
  { reviews, audit }: DashboardDependencies,
  accountId: string,
  taskId: string,
  isShared: boolean,
): Promise<CaseReview> {
  const [review] = await reviews.of(accountId, [taskId]);
  const state = review?.state ?? null;
  if (isShared) return { state, assignee: null, notes: [], history: [] };
  const [notes, history] = await Promise.all([
    reviews.notes(accountId, taskId),
    audit.list(accountId, { limit: maxShown, subject: taskId }),
  ]);
  return {
    state,
    assignee: review?.assignee?.email ?? null,
    notes: notes.slice(-maxShown).map(({ createdAt: at, author, text }) => ({ at, author, text })),
    history: history.items.reverse(),
  };
}

function songOf(found: Music, role: CaseSong['role']): CaseSong {
  const { title, artist, filename, format, durationSeconds, bytes, sha256: sum } = found;
  return { role, title: title || filename, artist, filename, format, durationSeconds, bytes, sha256: sum };
}

function lyricsOf({ parameters, operation }: Task): CaseSong[] {
  if (operation !== 'lyric-plagiarism') return [];
  const lyrics = String(parameters.lyric_text ?? '');
  return [
    {
      role: 'analysed',
      title: String(parameters.song_title ?? 'Lyrics'),
      artist: '',
      filename: '',
      format: 'lyrics',
      durationSeconds: 0,
      bytes: Buffer.byteLength(lyrics),
      sha256: sha256(lyrics),
    },
  ];
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
