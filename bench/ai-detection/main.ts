/**
 * `npm run bench -- ai-detection --real DIR --fake DIR`: how well generated music is told from recordings.
 *
 * --cases FILE  keeps measurements there and goes on where an interrupted run stopped
 * --heard DIR   keeps what was heard there: a later run with other rules need not hear it again
 * --fit-heads   fits the embedded heads on pairs of music with and without a small random decoder, and nothing else:
 *               --pieces N synthesised pieces (64), --strides N decoders (64), --real DIR recordings as well, --pairs FILE
 *               keeps the pairs, --write puts the heads into calibration.ts
 * --cost FILE   prints the processor time of one song, and nothing else
 * --windows N   half minutes of each file under every condition but the first (2)
 * --hostile     judges signals built to fool it, and nothing else
 * --midi DIR    judges note files played by fluidsynth (--every N: only each Nth), and nothing else
 * --plain       measures the files as they are, without codecs, speeds and mastering
 * --conditions A;B  measures these conditions only, by their names in the tables
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { embeddedCalibration } from '../../src/analyses/ai-detection/heads/calibration.js';
import { type Case, measureFolder } from './cases.js';
import { compareFits } from './compare-fits.js';
import { conditions } from './conditions.js';
import { costTable } from './cost.js';
import { heldOutTable, writeFitted } from './fit-heads.js';
import { HeardCache } from './heard-cache.js';
import { hostileTable, midiLine } from './hostile-table.js';
import { judgeCases } from './judged-cases.js';
import { makePairs, type PairMember, type PairsOptions } from './pairs.js';
import { recordingsTable } from './recordings-tables.js';
import { sameMusicTable } from './same-music.js';
import {
  conditionTable,
  decisionTable,
  formatTable,
  generatorTable,
  modelTable,
  stereoTable,
} from './tables.js';

function readLines<One>(path: string | undefined): One[] {
  if (path === undefined || !existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as One);
}

function chosenConditions(list: string | undefined): string[] {
  const all = conditions.map(({ name }) => name);
  if (list === undefined) return all;
  const chosen = list.split(';').map((name) => name.trim());
  const unknown = chosen.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`No condition "${unknown[0]}". There are: ${all.join('; ')}.`);
  return chosen;
}

/** Makes the pairs, or goes on where an interrupted run stopped. */
async function pairsOf(
  path: string | undefined,
  options: Omit<PairsOptions, 'known'>,
): Promise<PairMember[]> {
  const pairs = readLines<PairMember>(path);
  const known = new Set(pairs.map(({ music }) => music));
  for await (const members of makePairs({ ...options, known })) {
    pairs.push(...members);
    if (path !== undefined) appendFileSync(path, members.map((one) => `${JSON.stringify(one)}\n`).join(''));
    process.stderr.write(`\r${pairs.length / 2} pairs made`);
  }
  process.stderr.write('\n');
  return pairs;
}

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      real: { type: 'string' },
      fake: { type: 'string' },
      cases: { type: 'string' },
      heard: { type: 'string' },
      pairs: { type: 'string' },
      cost: { type: 'string' },
      'fit-heads': { type: 'boolean', default: false },
      pieces: { type: 'string', default: '64' },
      strides: { type: 'string', default: '64' },
      write: { type: 'boolean', default: false },
      plain: { type: 'boolean', default: false },
      conditions: { type: 'string' },
      hostile: { type: 'boolean', default: false },
      midi: { type: 'string' },
      every: { type: 'string', default: '1' },
      windows: { type: 'string', default: '2' },
    },
  });
  if (values.cost !== undefined) return console.log(await costTable(values.cost));
  if (values.hostile) return console.log(await hostileTable());
  if (values.midi !== undefined) return console.log(await midiLine(values.midi, Number(values.every)));
  if (values['fit-heads']) {
    const pairs = await pairsOf(values.pairs, {
      pieces: Number(values.pieces),
      strideSets: Number(values.strides),
      realFolders: values.real === undefined ? [] : [values.real],
    });
    console.log(heldOutTable(pairs));
    if (values.write) console.log(`\n${writeFitted(pairs)}`);
    return;
  }
  if (values.real === undefined || values.fake === undefined) {
    throw new Error('Give two folders of audio: --real DIR --fake DIR. Each folder in them is one group.');
  }
  const names = values.plain ? [conditions[0]!.name] : chosenConditions(values.conditions);
  const cases = readLines<Case>(values.cases);
  const cache = values.heard === undefined ? undefined : new HeardCache(values.heard);
  const known = new Set(cases.map((one) => `${one.isFake}/${one.group}/${one.file}/${one.condition}`));
  for (const [folder, isFake] of [[values.real, false] as const, [values.fake, true] as const]) {
    for await (const measured of measureFolder(folder, {
      isFake,
      conditionNames: names,
      known,
      windowsUnderConditions: Number(values.windows),
      cache,
    })) {
      cases.push(...measured);
      const lines = measured.map((one) => `${JSON.stringify(one)}\n`);
      if (values.cases !== undefined) appendFileSync(values.cases, lines.join(''));
      process.stderr.write(`\r${cases.length} windows measured`);
    }
  }
  process.stderr.write('\n');
  const shown = cases.filter(({ condition }) => names.includes(condition));
  const judged = judgeCases(shown, () => embeddedCalibration.heads);
  console.log('The embedded heads judge; no generator of these folders was in their fit.\n');
  console.log(`${generatorTable(judged)}\n\n${modelTable(judged)}\n\n${conditionTable(judged)}\n`);
  console.log(`Decisions:\n\n${decisionTable(judged)}\n\nRecordings:\n\n${recordingsTable(judged)}\n`);
  console.log(`Formats:\n\n${formatTable(judged)}\n\nTried and left out:\n\n${stereoTable(judged)}`);
  const sameMusic = sameMusicTable(judged);
  if (sameMusic !== '') console.log(`\nThe same music, re-synthesised:\n\n${sameMusic}`);
  const comparison = compareFits(shown, judged);
  if (comparison !== '') console.log(`\nHeads fitted on these corpora instead, held out:\n\n${comparison}`);
}
