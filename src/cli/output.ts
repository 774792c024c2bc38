/** Answers go to stdout, and only answers; everything else goes to stderr, so that output can be piped. */
import { asTyped } from './invocation.js';

let isAnswered = false;

/** Whether anything stands on stdout. */
export const hasAnswered = (): boolean => isAnswered;

/** One JSON document, indented, with a line end. */
export function printJson(value: unknown): void {
  printLine(JSON.stringify(value, null, 2));
}

export function printLine(text = ''): void {
  isAnswered = true;
  process.stdout.write(`${text}\n`);
}

/** A remark beside the answer; the commands in it can be pasted. */
export function note(text: string): void {
  process.stderr.write(`${asTyped(text)}\n`);
}

/** Left-aligned columns, two spaces apart; numbers are aligned to the right. Cells hold one line each. */
export function formatTable(
  headers: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const cells = rows.map((row) => row.map((cell) => (cell === null ? '–' : String(cell))));
  const widths = headers.map((header, column) =>
    Math.max(header.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const numeric = headers.map(
    (_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        numeric[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
      )
      .join('  ')
      .trimEnd();
  return [line(headers), line(widths.map((width) => '─'.repeat(width))), ...cells.map(line)].join('\n');
}

/** 1.2 MB, 34 kB, 56 B. */
export function formatBytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  if (bytes >= 1e6) return `${(bytes / 1e6).toFixed(1)} MB`;
  if (bytes >= 1e3) return `${Math.round(bytes / 1e3)} kB`;
  return `${bytes} B`;
}
