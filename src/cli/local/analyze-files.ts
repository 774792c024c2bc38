/** Runs operations on files, one after the other, with progress. */
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { LocalFile } from '../../audio/local-file.js';
import type { LocalAnalysis } from '../../compose/local-analysis.js';
import type { Config } from '../../config.js';
import { AnalysisError } from '../../domain/analysis-error.js';
import { ComputeError } from '../../domain/compute.js';
import { operations } from '../../domain/operations.js';
import type { JsonObject, JsonValue } from '../../domain/task.js';
import { summariseVerdict, type VerdictSummary } from '../../domain/verdict/verdict-summary.js';
import { CliError } from '../cli-error.js';
import { codeOfAnalysis } from '../failure-codes.js';
import { note } from '../output.js';
import { startProgress } from '../progress.js';
import { type AnalyzeOperation, stepsOf } from './analyze-operations.js';
import type { PlannedRun } from './available-operations.js';
import type { FileOutcome, FileProblem } from './file-outcome.js';
import { amongFiles, fingerprintAnswer } from './fingerprint-answer.js';
import type { InputFile } from './input-files.js';
import { openLocal } from './open-local.js';
import { noFile } from './places.js';
import type { ResultsFile } from './results-file.js';

export interface AnalyzeRequest {
  readonly runs: readonly PlannedRun[];
  readonly parameters?: JsonObject;
  /** Leaves out what listens to sound where a file holds notes only; otherwise that is an error. */
  readonly skipsUnfit?: boolean;
  /** What earlier runs found, and where this one's results are kept. */
  readonly results?: ResultsFile | null;
}

/** Copies are found among the files of one run: each must be read anew. */
const isResumed = (operation: AnalyzeOperation): boolean => operation !== 'fingerprint';

/** A file that cannot be analysed is an outcome of its own and does not stop the others. */
export async function analyzeFiles(
  config: Config,
  files: readonly InputFile[],
  request: AnalyzeRequest,
): Promise<FileOutcome[]> {
  const progress = startProgress('analyze');
  const { local, signal, close } = await openLocal(config, null);
  try {
    const missing = request.runs
      .flatMap(({ operation }) => stepsOf(operation))
      .filter((step) => !local.operations.has(step));
    if (missing.length > 0) {
      throw new CliError(`This version of Contrafact has no ${missing.join(' and ')} analysis yet.`);
    }
    const outcomes: FileOutcome[] = [];
    const total = files.length * request.runs.length;
    for (const input of files) {
      const waiting: PlannedRun[] = [];
      for (const run of request.runs) {
        const earlier = isResumed(run.operation)
          ? await request.results?.find(input, run.operation, run.model, request.parameters)
          : null;
        if (earlier) outcomes.push(earlier);
        else waiting.push(run);
      }
      if (waiting.length === 0) continue;
      let file: LocalFile;
      try {
        progress.report(outcomes.length / total, `${basename(input.name)}: reading`);
        file = await inspectFile(local, input.path, signal);
        for (const { detail } of file.warnings) note(`${input.name}: ${detail}`);
      } catch (error) {
        const [first] = waiting;
        if (first) outcomes.push({ file: input.name, ...first, ...fileProblem(error, signal) });
        continue;
      }
      for (const run of waiting) {
        if (request.skipsUnfit && file.format === 'midi' && needsAudio(run.operation)) continue;
        const report = (fraction: number, stage: string): void =>
          progress.report((outcomes.length + fraction) / total, `${basename(input.name)}: ${stage}`);
        const named = { file: input.name, ...run };
        try {
          const answer = await analyzeOne(local, file, run, request.parameters ?? {}, signal, report);
          const outcome: FileOutcome = { ...named, ...answer };
          outcomes.push(outcome);
          await request.results?.keep(input, outcome, request.parameters);
        } catch (error) {
          outcomes.push({ ...named, ...fileProblem(error, signal) });
        }
      }
    }
    return outcomes;
  } finally {
    progress.end();
    await close();
  }
}

const needsAudio = (operation: AnalyzeOperation): boolean =>
  stepsOf(operation).some((step) => operations[step].needsAudio);

interface Answer {
  readonly result: JsonValue;
  readonly detail?: JsonValue;
  readonly verdict: VerdictSummary | null;
}

async function analyzeOne(
  local: LocalAnalysis,
  file: LocalFile,
  { operation, model }: PlannedRun,
  parameters: JsonObject,
  signal: AbortSignal,
  report: (fraction: number, stage: string) => void,
): Promise<Answer> {
  const outcomes: { result: JsonValue; detail?: JsonValue }[] = [];
  const steps = stepsOf(operation);
  for (const step of steps) {
    const onProgress = (fraction: number, stage: string): void =>
      report((outcomes.length + fraction) / steps.length, stage);
    outcomes.push(await local.run({ operation: step, model, file, parameters, signal, onProgress }));
  }
  const { result, detail = null } = outcomes[0]!;
  const summary = summariseVerdict({ operation: steps[0]!, status: 'success', result, detail });
  if (operation === 'fingerprint') {
    return {
      result: fingerprintAnswer(file, outcomes[0]!, outcomes[1]!),
      verdict: summary && amongFiles(summary),
    };
  }
  return { result, detail, verdict: summary };
}

/** Says plainly when a path is no file, before anything is decoded. */
export async function inspectFile(
  local: LocalAnalysis,
  path: string,
  signal: AbortSignal,
): Promise<LocalFile> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw noFile(
      error.code === 'ENOENT'
        ? 'There is no such file.'
        : `It cannot be read (${error.code ?? error.message}).`,
    );
  });
  if (!found.isFile()) throw noFile('This is not a file.');
  return local.inspect(path, signal);
}

/** What an outcome says of an error that is about the file; any other is thrown on. */
export function fileProblem(error: unknown, signal: AbortSignal): FileProblem {
  if (signal.aborted) throw signal.reason;
  if (error instanceof CliError && error.code === 'no_such_file')
    return { error: error.message, error_code: error.code };
  if (error instanceof AnalysisError || error instanceof ComputeError)
    return { error: error.message, error_code: codeOfAnalysis(error) };
  throw error;
}
