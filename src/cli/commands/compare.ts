import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { LocalComparison } from '../../compose/local-songs.js';
import { addCommand, currentConfig, type JsonOption } from '../command.js';
import { describeComparison } from '../local/describe-comparison.js';
import { describeLocal, openSongs } from '../local/open-songs.js';
import { requireFile, requireWritable } from '../local/places.js';
import { writeWholeFile } from '../local/write-whole-file.js';
import { note, printJson, printLine } from '../output.js';
import { startProgress } from '../progress.js';

interface Options extends JsonOption {
  html?: string;
}

export function registerCompare(program: Command): void {
  addCommand(
    program,
    'compare <a> <b>',
    'what two local songs, audio or MIDI, share in melody and harmony, bar by bar',
  )
    .option('--html <file>', 'also write the evidence as one HTML page: piano rolls, chords, play buttons')
    .action(run);
}

async function run(a: string, b: string, options: Options): Promise<void> {
  for (const path of [a, b]) await requireFile(path);
  if (options.html !== undefined) await requireWritable(options.html, 'The page');
  const open = await openSongs(currentConfig());
  const progress = startProgress('compare');
  const part =
    (from: number, to: number) =>
    (fraction: number, stage: string): void =>
      progress.report(from + fraction * (to - from), stage);
  let compared: LocalComparison;
  let isOneFile = false;
  let page: string | null = null;
  try {
    const original = await describeLocal(open, a, part(0, 0.45));
    const comparison = await describeLocal(open, b, part(0.45, 0.9));
    progress.report(0.9, 'comparing');
    isOneFile = original.file.sha256 === comparison.file.sha256;
    compared = await open.songs.compare(original, comparison, open.signal);
    if (options.html !== undefined) {
      progress.report(0.95, 'drawing the page');
      page = await open.songs.report(original, comparison, open.signal);
    }
  } catch (error) {
    if (open.signal.aborted) throw open.signal.reason;
    throw error;
  } finally {
    progress.end();
    await open.close();
  }
  // The answer first: it is not lost where the page cannot be written after all.
  if (options.json) printJson(compared);
  else printLine(describeComparison(compared, isOneFile));
  if (page === null || options.html === undefined) return;
  await writeWholeFile(resolve(options.html), page, 'The page');
  note(`The evidence is drawn in ${options.html}`);
}
