/** What is said beside an answer that a reader could take for more than it is. */
import type { JsonValue } from '../../domain/task.js';
import { objectOf } from './json-object.js';

/** Null where nothing is in doubt. */
export function doubtRemark(detail: JsonValue | undefined): string | null {
  if (detail === undefined) return null;
  const { decided_by: decidedBy, presence } = objectOf(detail);
  if (decidedBy !== 'doubtful-presence') return null;
  return (
    `whether anybody sings is in doubt (probability ${String(presence)}). It counts as instrumental because no ` +
    'recogniser is installed that could decide; `contrafact models pull whisper-base` installs one.'
  );
}
