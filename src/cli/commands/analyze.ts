import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { Evidence } from '../../analyses/ai-detection/results/evidence.js';
import { lyricLanguages } from '../../domain/languages.js';
import type { JsonObject } from '../../domain/task.js';
import { packageVersion } from '../../package-version.js';
import { CliError } from '../cli-error.js';
import { addCommand, currentConfig, type JsonOption } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { analyzeFiles, type FileOutcome } from '../local/analyze-files.js';
import { type AnalyzeOperation, analyzeOperations, modelFor } from '../local/analyze-operations.js';
import { describeAnswer } from '../local/describe-answer.js';
import { doubtRemark } from '../local/doubt-remark.js';
import { objectOf } from '../local/json-object.js';
import { readLyrics, requireOneTranscription, writeLyricsFiles } from '../local/lyrics-files.js';
import { note, printJson, printLine } from '../output.js';

interface Options extends JsonOption {
  operation: AnalyzeOperation;
  model?: string;
  report?: string;
  language?: string;
  lrc?: string;
  srt?: string;
  words?: boolean;
  lyrics?: string;
}

export function registerAnalyze(program: Command): void {
  addCommand(program, 'analyze <files...>', 'run an analysis on local files, without a server')
    .addOption(
      new Option('--operation <operation>', 'what to find out')
        .choices(analyzeOperations)
        .makeOptionMandatory(),
    )
    .option('--model <model>', 'the model of the operation; its first one if left out')
    .option('--report <file>', 'ai-detection of one file: also draw the evidence as an HTML page')
    .addOption(
      new Option('--language <code>', 'lyric-transcription: the language that is sung').choices(
        lyricLanguages,
      ),
    )
    .option('--lrc <file>', 'lyric-transcription of one file: also write its lyrics with times as LRC')
    .option('--srt <file>', 'the same as SubRip subtitles')
    .option('--words', 'with --lrc or --srt: the times of words too')
    .option(
      '--lyrics <file>',
      'lyric-transcription: the words of the song, to be aligned instead of transcribed',
    )
    .action(run);
}

async function run(files: string[], options: Options): Promise<void> {
  const model = modelFor(options.operation, options.model);
  if (options.report !== undefined && (options.operation !== 'ai-detection' || files.length !== 1)) {
    throw new CliError('--report draws the evidence of ai-detection, for one file.', exitCodes.usage);
  }
  requireOneTranscription(options, options.operation, files);
  if (options.language !== undefined && options.operation !== 'lyric-transcription') {
    throw new CliError('--language is for lyric-transcription.', exitCodes.usage);
  }
  const parameters: JsonObject = {
    ...(options.language === undefined ? {} : { language: options.language }),
    ...(options.lyrics === undefined ? {} : { lyrics: await readLyrics(options, files) }),
  };
  const outcomes = await analyzeFiles(currentConfig(), files, options.operation, model, parameters);
  for (const outcome of outcomes) {
    if ('error' in outcome) {
      note(`${outcome.file}: ${outcome.error}`);
      process.exitCode = exitCodes.failed;
      continue;
    }
    const remark = doubtRemark(outcome.detail);
    if (remark !== null) note(`${outcome.file}: ${remark}`);
  }
  if (outcomes.some((outcome) => 'error' in outcome && outcome.error.includes('contrafact models pull'))) {
    note(`Models are looked for in ${currentConfig().modelsDir} (CONTRAFACT_MODELS_DIR).`);
  }
  await writeLyricsFiles(options, outcomes[0]!);
  if (options.report !== undefined) await writeReport(outcomes[0]!, resolve(options.report));
  if (options.json) {
    const [only] = outcomes;
    if (outcomes.length > 1) return printJson(outcomes.map(withoutDetail));
    if (only && 'result' in only) printJson(only.result);
    return;
  }
  for (const outcome of outcomes) {
    if ('result' in outcome) printLine(describeAnswer(options.operation, outcome.file, outcome.result));
  }
}

/** The documented answer alone: detail is for the report. */
function withoutDetail(outcome: FileOutcome): FileOutcome {
  return 'result' in outcome ? { file: outcome.file, result: outcome.result } : outcome;
}

async function writeReport(outcome: FileOutcome, path: string): Promise<void> {
  if ('error' in outcome) return;
  const { evidenceReport } = await import('../../analyses/ai-detection/results/report/report.js');
  const { evidence } = objectOf(outcome.detail);
  const subject = {
    name: basename(outcome.file),
    sha256: await sha256Of(outcome.file),
    date: new Date(),
    version: packageVersion(),
  };
  await writeFile(path, evidenceReport(evidence as unknown as Evidence, subject)).catch((error: Error) => {
    throw new CliError(`The report cannot be written: ${error.message}`);
  });
  note(`The evidence is drawn in ${path}`);
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
