/** `npm run bench -- plagiarism`: what the search finds, beside simple methods on the same songs. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { reportingThreshold, signatureMetric } from '../../src/analyses/plagiarism/calibration.js';
import { compareSongs } from '../../src/analyses/plagiarism/compare-songs.js';
import { percentIdentity } from './baselines.js';
import {
  decidedCases,
  disputedPairs,
  folkVariants,
  hasDevelopmentData,
  tuneCollections,
  tuneGroups,
  unrelatedSongs,
} from './development-data.js';
import { evidenceOfPairs, strongestOf } from './false-alarms.js';
import { fitBackground } from './fit-background.js';
import { type BenchSong, isTrainingTune, loadSong } from './load-song.js';
import { areaUnderCurve } from './retrieval.js';
import { measureScale } from './scale.js';
import { printTable, retrievalTable } from './tables.js';

const usage = `npm run bench -- plagiarism [--songs FOLDER --groups FILE] [--data FOLDER] [--part choose|report]
  --songs, --groups   your own cases: a folder, and lines \`group<TAB>file\` (.mid, .abc, .krn); an empty group is a distractor
  --data              the symbolic development data (default ../shared/data/symbolic)
  --part              which half of the tunes the cases come from (default report)
  --alarms            only the false alarms
  --scale N           cost on N generated songs instead (1000, 10000, 160000)
  --fit-background    write src/music/melody/interval-background.ts from the other half`;

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      songs: { type: 'string' },
      groups: { type: 'string' },
      data: { type: 'string', default: '../shared/data/symbolic' },
      part: { type: 'string', default: 'report' },
      scale: { type: 'string' },
      'fit-background': { type: 'boolean', default: false },
      alarms: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const half = values.part === 'report' || values.part === 'choose';
  if (values.help || !half || (values.songs === undefined) !== (values.groups === undefined)) {
    console.log(usage);
    return;
  }
  if (values.scale !== undefined) {
    console.log(
      '| songs | bytes a song | build CPU s | scan CPU s | align CPU s | found first | MB |\n|---|---|---|---|---|---|---|',
    );
    await measureScale(Math.max(1, Number(values.scale) || 1000));
    return;
  }
  if (values.songs !== undefined) {
    printTable(await retrievalTable(values.songs, listedSongs(values.songs, values.groups!)));
    return;
  }
  const data = resolve(values.data);
  if (!hasDevelopmentData(data)) throw new Error(`${data} is not the symbolic development data.`);
  if (values['fit-background']) fitBackground(tuneCollections(data));
  else if (values.alarms) {
    const training = values.part === 'choose';
    const tunes = tuneCollections(data).filter(
      (song) => song.group === null && isTrainingTune(song) === training,
    );
    await falseAlarms(data, tunes.slice(0, 1000), training);
  } else await developmentFigures(data, values.part === 'choose');
}

function listedSongs(folder: string, list: string): BenchSong[] {
  return readFileSync(list, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line.includes('\t'))
    .map((line) => {
      const [group, file] = line.split('\t');
      return { id: file!, group: group || null, description: loadSong(join(folder, file!)) };
    });
}

async function developmentFigures(data: string, training: boolean): Promise<void> {
  const tunes = tuneCollections(data);
  const chosen = tunes.filter((song) => song.group !== null && isTrainingTune(song) === training);
  const others = tunes.filter((song) => song.group === null && isTrainingTune(song) === training);
  const distractors = others.filter((_, position) => position % 2 === 0).slice(0, 1000);
  const folk = folkVariants(data).filter((song) => isTrainingTune(song) === training);
  const disputed = disputedPairs(data);
  printTable(await retrievalTable('disputed pairs (mpdset_real)', disputed));
  printTable(await retrievalTable('disputed pairs among 1,000 tunes', [...disputed, ...distractors]));
  printTable(
    await retrievalTable('tune variant groups among 1,000 tunes', [...tuneGroups(data), ...distractors]),
  );
  printTable(await retrievalTable('tune collections', [...chosen, ...distractors]));
  printTable(
    await retrievalTable('folk variants without rhythm, among 500 tunes', [
      ...folk,
      ...distractors.slice(0, 500),
    ]),
  );
  decidedTable(data);
  await falseAlarms(data, distractors, training);
}

async function falseAlarms(
  data: string,
  distractors: readonly BenchSong[],
  training: boolean,
): Promise<void> {
  const unrelated = unrelatedSongs(data).filter((song) => isTrainingTune(song) === training);
  const strongest = await strongestOf(unrelated, distractors);
  const alarms = strongest.filter((one) => one.metric >= reportingThreshold);
  const bits = strongest.map((one) => one.bits).sort((a, b) => a - b);
  console.log(`\nfalse alarms: hymns, anthems, pop and game music against ${distractors.length} dance tunes`);
  console.log(
    `${alarms.length} of ${strongest.length} queries reported; strongest evidence in bits: median ${bits[bits.length >> 1]!.toFixed(1)}, 90 % ${bits[Math.floor(bits.length * 0.9)]!.toFixed(1)}, largest ${bits.at(-1)!.toFixed(1)}`,
  );
  for (const { id, best, bits: own } of alarms) console.log(`  ${id} ~ ${best}: ${own.toFixed(1)} bits`);
  const pairs = evidenceOfPairs(unrelatedSongs(data).filter((song) => song.id.endsWith('.mid')));
  const reported = pairs.filter((pair) => signatureMetric(pair.bits) >= reportingThreshold);
  console.log(
    `${reported.length} of ${pairs.length} pairs of pop, anthems and game music reported; bits: median ${pairs[pairs.length >> 1]!.bits.toFixed(1)}, 1 % ${pairs[Math.floor(pairs.length / 100)]!.bits.toFixed(1)}, largest ${pairs[0]!.bits.toFixed(1)}`,
  );
}

function decidedTable(data: string): void {
  const cases = decidedCases(data);
  const area = (score: (position: number) => number): string => {
    const of = (wanted: boolean) =>
      cases.map((one, position) => ({ one, position })).filter(({ one }) => one.infringement === wanted);
    return areaUnderCurve(
      of(true).map(({ position }) => score(position)),
      of(false).map(({ position }) => score(position)),
    ).toFixed(3);
  };
  const bits = cases.map((one) => compareSongs(one.complaining.description, one.defending.description).bits);
  const identity = cases.map((one) =>
    percentIdentity([one.complaining.description, one.defending.description])(0, 1),
  );
  console.log(`\ndecided cases (yuan2023): ${cases.length} pairs, infringement or not`);
  console.log('| method | AUC |\n|---|---|');
  console.log(
    `| percent melodic identity (by hand, as published with the cases) | ${area((at) => cases[at]!.publishedIdentity)} |`,
  );
  console.log(`| percent melodic identity (computed) | ${area((at) => identity[at]!)} |`);
  console.log(`| contrafact | ${area((at) => bits[at]!)} |`);
}
