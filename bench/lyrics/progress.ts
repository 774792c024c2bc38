/** One line on stderr that says how far a table is; on a terminal it is written over. */
let shownAt = 0;

export function showProgress(stage: string, done: number, total: number): void {
  const now = Date.now();
  if (done < total && now - shownAt < 1000) return;
  shownAt = now;
  const filled = Math.round((20 * done) / Math.max(1, total));
  const line = `[${'#'.repeat(filled)}${'.'.repeat(20 - filled)}] ${stage}: ${done} of ${total}`;
  if (process.stderr.isTTY) process.stderr.write(`\r${line}\u001b[K${done >= total ? '\n' : ''}`);
  else if (done >= total || now - writtenAt > 15_000) {
    writtenAt = now;
    process.stderr.write(`${line}\n`);
  }
}
let writtenAt = 0;
