/** What `analyze --operation fingerprint` says of a file. */
import type { LocalFile } from '../../compose/local-analysis.js';
import type { JsonObject, JsonValue } from '../../domain/task.js';
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
