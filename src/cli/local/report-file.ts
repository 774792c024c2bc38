/** `analyze --report FILE`: what was found of local files as a page to keep, HTML or PDF. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Evidence } from '../../analyses/ai-detection/results/evidence.js';
import { evidenceReport } from '../../analyses/ai-detection/results/report/report.js';
import { type CaseFile, type CaseSong, caseFileOf } from '../../domain/case-file/case-file.js';
import { casePage } from '../../domain/case-file/page.js';
import type { JsonValue, Task } from '../../domain/task.js';
import { packageVersion } from '../../package-version.js';
import { note } from '../output.js';
import { stepsOf } from './analyze-operations.js';
import type { FileOutcome } from './file-outcome.js';
import type { InputFile } from './input-files.js';
import { objectOf } from './json-object.js';
import { printPdf } from './print-pdf.js';
import { writeWholeFile } from './write-whole-file.js';

/** Throws CliError where the file cannot be written, or a PDF not be printed. */
export async function writeReportFile(
  path: string,
  outcomes: readonly FileOutcome[],
  files: readonly InputFile[],
  startedAt: Date,
): Promise<void> {
  const page = await reportPage(outcomes, files, startedAt);
  if (extname(path).toLowerCase() === '.pdf') await printPdf(page, path);
  else await writeWholeFile(path, page, 'The report');
  note(`The report is in ${path}`);
}

/** One analysis of one file has a page with its evidence drawn; anything else is a case file of all. */
async function reportPage(
  outcomes: readonly FileOutcome[],
  files: readonly InputFile[],
  startedAt: Date,
): Promise<string> {
  const [only] = outcomes;
  if (outcomes.length === 1 && only && 'result' in only) {
    if (only.page !== undefined) return only.page;
    const { evidence } = objectOf(only.detail ?? null);
    if (only.operation === 'ai-detection' && evidence !== undefined) {
      const subject = {
        name: basename(only.file),
        sha256: await sha256Of(pathOf(files, only.file)),
        date: new Date(),
        version: packageVersion(),
      };
      // A detail is typed as JSON; AI detection's holds its evidence.
      return evidenceReport(evidence as unknown as Evidence, subject);
    }
  }
  const cases: CaseFile[] = [];
  for (const outcome of outcomes) cases.push(await caseOf(outcome, files, startedAt));
  return casePage(cases, new Date());
}

async function caseOf(outcome: FileOutcome, files: readonly InputFile[], startedAt: Date): Promise<CaseFile> {
  const [operation] = stepsOf(outcome.operation);
  const succeeded = 'result' in outcome;
  const songs = [await songOf('analysed', outcome.file, pathOf(files, outcome.file))];
  const matched = succeeded ? outcome.matchedPath : undefined;
  if (matched !== undefined) songs.push(await songOf('matched', basename(matched), matched));
  const task = {
    id: 'on this machine, without a service',
    operation,
    model: outcome.model,
    parameters: {},
    createdAt: startedAt,
    completedAt: new Date(),
    status: succeeded ? 'success' : 'failure',
    error: succeeded ? null : outcome.error,
    result: succeeded ? evidenceOf(outcome.operation, outcome.result) : null,
    detail: succeeded ? (outcome.detail ?? null) : null,
    // A local run has no row: these are the fields that the case file reads.
  } as unknown as Task;
  const stored = JSON.stringify({ result: task.result, detail: task.detail });
  const file = caseFileOf(task, {
    productVersion: packageVersion(),
    dataset: null,
    songs,
    resultSha256: createHash('sha256').update(stored).digest('hex'),
    review: null,
  });
  return succeeded ? { ...file, verdict: outcome.verdict } : file;
}

/** Of a song compared with a folder, the best comparison: its passages are the evidence. */
function evidenceOf(operation: FileOutcome['operation'], result: JsonValue): JsonValue {
  if (operation !== 'plagiarism') return result;
  const { comparisons } = objectOf(result);
  return Array.isArray(comparisons) ? (objectOf(comparisons[0] ?? null).result ?? null) : null;
}

const pathOf = (files: readonly InputFile[], name: string): string =>
  files.find((file) => file.name === name)?.path ?? name;

async function songOf(role: CaseSong['role'], name: string, path: string): Promise<CaseSong> {
  const filename = basename(name);
  const bytes = (await stat(path).catch(() => null))?.size ?? 0;
  const format = extname(path).slice(1).toLowerCase() || 'audio';
  const sha256 = await sha256Of(path).catch(() => 'the file could not be read');
  return { role, title: filename, artist: '', filename, format, durationSeconds: 0, bytes, sha256 };
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
