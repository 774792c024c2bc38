/** Results in words, for a terminal. `--json` prints all of them. */
import type { JsonObject, JsonValue } from '../../domain/task.js';
import { formatBytes, formatDuration } from '../output.js';
import type { AnalyzeOperation } from './analyze-operations.js';
import { objectOf } from './json-object.js';

export function describeAnswer(operation: AnalyzeOperation, file: string, result: JsonValue): string {
  if (operation !== 'fingerprint') return `${file}\n${JSON.stringify(result, null, 2)}`;
  const fields = objectOf(result);
  const fingerprint = objectOf(fields.fingerprint);
  const lines = [
    file,
    `  ${formatDuration(Number(fields.duration_seconds))}, ${fingerprint.peaks} peaks, ` +
      `${fingerprint.postings} hashes, ${formatBytes(Number(fingerprint.bytes))} in an index`,
  ];
  const matches = Array.isArray(fields.matches) ? fields.matches : [];
  for (const match of matches) lines.push(`  ${describeMatch(objectOf(match))}`);
  if (matches.length === 0) lines.push('  matches none of the files before it');
  return lines.join('\n');
}

/** One match of a fingerprint check in a line. */
export function describeMatch(match: JsonObject): string {
  const kind = match.is_duplicate === true ? 'duplicate of' : 'shares a part with';
  const from = formatDuration(Number(match.query_start_seconds));
  const to = formatDuration(Number(match.query_end_seconds));
  const at = formatDuration(Number(match.song_start_seconds));
  const treatment = match.treatment === 'none' ? '' : `, ${match.treatment} changed`;
  return `${kind} ${match.musicname}: ${from}–${to} is its ${at}${treatment}`;
}
