/** Tables on the terminal, in Markdown. */
import { wilsonInterval } from '../../src/analyses/ai-detection/evidence/wilson.js';

export function printTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const cells = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  console.log(line(cells[0]!));
  console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  for (const row of cells.slice(1)) console.log(line(row));
}

export function share(count: number, of: number): string {
  return of === 0 ? '—' : (count / of).toFixed(3);
}

/** Wilson's 95 % interval of a share. */
export function interval(count: number, of: number): string {
  if (of === 0) return '—';
  const [low, high] = wilsonInterval(count / of, of);
  return `${low.toFixed(2)}–${high.toFixed(2)}`;
}

/** One line on the terminal, written over; nothing where the output is not a terminal. */
export function showProgress(done: number, of: number, what: string): void {
  if (!process.stderr.isTTY) return;
  const filled = Math.round((20 * done) / Math.max(1, of));
  process.stderr.write(`\r\x1b[2K[${'#'.repeat(filled)}${'.'.repeat(20 - filled)}] ${done}/${of} ${what}`);
  if (done === of) process.stderr.write('\n');
}
