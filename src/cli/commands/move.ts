import type { Command } from 'commander';
import { readConfig } from '../../config.js';
import { CliError } from '../cli-error.js';
import { addCommand, currentConfig, type JsonOption } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { formatBytes, formatTable, note, printJson, printLine } from '../output.js';
import { stoppedInstance } from '../stopped-instance.js';

export function registerMove(program: Command): void {
  addCommand(
    program,
    'move',
    'copy this embedded instance to PostgreSQL; interrupted, it goes on where it stopped',
  )
    .requiredOption('--to <url>', 'an empty database: postgres://user:password@host:5432/name')
    .option(
      '--blobs <place>',
      'copy the uploads too: s3://BUCKET/PREFIX with the CONTRAFACT_S3_ settings, or a folder',
    )
    .action(move);
}

async function move(options: JsonOption & { to: string; blobs?: string }): Promise<void> {
  const source = currentConfig();
  if (source.databaseUrl !== null) {
    throw new CliError(
      'This instance is on PostgreSQL already. Use pg_dump, or `contrafact backup` and `restore`.',
      exitCodes.usage,
    );
  }
  const target = readConfig({
    ...process.env,
    CONTRAFACT_DATABASE_URL: options.to,
    ...(options.blobs === undefined ? {} : { CONTRAFACT_BLOBS: options.blobs }),
  });
  const movesBlobs = options.blobs !== undefined;
  if (movesBlobs && JSON.stringify(source.blobs) === JSON.stringify(target.blobs)) {
    throw new CliError('--blobs names the place where the uploads are already.', exitCodes.usage);
  }
  const { moveInstance } = await import('../../compose/move-instance.js');
  const report = await stoppedInstance('moving', (work) =>
    moveInstance({ source, target, movesBlobs, ...work }),
  );
  if (options.json) return printJson(report);
  printLine(
    formatTable(
      ['table', 'rows', 'checksum'],
      report.tables.map(({ table, rows, checksum }) => [table, String(rows), checksum]),
    ),
  );
  printLine(`copied and verified; ${report.files} files (${formatBytes(report.bytes)})`);
  note(
    'Set CONTRAFACT_DATABASE_URL and, where uploads moved, CONTRAFACT_BLOBS; the data folder was not changed.',
  );
}
