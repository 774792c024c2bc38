/** A table as CSV: every cell quoted, and none that a spreadsheet takes for a formula. */
export function csvFile(rows: ReadonlyArray<readonly string[]>): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

const cell = (text: string): string =>
  `"${(/^[\t\r]|^\s*[=+\-@]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
