import { extname } from 'node:path';
import { type Command, Option } from 'commander';
import { lyricLanguages } from '../../domain/languages.js';
import type { JsonObject } from '../../domain/task.js';
import { CliError } from '../cli-error.js';
import { addCommand, currentConfig, type JsonOption } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { type Failure, failureAnswer } from '../failure.js';
import { analyzeFiles } from '../local/analyze-files.js';
import { type AnalyzeOperation, analyzeOperations, modelFor } from '../local/analyze-operations.js';
import { planRuns } from '../local/available-operations.js';
import { compareAgainst } from '../local/compare-against.js';
import { describeAnswer } from '../local/describe-answer.js';
import { doubtRemark } from '../local/doubt-remark.js';
import type { FileOutcome, FileProblem } from '../local/file-outcome.js';
import { type InputFile, openInputs } from '../local/input-files.js';
import { readLyrics, requireOneTranscription, writeLyricsFiles } from '../local/lyrics-files.js';
import { requireWritable } from '../local/places.js';
import { requirePrinter } from '../local/print-pdf.js';
import { openResultsFile } from '../local/results-file.js';
import { verdictLine } from '../local/verdict-line.js';
import { note, printJson, printLine } from '../output.js';

interface Options extends JsonOption {
  operation?: AnalyzeOperation;
  model?: string;
  against?: string;
  report?: string;
  resume?: string;
  language?: string;
  lrc?: string;
  srt?: string;
  words?: boolean;
  lyrics?: string;
}

