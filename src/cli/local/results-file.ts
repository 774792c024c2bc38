/**
 * `analyze --resume FILE`: each result as a line of JSON as soon as it is ready, so that a run over many files that was interrupted
 * goes on where it stopped.
 */
import { createHash } from 'node:crypto';
import { appendFile, readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import type { JsonObject, JsonValue } from '../../domain/task.js';
import type { VerdictSummary } from '../../domain/verdict/verdict-summary.js';
import { packageVersion } from '../../package-version.js';
import { CliError } from '../cli-error.js';
import { type AnalyzeOperation, analyzeOperations } from './analyze-operations.js';
import type { FileOutcome } from './file-outcome.js';
import type { InputFile } from './input-files.js';

const line = z.object({
  /** Another version may find something else: its results are made again. */
  version: z.string(),
  file: z.string(),
  bytes: z.number(),
  modified_ms: z.number(),
  operation: z.enum(analyzeOperations),
  model: z.string(),
  /** The digest of what else was asked (the language, the lyrics to align): with others it is another result. */
  asked: z.string().optional(),
  verdict: z.custom<VerdictSummary | null>((value) => value === null || typeof value === 'object'),
  result: z.custom<JsonValue>(() => true),
  detail: z.custom<JsonValue>(() => true).optional(),
});
type Line = z.infer<typeof line>;

export interface ResultsFile {
  /** What an earlier run found of this file, if it has not changed since. */
  find(
    file: InputFile,
    operation: AnalyzeOperation,
    model: string,
    parameters?: JsonObject,
  ): Promise<FileOutcome | null>;
  /** Failures are not kept: the next run tries them again. */
  keep(file: InputFile, outcome: FileOutcome, parameters?: JsonObject): Promise<void>;
}

const keyOf = (one: Pick<Line, 'file' | 'operation' | 'model' | 'asked'>): string =>
  JSON.stringify([one.file, one.operation, one.model, one.asked]);

/** Undefined where nothing else was asked. */
function digestOf(parameters: JsonObject): string | undefined {
  const asked = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
  if (asked.length === 0) return undefined;
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 16);
}

/** Throws CliError where it is there and cannot be read. */
export async function openResultsFile(path: string): Promise<ResultsFile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new CliError(`${path} cannot be read: ${error.message}`);
  });
  const known = new Map<string, Line>();
  for (const raw of text.split('\n')) {
    const entry = parsed(raw);
    if (entry?.version === packageVersion()) known.set(keyOf(entry), entry);
  }
  return {
    async find({ name, path: source }, operation, model, parameters = {}) {
      const asked = digestOf(parameters);
      const entry = known.get(keyOf({ file: name, operation, model, asked }));
      const found = entry && (await stat(source).catch(() => null));
      if (!entry || found?.size !== entry.bytes || found.mtimeMs !== entry.modified_ms) return null;
      const { verdict, result, detail } = entry;
      return { file: name, operation, model, verdict, result, ...(detail !== undefined && { detail }) };
    },
    async keep({ name, path: source }, outcome, parameters = {}) {
      if ('error' in outcome) return;
      const found = await stat(source).catch(() => null);
      if (!found) return;
      const { operation, model, verdict, result, detail } = outcome;
      const asked = digestOf(parameters);
      const entry: Line = {
        version: packageVersion(),
        file: name,
        bytes: found.size,
        modified_ms: found.mtimeMs,
        operation,
        model,
        ...(asked !== undefined && { asked }),
        verdict,
        result,
        ...(detail !== undefined && { detail }),
      };
      // The line end comes first: a line that a crash cut short spoils itself only.
      await appendFile(path, `\n${JSON.stringify(entry)}`).catch((error: Error) => {
        throw new CliError(`${path} cannot be written: ${error.message}`);
      });
    },
  };
}

function parsed(raw: string): Line | null {
  try {
    const read = line.safeParse(JSON.parse(raw));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
