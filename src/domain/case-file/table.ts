/** Case files as one table: a row each, for a spreadsheet. */
import type { CaseFile } from './case-file.js';

const columns: ReadonlyArray<readonly [head: string, cell: (file: CaseFile) => string | number]> = [
  ['task_id', ({ taskId }) => taskId],
  ['analysis', ({ operation }) => operation],
  ['model', ({ model }) => model],
  ['title', ({ songs }) => songs[0]?.title ?? ''],
  ['artist', ({ songs }) => songs[0]?.artist ?? ''],
  ['file', ({ songs }) => songs[0]?.filename ?? ''],
  ['sha256', ({ songs }) => songs[0]?.sha256 ?? ''],
  ['finding', ({ verdict }) => verdict?.finding ?? ''],
  ['verdict', ({ verdict, error }) => verdict?.sentence ?? error ?? ''],
  ['match', ({ verdict }) => verdict?.match?.title ?? ''],
  ['match_artist', ({ verdict }) => verdict?.match?.artist ?? ''],
  ['confidence', ({ verdict }) => verdict?.confidence?.band ?? ''],
  ['confidence_basis', ({ verdict }) => verdict?.confidence?.basis ?? ''],
  ['searched', ({ verdict }) => verdict?.searched?.count ?? ''],
  ['dataset', ({ dataset }) => dataset?.name ?? ''],
  ['review', ({ review }) => review?.state ?? ''],
  ['requested_at', ({ requestedAt }) => requestedAt.toISOString()],
  ['completed_at', ({ completedAt }) => completedAt?.toISOString() ?? ''],
  ['contrafact_version', ({ versions }) => versions[0]?.[1] ?? ''],
  ['result_sha256', ({ resultSha256 }) => resultSha256],
];

/** RFC 4180, with CRLF. A cell that a spreadsheet would take for a formula is kept from being one. */
export function caseTable(files: readonly CaseFile[]): string {
  const rows = [columns.map(([head]) => head), ...files.map((file) => columns.map(([, cell]) => cell(file)))];
  return `${rows.map((row) => row.map(cellText).join(',')).join('\r\n')}\r\n`;
}

function cellText(value: string | number): string {
  const text = String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
