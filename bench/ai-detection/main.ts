/**
 * `npm run bench -- ai-detection --real DIR --fake DIR`: how well generated music is distinguished from recordings. Both may be
 * given several times. Prints, by collections left out: recordings accused, generators found, contradictions.
 *
 * --pairs FILE  pairs of music with and without a small random decoder, made if they are not there: with them the model is
 *               fitted anew without each collection; without them the embedded model judges
 * --pieces N    synthesised pieces of the pairs (96); --strides N decoders (120)
 * --cases FILE  keeps measurements there and goes on where an interrupted run stopped
 * --ablation    also fits without each group of measurements; without pairs the generators are fitted on, each left out in turn
 * --fit VERSION fits on everything but the generators and writes models/embedded/ai-detection-evidence/
 * --parts N     deals the collections into N parts and leaves out one part at a time; each is one of its own by default
 * --alarms N    the budget: found in at most this many of 1,000 recordings (5)
 * --windows N   half minutes of each file as it is (2); one under every other condition
 * --plain       measures the files as they are, without codecs, speeds and mastering
 * --conditions A;B  measures these conditions only, by their names in the tables
 * --in-turn N   each file gets N of the conditions, dealt in turn
 * --cost FILE   prints the processor time of one song, and nothing else
 * --hostile     judges signals built to fool it, and nothing else
 * --midi DIR    judges note files played by fluidsynth (--every N: only each Nth), and nothing else
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { embeddedOdds } from '../../src/analyses/ai-detection/evidence/embedded.js';
import { oddsAt } from '../../src/analyses/ai-detection/evidence/odds.js';
import { bestLogOdds } from '../../src/analyses/ai-detection/evidence/train.js';
import { contradictionsIn } from '../../src/analyses/ai-detection/test-support/contradictions.js';
import { ablationTable } from './ablation.js';
import { type Case, measureFolder } from './cases.js';
import { generatorsOutTable, type HeldOut, judgeHeldOut, recordingsOutTable } from './collections-out.js';
import { conditions } from './conditions.js';
import { costTable } from './cost.js';
import { findingsTables } from './findings-table.js';
import { writeModel } from './fit-model.js';
import { headlineMetrics } from './headline-metrics.js';
import { hostileTable, midiLine } from './hostile-table.js';
import { makePairs, type PairMember, type PairsOptions } from './pairs.js';
import { type BenchCase, benchCases } from './training-set.js';

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
async function pairsOf(path: string, options: Omit<PairsOptions, 'known'>): Promise<PairMember[]> {
  const pairs = readLines<PairMember>(path);
  const known = new Set(pairs.map(({ file }) => file));
  for await (const members of makePairs({ ...options, known })) {
    pairs.push(...members);
    appendFileSync(path, members.map((one) => `${JSON.stringify(one)}\n`).join(''));
    process.stderr.write(`\r${pairs.length / 2} pairs made`);
  }
  process.stderr.write('\n');
  return pairs;
}

/** By the model that comes with the program. Collections that were in its fit are no proof. */
function judgedByEmbedded(cases: readonly BenchCase[]): HeldOut[] {
  const data = embeddedOdds();
  return cases.map((one) => {
    const logOdds = bestLogOdds(data.model, one.candidates);
    return { one, logOdds, found: oddsAt(logOdds, data).found };
  });
}

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      real: { type: 'string', multiple: true, default: [] },
      fake: { type: 'string', multiple: true, default: [] },
      cases: { type: 'string' },
      pairs: { type: 'string' },
      cost: { type: 'string' },
      fit: { type: 'string' },
      alarms: { type: 'string', default: '5' },
      parts: { type: 'string' },
      pieces: { type: 'string', default: '96' },
      strides: { type: 'string', default: '120' },
      ablation: { type: 'boolean', default: false },
      plain: { type: 'boolean', default: false },
      conditions: { type: 'string' },
      'in-turn': { type: 'string' },
      hostile: { type: 'boolean', default: false },
      midi: { type: 'string' },
      every: { type: 'string', default: '1' },
      windows: { type: 'string', default: '2' },
    },
  });
  if (values.cost !== undefined) return console.log(await costTable(values.cost));
  if (values.hostile) return console.log(await hostileTable());
  if (values.midi !== undefined) return console.log(await midiLine(values.midi, Number(values.every)));
  const measured = readLines<Case>(values.cases);
  if (values.real.length + values.fake.length + measured.length === 0) {
    throw new Error('Give folders of audio: --real DIR --fake DIR. Each folder in them is one group.');
  }
  const names = values.plain ? [conditions[0]!.name] : chosenConditions(values.conditions);
  const known = new Set(measured.map((one) => `${one.isFake}/${one.group}/${one.file}/${one.condition}`));
  const folders = [
    ...values.real.map((folder) => [folder, false] as const),
    ...values.fake.map((folder) => [folder, true] as const),
  ];
  for (const [folder, isFake] of folders) {
    const options = {
      isFake,
      conditionNames: names,
      known,
      windows: Number(values.windows),
      ...(values['in-turn'] !== undefined && { inTurn: Number(values['in-turn']) }),
    };
    for await (const some of measureFolder(folder, options)) {
      measured.push(...some);
      if (values.cases !== undefined)
        appendFileSync(values.cases, some.map((one) => `${JSON.stringify(one)}\n`).join(''));
      process.stderr.write(`\r${measured.length} windows measured`);
    }
  }
  process.stderr.write('\n');
  const pairs =
    values.pairs === undefined
      ? []
      : await pairsOf(values.pairs, {
          pieces: Number(values.pieces),
          strideSets: Number(values.strides),
          realFolders: values.real,
        });
  const cases = benchCases(measured, pairs);
  const alarms = Number(values.alarms);
  const parts = values.parts === undefined ? Number.POSITIVE_INFINITY : Number(values.parts);
  const judged = pairs.length > 0 ? judgeHeldOut(cases, alarms, { parts }) : judgedByEmbedded(cases);
  console.log(
    pairs.length > 0
      ? `Each collection is judged by a model and a calibration fitted without it; budget ${alarms} in 1,000.\n`
      : 'The embedded model judges; collections that its card names were in its fit and prove nothing.\n',
  );
  console.log(`${recordingsOutTable(judged)}\n\n${generatorsOutTable(judged)}\n`);
  const answers = findingsTables(measured);
  if (pairs.length === 0 && answers !== '') console.log(`${answers}\n`);
  if (values.ablation) console.log(`${ablationTable(cases, alarms, pairs.length === 0)}\n`);
  if (values.fit !== undefined) {
    const metrics = headlineMetrics(judged);
    const named = args.map((arg) => (arg.startsWith('/') ? basename(arg) : arg));
    const command = `npm run bench -- ai-detection ${named.join(' ')}`;
    console.log(
      writeModel(cases, { version: values.fit, falseAlarmsPer1000: alarms, folds: parts, metrics, command }),
    );
    return;
  }
  const contradictions = measured.flatMap(({ measurement, file }) =>
    contradictionsIn(measurement, embeddedOdds()).map((what) => `${file}: ${what}`),
  );
  console.log(`Contradictions inside ${measured.length} results of every product: ${contradictions.length}`);
  for (const line of contradictions.slice(0, 20)) console.log(line);
}
