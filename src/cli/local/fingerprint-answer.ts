/** What `analyze --operation fingerprint` says of a file. */
import type { LocalFile } from '../../audio/local-file.js';
import type { Finding } from '../../domain/finding.js';
import type { JsonObject, JsonValue } from '../../domain/task.js';
import type { VerdictSummary } from '../../domain/verdict/verdict-summary.js';
import { objectOf } from './json-object.js';

interface Outcome {
  readonly result: JsonValue;
  readonly detail?: JsonValue;
}

/** The check's documented result, what was extracted, and the evidence for each match among the files before. */
export function fingerprintAnswer(file: LocalFile, check: Outcome, add: Outcome): JsonObject {
  const extracted = objectOf(add.detail);
  const { matches, similar } = objectOf(check.detail);
  return {
    ...objectOf(check.result),
    title: file.title,
    sha256: file.sha256,
    duration_seconds: Number(file.durationSeconds.toFixed(3)),
    fingerprint: extracted,
    // What is similar but no copy is listed too, after the copies: among files a person looks at both.
    matches: [matches, similar].flatMap((list) => (Array.isArray(list) ? list : [])),
  };
}

/** The verdict of a check whose catalogue is the files before this one. */
export function amongFiles(verdict: VerdictSummary): VerdictSummary {
  const sentences: Readonly<Record<Finding, string>> = {
    found: 'Copy of a file before it:',
    possible: 'Resembles or contains a part of a file before it:',
    not_found: 'Copy of none of the files before it.',
    cannot_tell: verdict.sentence,
    nothing_to_compare: 'First of the files: nothing to compare with yet.',
  };
  return { ...verdict, sentence: verdict.finding === null ? verdict.sentence : sentences[verdict.finding] };
}
