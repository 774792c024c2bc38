/**
 * `npm run bench -- ai-detection --real DIR --fake DIR`: how well generated music is told from recordings.
 *
 * --cases FILE  keeps measurements there and goes on where an interrupted run stopped
 * --fit         prints the heads fitted on all cases, for calibration.ts
 * --plain       measures the files as they are, without codecs, speeds and mastering
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Case, measureFolder } from './cases.js';
import { conditions } from './conditions.js';
import { fitOn, judgeCases } from './judged-cases.js';
import { conditionTable, decisionTable, generatorTable, modelTable } from './tables.js';

function readCases(path: string | undefined): Case[] {
  if (path === undefined || !existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Case);
}

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      real: { type: 'string' },
      fake: { type: 'string' },
      cases: { type: 'string' },
      fit: { type: 'boolean', default: false },
      plain: { type: 'boolean', default: false },
    },
  });
  if (values.real === undefined || values.fake === undefined) {
    throw new Error('Give two folders of audio: --real DIR --fake DIR. Each folder in them is one group.');
  }
  const names = conditions.map(({ name }) => name).slice(0, values.plain ? 1 : undefined);
  const cases = readCases(values.cases);
  const known = new Set(cases.map((one) => `${one.isFake}/${one.group}/${one.file}/${one.condition}`));
  for (const [folder, isFake] of [[values.real, false] as const, [values.fake, true] as const]) {
    for await (const measured of measureFolder(folder, isFake, names, known)) {
      cases.push(...measured);
      const lines = measured.map((one) => `${JSON.stringify(one)}\n`);
      if (values.cases !== undefined) appendFileSync(values.cases, lines.join(''));
      process.stderr.write(`\r${cases.length} windows measured`);
    }
  }
  process.stderr.write('\n');
  const shown = cases.filter(({ condition }) => names.includes(condition));
  const trained = fitOn(shown);
  if (values.fit) console.log(`${JSON.stringify(trained.heads, null, 2)}\n`);
  const judged = judgeCases(shown, trained);
  console.log('Each case is scored by heads that never saw its generator or recording.\n');
  console.log(`${generatorTable(judged)}\n\n${modelTable(judged)}\n\n${conditionTable(judged)}\n`);
  console.log(`As shipped:\n\n${decisionTable(judged)}`);
}
