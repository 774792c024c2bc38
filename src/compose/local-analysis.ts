/**
 * Analyses on local files without a service: the same analyses and compute processes, on a database of their own
 * that is either a folder the caller names or thrown away.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { operatorAiDetection } from '../analyses/ai-detection/operator-folder.js';
import type { Analysis, AnalysisOutcome } from '../analyses/analysis.js';
import { createAnalyses } from '../analyses/registry.js';
import { inspectLocalFile, type LocalFile } from '../audio/local-file.js';
import type { Config } from '../config.js';
import { AnalysisError } from '../domain/analysis-error.js';
import type { Compute, ReportProgress } from '../domain/compute.js';
import { needsAudioMessage, type OperationName, operations } from '../domain/operations.js';
import type { JsonObject } from '../domain/task.js';
import { openLocalRecordings } from '../storage/local-recordings.js';
import { opaque } from '../storage/transaction.js';
import { openComputePool } from './compute-pool.js';
import { openInstance } from './instance.js';
import { openSearchIndexes } from './search-indexes.js';
import { transcriptionOptions } from './transcription.js';

/** The account under which a local index keeps its songs. */
const localAccount = 'acct_local';

export interface LocalRun {
  readonly operation: OperationName;
  readonly model: string;
  readonly file: LocalFile;
  readonly signal: AbortSignal;
  readonly onProgress: ReportProgress;
  /** Of the request, as the route would keep them. */
  readonly parameters?: JsonObject;
  /** In place of the pool, for callers that compute ahead. */
  readonly compute?: Compute;
}

export interface LocalAnalysis {
  readonly compute: Compute;
  /** The operations that this version has. */
  readonly operations: ReadonlySet<OperationName>;
  /** Judges a file as an upload would be judged. Throws ComputeError `bad-input` where it is neither audio nor MIDI. */
  inspect(path: string, signal: AbortSignal): Promise<LocalFile>;
  /** Runs the analysis and commits what it writes. Throws what the analysis throws. */
  run(request: LocalRun): Promise<AnalysisOutcome>;
  close(): Promise<void>;
}

/** `indexFolder` keeps the index for the next time; null throws it away at `close`. */
export async function openLocalAnalysis(config: Config, indexFolder: string | null): Promise<LocalAnalysis> {
  const folder = indexFolder ?? (await mkdtemp(join(tmpdir(), 'contrafact-local-')));
  const removeFolder = async (): Promise<void> => {
    if (indexFolder === null) await rm(folder, { recursive: true, force: true });
  };
  const instance = await openInstance(
    { ...config, dataDir: resolve(folder), databaseUrl: null },
    pino({ level: 'silent' }),
  ).catch(async (error: unknown) => {
    await removeFolder();
    throw error;
  });
  const pool = openComputePool(config, config.workers);
  const indexes = openSearchIndexes(instance, null);
  const recordings = openLocalRecordings(resolve(folder));
  const analyses = createAnalyses(indexes, {
    modelsDir: config.modelsDir,
    fingerprintStrictness: config.fingerprintStrictness,
    openRegistered: recordings.open,
    transcription: transcriptionOptions(config),
  });
  /** The operator's part is read when it is first needed: a broken model stops no other operation. */
  let aiDetection: Promise<Analysis | undefined> | undefined;
  const analysisOf = (operation: OperationName): Analysis | undefined | Promise<Analysis | undefined> => {
    if (operation !== 'ai-detection') return analyses.get(operation);
    aiDetection ??= operatorAiDetection(pool, config.modelsDir).then((options) =>
      createAnalyses(indexes, { modelsDir: config.modelsDir, aiDetection: options }).get(operation),
    );
    return aiDetection;
  };

  return {
    compute: pool,
    operations: new Set(analyses.keys()),
    inspect: (path, signal) =>
      inspectLocalFile(pool, path, { signal, maxAudioSeconds: config.maxAudioSeconds }),
    async run({ operation, model, file, signal, onProgress, parameters = {}, compute = pool }) {
      const analysis = await analysisOf(operation);
      if (!analysis) throw new Error(`there is no analysis ${operation}`);
      if (file.format === 'midi' && operations[operation].needsAudio) {
        throw new AnalysisError(needsAudioMessage(operation));
      }
      const outcome = await analysis.run(
        {
          accountId: localAccount,
          taskId: `task_local_${file.musicId}`,
          model,
          variant: 'music',
          music: file,
          parameters,
        },
        { compute, signal, progress: onProgress },
      );
      const { commit } = outcome;
      if (commit) {
        await instance.db.transaction().execute((transaction) => commit.call(outcome, opaque(transaction)));
      }
      if (operation === 'fingerprint-add') await recordings.remember(file);
      return outcome;
    },
    async close() {
      await pool.close();
      await instance.close();
      await removeFolder();
    },
  };
}
