import { resolve } from 'node:path';
import type { Command } from 'commander';
import { addCommand, type JsonOption } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { formatBytes, formatTable, note, printJson, printLine } from '../output.js';
import { startProgress } from '../progress.js';

export function registerDemo(program: Command): void {
  addCommand(
    program,
    'demo [directory]',
    'show the main job on a throw-away instance: songs of a directory, or songs made on the spot',
  ).action(run);
}

async function run(directory: string | undefined, options: JsonOption): Promise<void> {
  const { runDemo } = await import('../demo/run-demo.js');
  const progress = startProgress('demo', { quietMs: 0, plainMs: 0 });
  const report = await runDemo(directory === undefined ? null : resolve(directory), progress.report).finally(
    progress.end,
  );
  if (!report.ok) process.exitCode = exitCodes.failed;
  if (options.json) return printJson(report);
  printLine(
    formatTable(
      ['sent', 'to', 'callback', 'signatures', 'what came back', 'seconds', ''],
      report.rows.map((row) => [
        row.sent,
        row.operation,
        row.status,
        row.signature,
        row.answer,
        row.seconds.toFixed(1),
        row.asExpected ? 'as expected' : 'NOT AS EXPECTED',
      ]),
    ),
  );
  const memory = report.servicePeakMemoryBytes;
  printLine(
    `\n${report.wallSeconds.toFixed(1)} s in all` +
      (memory === null ? '' : `; the service held at most ${formatBytes(memory)} with all its processes`),
  );
  note(
    report.ok
      ? 'The excerpt was recognised, the stranger was not, and every callback was signed rightly.'
      : 'Something is not as it should be: see the rows above.',
  );
}
