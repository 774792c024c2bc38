/** What is said beside an answer that a reader could take for more than it is. */
import type { JsonValue } from '../../domain/task.js';
import { objectOf } from './json-object.js';

/** Null where nothing is in doubt. */
export function doubtRemark(detail: JsonValue | undefined): string | null {
  if (detail === undefined) return null;
  const { decided_by: decidedBy, presence, segments } = objectOf(detail);
  if (decidedBy !== 'doubtful-presence') return leftOutRemark(segments);
  return (
    `whether anybody sings is in doubt (probability ${String(presence)}). It counts as instrumental because no ` +
    'recogniser is installed that could decide; `contrafact models pull whisper-base` installs one.'
  );
}

/** Of a transcription: where words were left out. */
function leftOutRemark(segments: JsonValue | undefined): string | null {
  const places = (Array.isArray(segments) ? segments : [])
    .map(objectOf)
    .filter(({ left_out: reason }) => reason === 'unlikely-words')
    .map(
      ({ start_seconds: from, end_seconds: to }) => `${Number(from).toFixed(0)}–${Number(to).toFixed(0)} s`,
    );
  if (places.length === 0) return null;
  return `words left out at ${places.join(', ')}: the recogniser more likely invented them than anyone sang them.`;
}
