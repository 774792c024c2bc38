/** Results in words, for a terminal. `--json` prints all of them. */
import { clock, lengthText } from '../../domain/case-file/clock.js';
import type { JsonObject, JsonValue } from '../../domain/task.js';
import type { VerdictSummary } from '../../domain/verdict/verdict-summary.js';
import { formatBytes } from '../output.js';
import type { AnalyzeOperation } from './analyze-operations.js';
import { objectOf } from './json-object.js';

/** What stands below the verdict where one operation was asked for: its reasons, and what it found in full. */
export function describeAnswer(
  operation: AnalyzeOperation,
  result: JsonValue,
  verdict: VerdictSummary | null,
): string[] {
  const fields = objectOf(result);
  const reasons = (verdict?.reasons ?? []).map((reason) => `  ${reason}`);
  if (operation === 'lyric-transcription') {
    const { lyrics } = fields;
    return [...reasons, ...(typeof lyrics === 'string' && lyrics !== '' ? ['', lyrics] : [])];
  }
  if (operation === 'plagiarism') {
    const comparisons = Array.isArray(fields.comparisons) ? fields.comparisons.map(objectOf) : [];
    const lines = comparisons.map(
      (one) => `  similarity ${Number(one.signature_metric).toFixed(2)}  ${String(one.file)}`,
    );
    const { metre } = fields;
    const doubts = [
      ...(typeof metre === 'string' ? [`Its metre is not certain: ${metre}. Both were compared.`] : []),
      ...notesOf(comparisons[0]).filter((one) => !reasons.includes(`  ${one}`)),
    ];
    return [...reasons, ...doubts.map((one) => `  ${one}`), ...lines];
  }
  if (operation !== 'fingerprint') return reasons;
  const fingerprint = objectOf(fields.fingerprint);
  const matches = Array.isArray(fields.matches) ? fields.matches.map(objectOf) : [];
  return [
    `  ${lengthText(Number(fields.duration_seconds))}, ${fingerprint.peaks} peaks, ` +
      `${fingerprint.postings} hashes, ${formatBytes(Number(fingerprint.bytes))} in an index`,
    ...matches.map((match) => `  ${describeMatch(match)}`),
  ];
}

const notesOf = (comparison: JsonObject | undefined): string[] =>
  Array.isArray(comparison?.key_notes) ? comparison.key_notes.map(String) : [];

/** One match of a fingerprint check in a line. */
export function describeMatch(match: JsonObject): string {
  const kind = match.is_duplicate === true ? 'duplicate of' : 'shares a part with';
  const from = clock(Number(match.query_start_seconds));
  const to = clock(Number(match.query_end_seconds));
  const at = clock(Number(match.song_start_seconds));
  const treatment = match.treatment === 'none' ? '' : `, ${match.treatment} changed`;
  return `${kind} ${match.musicname}: ${from}–${to} is its ${at}${treatment}`;
}
