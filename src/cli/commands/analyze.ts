import { type Command, Option } from 'commander';
import { addCommand, currentConfig, type JsonOption } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { analyzeFiles } from '../local/analyze-files.js';
import { type AnalyzeOperation, analyzeOperations, modelFor } from '../local/analyze-operations.js';
import { describeAnswer } from '../local/describe-answer.js';
import { note, printJson, printLine } from '../output.js';

interface Options extends JsonOption {
  operation: AnalyzeOperation;
  model?: string;
}

export function registerAnalyze(program: Command): void {
  addCommand(program, 'analyze <files...>', 'run an analysis on local files, without a server')
    .addOption(
      new Option('--operation <operation>', 'what to find out')
        .choices(analyzeOperations)
        .makeOptionMandatory(),
    )
    .option('--model <model>', 'the model of the operation; its first one if left out')
    .action(run);
}

async function run(files: string[], options: Options): Promise<void> {
  const model = modelFor(options.operation, options.model);
  const outcomes = await analyzeFiles(currentConfig(), files, options.operation, model);
  for (const outcome of outcomes) {
    if ('error' in outcome) {
      note(`${outcome.file}: ${outcome.error}`);
      process.exitCode = exitCodes.failed;
    }
  }
  if (options.json) {
    const [only] = outcomes;
    if (outcomes.length > 1) return printJson(outcomes);
    if (only && 'result' in only) printJson(only.result);
    return;
  }
  for (const outcome of outcomes) {
    if ('result' in outcome) printLine(describeAnswer(options.operation, outcome.file, outcome.result));
  }
}
