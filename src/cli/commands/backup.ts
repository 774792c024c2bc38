import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../../config.js';
import type { BackupReport, CopyWork } from '../../storage/copy/ports.js';
import { CliError } from '../cli-error.js';
import { addCommand, currentConfig, type JsonOption } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { requireWritable } from '../local/places.js';
import { formatBytes, note, printJson, printLine } from '../output.js';
import { stoppedInstance } from '../stopped-instance.js';

export function registerBackup(program: Command): void {
  addCommand(program, 'backup <file>', 'write everything of this instance, uploads too, to one file')
    .option('--force', 'replace the file')
    .action(backup);
  addCommand(program, 'restore <file>', 'put a backup into an empty instance').action(restore);
}

async function backup(file: string, options: JsonOption & { force?: boolean }): Promise<void> {
  const path = resolve(file);
  if (existsSync(path) && !options.force) {
    throw new CliError(`${path} exists. Give another name, or --force to replace it.`, exitCodes.usage);
  }
  await requireWritable(path, 'The backup');
  const { backupInstance } = await import('../../compose/backup.js');
  await run('backing up', options, path, backupInstance);
}

async function restore(file: string, options: JsonOption): Promise<void> {
  const path = resolve(file);
  if (!existsSync(path)) throw new CliError(`There is no file ${path}.`, exitCodes.usage);
  if (!statSync(path).isFile()) throw new CliError(`${path} is not a file.`, exitCodes.usage);
  const { restoreInstance } = await import('../../compose/backup.js');
  await run('restoring', options, path, restoreInstance);
}

async function run(
  title: string,
  options: JsonOption,
  path: string,
  work: (config: Config, path: string, work: CopyWork) => Promise<BackupReport>,
): Promise<void> {
  const config = currentConfig();
  const report = await stoppedInstance(title, (abort) => work(config, path, abort));
  if (options.json) return printJson({ file: path, ...report });
  printLine(`${report.rows} rows and ${report.files} files (${formatBytes(report.bytes)}), verified`);
  if (report.missing > 0)
    note(`${report.missing} songs were deleted meanwhile: their files are not in the backup.`);
}