export function registerAnalyze(program: Command): void {
  addCommand(
    program,
    'analyze <files...>',
    'analyse local files or folders without a server; - reads standard input; prints a verdict a line',
  )
    .addOption(
      new Option('--operation <operation>', 'one analysis alone; everything available if left out').choices(
        analyzeOperations,
      ),
    )
    .option('--model <model>', 'the model of the operation; its first one if left out')
    .option('--against <folder>', 'plagiarism: the songs to compare with, in melody and chords')
    .option(
      '--report <file>',
      'also write what was found, with its evidence, as a page: .html, or .pdf with Chromium',
    )
    .option('--resume <file>', 'keep each result in this file, and skip what it already holds')
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

async function run(named: string[], options: Options): Promise<void> {
  requireFitting(options, named);
  await requirePlaces(options);
  // Before hours of analysis, not after them: a build in between replaces code that was not loaded.
  const report = options.report === undefined ? null : await import('../local/report-file.js');
  if (options.against !== undefined) await import('../../compose/local-songs.js');
  if (options.report !== undefined && isPdf(options.report)) await requirePrinter();
  const config = currentConfig();
  const startedAt = new Date();
  const results = options.resume === undefined ? null : await openResultsFile(options.resume);
  const inputs = await openInputs(named);
  const references = options.against === undefined ? null : await openInputs([options.against]);
  try {
    const { files } = inputs;
    requireOneTranscription(options, options.operation, files.length);
    const plan =
      options.operation === undefined
        ? await planRuns(config, files.length, references !== null)
        : {
            runs: [{ operation: options.operation, model: modelFor(options.operation, options.model) }],
            leftOut: [],
          };
    const isPlagiarism = ({ operation }: { operation: AnalyzeOperation }): boolean =>
      operation === 'plagiarism';
    const runs = plan.runs.filter((one) => !isPlagiarism(one));
    const parameters: JsonObject = {
      ...(options.language === undefined ? {} : { language: options.language }),
      ...(options.lyrics === undefined ? {} : { lyrics: readLyrics(options) }),
    };
    const skipsUnfit = options.operation === undefined;
    const outcomes =
      runs.length === 0 ? [] : await analyzeFiles(config, files, { runs, parameters, skipsUnfit, results });
    if (references !== null && plan.runs.some(isPlagiarism)) {
      outcomes.push(
        ...(await compareAgainst(config, files, references.files, {
          results,
          withPage: options.report !== undefined,
        })),
      );
    }
    // What was asked of one file stands together.
    outcomes.sort((a, b) => placeOf(files, a) - placeOf(files, b));
    remark(outcomes, config.modelsDir);
    // The answers first: they are not lost where a file cannot be written after all.
    if (options.json) printAnswers(outcomes, options);
    else for (const outcome of outcomes) printOutcome(outcome, options);
    for (const sentence of plan.leftOut) note(`Not run: ${sentence}`);
    if (options.lrc !== undefined || options.srt !== undefined) await writeLyricsFiles(options, outcomes[0]!);
    if (options.report !== undefined)
      await report?.writeReportFile(options.report, outcomes, files, startedAt);
  } finally {
    await inputs.release();
    await references?.release();
  }
}

async function requirePlaces({ report, resume, lrc, srt }: Options): Promise<void> {
  if (report !== undefined) await requireWritable(report, 'The report');
  if (resume !== undefined) await requireWritable(resume, 'The results');
  for (const path of [lrc, srt]) if (path !== undefined) await requireWritable(path, 'The lyrics');
}

const placeOf = (files: readonly InputFile[], { file }: FileOutcome): number =>
  files.findIndex(({ name }) => name === file);

const isPdf = (path: string): boolean => extname(path).toLowerCase() === '.pdf';

function requireFitting(options: Options, named: readonly string[]): void {
  const { operation, against, report, language, model } = options;
  const usage = (sentence: string): CliError => new CliError(sentence, exitCodes.usage);
  if (operation === 'plagiarism' && against === undefined) {
    throw usage(
      'plagiarism compares with songs: name their folder as --against FOLDER. `contrafact compare A B` shows what two files share.',
    );
  }
  if (against !== undefined && operation !== undefined && operation !== 'plagiarism') {
    throw usage('--against is for plagiarism.');
  }
  if (model !== undefined && operation === undefined) {
    throw usage('--model needs --operation: each analysis has models of its own.');
  }
  if (report !== undefined && !['.html', '.htm', '.pdf'].includes(extname(report).toLowerCase())) {
    throw usage('--report writes a page: name a file that ends in .html or .pdf.');
  }
  requireOneTranscription(options, operation, named.length);
  if (language !== undefined && operation !== 'lyric-transcription') {
    throw usage('--language is for lyric-transcription.');
  }
}

function remark(outcomes: readonly FileOutcome[], modelsDir: string): void {
  for (const outcome of outcomes) {
    if ('error' in outcome) {
      note(`${outcome.file}: ${outcome.error}`);
      process.exitCode = exitCodes.failed;
      continue;
    }
    const doubt = doubtRemark(outcome.detail);
    if (doubt !== null) note(`${outcome.file}: ${doubt}`);
  }
  if (outcomes.some((outcome) => 'error' in outcome && outcome.error.includes('contrafact models pull'))) {
    note(`Models are looked for in ${modelsDir} (CONTRAFACT_MODELS_DIR).`);
  }
}

function printOutcome(outcome: FileOutcome, options: Options): void {
  if ('error' in outcome) return;
  const { file, operation, verdict, result } = outcome;
  if (verdict) printLine(verdictLine(file, operation, verdict));
  if (options.operation !== undefined) {
    for (const line of describeAnswer(operation, result, verdict)) printLine(line);
  } else if (verdict?.finding === 'cannot_tell') {
    // Of many answers only these need a reason to be of use.
    for (const reason of verdict.reasons) printLine(`  ${reason}`);
  }
}

/** The documented answer alone where one operation was asked of one file: detail is for the report. */
function printAnswers(outcomes: readonly FileOutcome[], options: Options): void {
  const [only] = outcomes;
  if (options.operation === undefined) printJson(outcomes.map(withVerdict));
  else if (outcomes.length > 1) printJson(outcomes.map(withoutDetail));
  else if (only) printJson('result' in only ? only.result : failureAnswer(failureOfFile(only)));
}

const failureOfFile = ({ error: message, error_code: code }: FileProblem): Omit<Failure, 'isSaid'> => ({
  code,
  message,
  exitCode: exitCodes.failed,
});

function withoutDetail(outcome: FileOutcome): object {
  if ('result' in outcome) return { file: outcome.file, result: outcome.result };
  const { file, error, error_code } = outcome;
  return { file, error, error_code };
}

function withVerdict(outcome: FileOutcome): object {
  const { file, operation } = outcome;
  if ('error' in outcome) return { file, operation, error: outcome.error, error_code: outcome.error_code };
  const { verdict, result } = outcome;
  return { file, operation, finding: verdict?.finding ?? null, sentence: verdict?.sentence ?? null, result };
}
