import { resolve } from 'node:path';
import type { Command } from 'commander';
import { addCommand, currentConfig, type JsonOption } from '../command.js';
import { corpus, printCard, withProgress, writeKeepingEarlier } from '../local/ai-detection-corpus.js';
import { printJson, printLine } from '../output.js';

interface Options extends JsonOption {
  real: string;
  fake: string;
  out?: string;
}

export function registerTrain(program: Command): void {
  const train = program.command('train').description('fit an analysis on your own corpora, without a server');
  addCommand(
    train,
    'ai-detection',
    "fit AI detection's evidence model; whole generators and folders are held out",
  )
    .requiredOption('--real <folder>', 'real recordings; each folder in it is held out as a whole')
    .requiredOption(
      '--fake <folder>',
      'generated music: a folder for each generator, or its name in front of the file names',
    )
    .option('--out <file>', 'where to write the model (default: where the service reads it at its start)')
    .action(run);
}

async function run(options: Options): Promise<void> {
  const config = currentConfig();
  const { operatorModelPath } = await import('../../analyses/ai-detection/operator-folder.js');
  const { trainAiDetection } = await import('../../compose/train-ai-detection.js');
  const out = resolve(options.out ?? operatorModelPath(config.modelsDir));
  const files = [...(await corpus(options.real, false)), ...(await corpus(options.fake, true))];
  const now = new Date();
  const version = `operator-${now.toISOString().slice(0, 16)}Z`;
  const file = await withProgress('train ai-detection', (signal, onFile) =>
    trainAiDetection(config, { files, signal, onFile, version, now }),
  );
  const earlier = await writeKeepingEarlier(out, file);
  if (options.json) return printJson({ file: out, ...file });
  printLine('Judged by models that saw nothing of the generator or the folder:\n');
  printCard(file.card);
  printLine(`\n${version} is written to ${out}. A service reads its model at start.`);
  if (earlier !== null) printLine(`The model before it is kept in ${earlier}: rename it to go back to it.`);
  printLine('Without any such file a service uses the model that comes with it.');
}
