/** Runs one operation on files, one after the other, with progress. */
import { stat } from 'node:fs/promises';
import { AnalysisError, ComputeError } from '../../analyses/analysis.js';
import type { LocalAnalysis, LocalFile } from '../../compose/local-analysis.js';
import type { Config } from '../../config.js';
import type { JsonObject, JsonValue } from '../../domain/task.js';
import { CliError } from '../cli-error.js';
import { startProgress } from '../progress.js';
import { type AnalyzeOperation, stepsOf } from './analyze-operations.js';
import { fingerprintAnswer } from './fingerprint-answer.js';
import { openLocal } from './open-local.js';

export type FileOutcome =
  | { readonly file: string; readonly result: JsonValue; readonly detail?: JsonValue }
  | { readonly file: string; readonly error: string };

/** A file that cannot be analysed is an outcome of its own and does not stop the others. */
export async function analyzeFiles(
  config: Config,
  paths: readonly string[],
  operation: AnalyzeOperation,
  model: string,
  parameters: JsonObject = {},
): Promise<FileOutcome[]> {
  const progress = startProgress(operation);
  const { local, signal, close } = await openLocal(config, null);
  try {
    const missing = stepsOf(operation).filter((step) => !local.operations.has(step));
    if (missing.length > 0) {
      throw new CliError(`This version of Contrafact has no ${missing.join(' and ')} analysis yet.`);
    }
    const outcomes: FileOutcome[] = [];
    for (const path of paths) {
      const report = (fraction: number, stage: string): void =>
        progress.report((outcomes.length + fraction) / paths.length, `${path}: ${stage}`);
      outcomes.push(await analyzeOne(local, path, operation, model, parameters, signal, report));
    }
    return outcomes;
  } finally {
    progress.end();
    await close();
  }
}

async function analyzeOne(
  local: LocalAnalysis,
  path: string,
  operation: AnalyzeOperation,
  model: string,
  parameters: JsonObject,
  signal: AbortSignal,
  report: (fraction: number, stage: string) => void,
): Promise<FileOutcome> {
  try {
    report(0, 'reading');
    const file = await inspectFile(local, path, signal);
    const outcomes: { result: JsonValue; detail?: JsonValue }[] = [];
    const steps = stepsOf(operation);
    for (const step of steps) {
      outcomes.push(
        await local.run({
          operation: step,
          model,
          file,
          parameters,
          signal,
          onProgress: (fraction, stage) =>
            report(0.1 + (0.9 * (outcomes.length + fraction)) / steps.length, stage),
        }),
      );
    }
    if (operation === 'fingerprint') {
      return { file: path, result: fingerprintAnswer(file, outcomes[0]!, outcomes[1]!) };
    }
    const { result, detail } = outcomes[0]!;
    return detail === undefined ? { file: path, result } : { file: path, result, detail };
  } catch (error) {
    return { file: path, error: fileProblem(error, signal) };
  }
}

/** Says plainly when a path is no file, before anything is decoded. */
export async function inspectFile(
  local: LocalAnalysis,
  path: string,
  signal: AbortSignal,
): Promise<LocalFile> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new AnalysisError(
      error.code === 'ENOENT'
        ? 'There is no such file.'
        : `It cannot be read (${error.code ?? error.message}).`,
    );
  });
  if (!found.isFile()) throw new AnalysisError('This is not a file.');
  return local.inspect(path, signal);
}

/** The message for the person, where the error is about the file; anything else is thrown on. */
export function fileProblem(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) throw signal.reason;
  if (error instanceof AnalysisError || error instanceof ComputeError) return error.message;
  throw error;
}
