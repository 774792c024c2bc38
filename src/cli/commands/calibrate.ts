import { resolve } from 'node:path';
import type { Command } from 'commander';
import { CliError } from '../cli-error.js';
import { addCommand, currentConfig, type JsonOption } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { corpus, printCard, withProgress, writeKeepingEarlier } from '../local/ai-detection-corpus.js';
import { printJson, printLine } from '../output.js';

interface Options extends JsonOption {
  real: string;
  falseAlarms: string;
  out?: string;
}

export function registerCalibrate(program: Command): void {
  const group = program
    .command('calibrate')
    .description('set the rate of false alarms of an analysis on your own catalogue, without a server');
  addCommand(group, 'ai-detection', 'set how many of your own real recordings AI detection may call fake')
    .requiredOption('--real <folder>', 'real recordings, at least ten; none of them may be generated')
    .option('--false-alarms <number>', 'at most this many of 1,000 real recordings are called fake', '5')
    .option(
      '--out <file>',
      'where to write the calibration (default: where the service reads it at its start)',
    )
    .action(run);
}

async function run(options: Options): Promise<void> {
  const falseAlarms = Number(options.falseAlarms);
  if (!(falseAlarms > 0 && falseAlarms <= 100))
    throw new CliError('--false-alarms takes a number above 0 and up to 100.', exitCodes.usage);
  const config = currentConfig();
  const { operatorCalibrationPath } = await import('../../analyses/ai-detection/operator-folder.js');
  const { calibrateAiDetection } = await import('../../compose/train-ai-detection.js');
  const out = resolve(options.out ?? operatorCalibrationPath(config.modelsDir));
  const files = await corpus(options.real, false);
  const now = new Date();
  const version = `operator-${now.toISOString().slice(0, 16)}Z`;
  const file = await withProgress('calibrate ai-detection', (signal, onFile) =>
    calibrateAiDetection(config, { files, signal, onFile, version, now }, falseAlarms),
  );
  const earlier = await writeKeepingEarlier(out, file);
  if (options.json) return printJson({ file: out, ...file });
  printCard(file.card);
  const { calibration } = file;
  printLine(
    `\nAt most ${calibration.falseAlarmsPer1000} of 1,000 such recordings are called fake, as far as ${calibration.cases} recordings show.`,
  );
  printLine(`${version} is written to ${out}. A service reads it at its start.`);
  if (earlier !== null)
    printLine(`The calibration before it is kept in ${earlier}: rename it to go back to it.`);
}
