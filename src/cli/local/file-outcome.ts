/** What one analysis found of one local file, or why it failed. */
import type { JsonValue } from '../../domain/task.js';
import type { VerdictSummary } from '../../domain/verdict/verdict-summary.js';
import type { FailureCode } from '../failure-codes.js';
import type { AnalyzeOperation } from './analyze-operations.js';

export interface FileProblem {
  /** For the person. */
  readonly error: string;
  /** For the program that reads `--json`. */
  readonly error_code: FailureCode;
}

export type FileOutcome = {
  readonly file: string;
  readonly operation: AnalyzeOperation;
  readonly model: string;
} & (
  | {
      readonly result: JsonValue;
      readonly detail?: JsonValue;
      readonly verdict: VerdictSummary | null;
      /** The evidence drawn as a page, where a report was asked for and the analysis draws one. */
      readonly page?: string;
      /** The file of the matched song, where that is one of this machine. */
      readonly matchedPath?: string;
    }
  | FileProblem
);
