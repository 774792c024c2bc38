/**
 * A case file: what was asked, of which files, by which versions, what was found on which evidence, what that cannot
 * see, and how to repeat it. Plain data; page.ts and table.ts write it down.
 */
import type { OperationName } from '../operations.js';
import type { JsonObject, JsonValue, Task } from '../task.js';
import { fields, list, text } from '../verdict/read-json.js';
import { summariseVerdict, type VerdictSummary } from '../verdict/verdict-summary.js';
import type { CaseReview } from './case-review.js';
import type { Drawing } from './drawing.js';
import { type Passage, passagesOf } from './passages.js';

export interface CaseSong {
  readonly role: 'analysed' | 'compared with' | 'matched';
  readonly title: string;
  readonly artist: string;
  readonly filename: string;
  readonly format: string;
  /** 0 for lyrics. */
  readonly durationSeconds: number;
  readonly bytes: number;
  /** Of the file's bytes, or of the submitted text. */
  readonly sha256: string;
}

export interface CaseFile {
  readonly taskId: string;
  readonly operation: OperationName;
  readonly model: string;
  /** Where the songs that were searched are; null where the operation searches no dataset. */
  readonly dataset: { readonly id: string; readonly name: string } | null;
  readonly requestedAt: Date;
  readonly completedAt: Date | null;
  readonly songs: readonly CaseSong[];
  readonly verdict: VerdictSummary | null;
  /** Why it failed; null where it did not. */
  readonly error: string | null;
  readonly passages: readonly Passage[];
  /** Of the strongest passages; none where the evidence has no drawing. */
  readonly drawings: readonly Drawing[];
  /** Name and version of each part that had a say. */
  readonly versions: ReadonlyArray<readonly [part: string, version: string]>;
  /** Of the stored result and detail as JSON: whoever holds both can check that they are those of this page. */
  readonly resultSha256: string;
  /** Null where it is not shown. */
  readonly review: CaseReview | null;
}

/** What is known beside the task. */
export interface CaseFacts {
  readonly productVersion: string;
  readonly dataset: CaseFile['dataset'];
  readonly songs: readonly CaseSong[];
  readonly resultSha256: string;
  readonly review: CaseReview | null;
  readonly drawings?: readonly Drawing[];
}

export function caseFileOf(task: Task, facts: CaseFacts): CaseFile {
  return {
    taskId: task.id,
    operation: task.operation,
    model: task.model,
    dataset: facts.dataset,
    requestedAt: task.createdAt,
    completedAt: task.completedAt,
    songs: facts.songs,
    verdict: summariseVerdict(task),
    error: task.error,
    passages: passagesOf(task),
    drawings: facts.drawings ?? [],
    versions: [['Contrafact', facts.productVersion], ...partsOf(fields(task.detail))],
    resultSha256: facts.resultSha256,
    review: facts.review,
  };
}

/** Engines and models as the analyses name them in their detail. */
function partsOf(detail: JsonObject): Array<readonly [string, string]> {
  const named = list(detail.engines)
    .map(fields)
    .map((engine) => [`${text(engine.name)} engine`, text(engine.model)] as const);
  const own = ['engine', 'recogniser', 'separator', 'encoder'].map(
    (part) => [part, versionText(detail[part])] as const,
  );
  return [...own, ...named].filter(([, version]) => version !== '');
}

/** A name, a number, or an object with one of both. */
function versionText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return `version ${value}`;
  const { id, version, name } = fields(value);
  return [id ?? name, version].filter((part) => part !== undefined && part !== null).join(' ');
}
