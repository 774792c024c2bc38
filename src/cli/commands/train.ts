import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import type { CorpusFile, HeadsFile } from '../../compose/train-ai-detection.js';
import type { Config } from '../../config.js';
import { CliError } from '../cli-error.js';
import { addCommand, currentConfig, type JsonOption } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { findAudioFiles } from '../local/audio-files.js';
import { openAbort } from '../open-abort.js';
import { formatTable, note, printJson, printLine } from '../output.js';
import { startProgress } from '../progress.js';

interface Options extends JsonOption {
  real: string;
  fake: string;
  out?: string;
}

export function registerTrain(program: Command): void {
  const train = program.command('train').description('fit an analysis on your own corpora, without a server');
  addCommand(train, 'ai-detection', "fit AI detection's heads; cross-validated by generator and recording")
    .requiredOption('--real <folder>', 'real recordings; every file is held out on its own')
    .requiredOption(
      '--fake <folder>',
      'generated music: a folder for each generator, or its name in front of the file names',
    )
    .option('--out <file>', 'where to write the heads (default: where the service reads them at its start)')
    .action(run);
}

async function run(options: Options): Promise<void> {
  const config = currentConfig();
  const { operatorHeadsPath } = await import('../../compose/ai-detection.js');
  const out = resolve(options.out ?? operatorHeadsPath(config.modelsDir));
  const files = [...(await corpus(options.real, false)), ...(await corpus(options.fake, true))];
  const file = await fitHeads(config, files);
  await mkdir(dirname(out), { recursive: true });
  const earlier = await keepEarlier(out);
  // Never half a file: a service may be starting now.
  await writeFile(`${out}.part`, `${JSON.stringify(file, null, 2)}\n`);
  await rename(`${out}.part`, out);
  if (options.json) return printJson({ file: out, ...file });
  await printCard(file.card);
  printLine(`\n${file.version} is written to ${out}. A service reads its heads at start.`);
  if (earlier !== null)
    printLine(`The heads before it are kept in ${earlier}: rename it to go back to them.`);
  printLine('Without any such file a service uses the heads that come with it.');
}

/** Puts heads that are there aside under their version, so that an operator can go back; null where there are none. */
async function keepEarlier(out: string): Promise<string | null> {
  const text = await readFile(out, 'utf8').catch(() => null);
  if (text === null) return null;
  const version = /"version":\s*"([^"]+)"/.exec(text)?.[1] ?? 'unknown';
  const kept = `${out.replace(/\.json$/, '')}-${version.replace(/[^A-Za-z0-9.-]/g, '')}.json`;
  await rename(out, kept);
  return kept;
}

/** A generator is the folder that a fake lies in, or the beginning of its name; a recording is a file. */
async function corpus(folder: string, isFake: boolean): Promise<CorpusFile[]> {
  const root = resolve(folder);
  const found = await findAudioFiles(root);
  if (found.length === 0) throw new CliError(`${root} holds no audio files.`, exitCodes.usage);
  const names = found.map(({ name }) => name);
  const { generatorNames } = await import('../../compose/train-ai-detection.js');
  const groups = isFake ? generatorNames(names, basename(root)) : names;
  return found.map(({ path }, index) => ({ path, group: groups[index]!, isFake }));
}

async function fitHeads(config: Config, files: readonly CorpusFile[]): Promise<HeadsFile> {
  const { headsFile, trainAiDetection } = await import('../../compose/train-ai-detection.js');
  const progress = startProgress('train ai-detection');
  const { signal, release } = openAbort();
  const left: string[] = [];
  try {
    const trained = await trainAiDetection(config, files, signal, (done, total, { path }, error) => {
      progress.report(done / total, `${done} of ${total} files: ${basename(path)}`);
      if (error !== null) left.push(`${path}: ${error}`);
    });
    const now = new Date();
    return headsFile(`operator-${now.toISOString().slice(0, 16)}Z`, trained, now);
  } catch (error) {
    if (error instanceof RangeError) throw new CliError(error.message, exitCodes.usage);
    throw error;
  } finally {
    progress.end();
    release();
    for (const line of left) note(`left out ${line}`);
  }
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

async function printCard({ heldOut }: HeadsFile['card']): Promise<void> {
  const { heldOutSummary } = await import('../../compose/train-ai-detection.js');
  const rows = heldOut.map(({ group, isFake, examples, calledFake, areaUnderCurve }) => [
    isFake ? 'fake' : 'real',
    group,
    examples,
    percent(calledFake),
    areaUnderCurve === null ? null : areaUnderCurve.toFixed(2),
  ]);
  printLine('Judged by heads that never saw the generator or the recording:\n');
  printLine(formatTable(['kind', 'generator or folder', 'files', 'called fake', 'AUC'], rows));
  const summary = heldOutSummary(heldOut);
  const [low, high] = summary.falsePositiveInterval;
  printLine(
    `\nfalse accusations ${percent(summary.falsePositiveRate)} of ${summary.recordings} recordings ` +
      `(95 % interval ${percent(low)} to ${percent(high)}); ` +
      `mean over generators: found ${percent(summary.meanFound)}, AUC ${summary.meanAreaUnderCurve.toFixed(2)}`,
  );
}
