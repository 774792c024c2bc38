/**
 * `npm run bench -- plagiarism --extend VERSION`: adds to models/embedded/plagiarism-evidence/ how often unrelated songs reach evidence that is rarer
 * than one in 1,000, as `--false-alarms` measured it among 10,000 songs, and by how much it is rarer beyond.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  calibrationFile,
  calibrationId,
  cardFile,
  loadCalibration,
} from '../../src/analyses/plagiarism/evidence/embedded.js';
import type { Origin, PairCalibration } from '../../src/analyses/plagiarism/evidence/pair-calibration.js';
import { embeddedDir } from '../../src/models/embedded-evidence.js';
import { type ManySongs, sameTune, songKinds } from './reports-among-many.js';

/** In 1,000 unrelated songs. */
const rates = [20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01];
/** Fewer pairs than this above a level say nothing of it. */
const minExceeding = 5;
/** The decay is that of this many pairs above the rarest level that is measured, per e-fold (Hill's estimator of an exponential tail). */
const tailPairs = 50;

interface DeepTail {
  readonly name: string;
  readonly pairs: number;
  /** Of each rate; null where too few pairs reach it, or more were not kept. */
  readonly levels: readonly (number | null)[];
  readonly decay: number;
}

/** Of each kind of song in the pool: those that were made may be easier than real ones. */
export function deepTails({ kind, queries }: ManySongs): DeepTail[] {
  return songKinds.flatMap((from): DeepTail[] => {
    const pairs = queries.reduce((sum, { unrelated }) => sum + unrelated[from], 0);
    const bits = queries
      .flatMap(({ strongest }) => strongest.filter((one) => one.kind === from && one.trigrams < sameTune))
      .map((one) => one.bits)
      .sort((a, b) => b - a);
    if (bits.length < 2 * tailPairs) return [];
    // Only the strongest of a query were kept: below the weakest of those that any query had to spare, some are missing.
    const complete = queries.length * 2;
    const levels = rates.map((rate) => {
      const exceeding = Math.floor((rate * pairs) / 1000);
      return exceeding < minExceeding || exceeding > complete ? null : bits[exceeding]!;
    });
    const level = bits[tailPairs]!;
    const decay = bits.slice(0, tailPairs).reduce((sum, one) => sum + one - level, 0) / tailPairs;
    return [{ name: `${kind} among 10,000: ${from}`, pairs, levels, decay }];
  });
}

function extended(tail: PairCalibration[Origin], deep: readonly DeepTail[]): PairCalibration[Origin] {
  if (deep.length === 0) return tail;
  const levels: number[] = [];
  const per1000: number[] = [];
  for (const [place, rate] of rates.entries()) {
    const known = rate < 1 ? undefined : tail.levels[tail.per1000.indexOf(rate)];
    const found = [
      ...(known === undefined ? [] : [known]),
      ...deep.flatMap((one) => one.levels[place] ?? []),
    ];
    const level = Math.round(1000 * Math.max(...found)) / 1000;
    if (found.length === 0 || level <= (levels.at(-1) ?? Number.NEGATIVE_INFINITY)) continue;
    levels.push(level);
    per1000.push(rate);
  }
  return {
    levels,
    per1000,
    decay: Math.round(1000 * Math.max(...deep.map(({ decay }) => decay))) / 1000,
    pairs: deep.reduce((sum, { name, pairs }) => (tail.kinds.includes(name) ? sum : sum + pairs), tail.pairs),
    kinds: [...new Set([...tail.kinds, ...deep.map(({ name }) => name)])],
  };
}

/** `pairs`: the folder with what `--false-alarms` measured. Written songs by pop MIDI, transcribed ones by recordings. */
export function extendCalibration(version: string, pairs: string): void {
  const folder = join(embeddedDir, calibrationId);
  const { calibration, card } = loadCalibration(folder);
  const measured = (['pop', 'recordings'] as const).flatMap((kind) => {
    const path = join(pairs, `many-${kind}.json`);
    return existsSync(path) ? [JSON.parse(readFileSync(path, 'utf8')) as ManySongs] : [];
  });
  const tails = measured.map((one) => ({ of: one, tails: deepTails(one) }));
  console.log(
    '| unrelated songs | pairs | e times rarer every | level at each rate of 1,000 |\n|---|---|---|---|',
  );
  for (const { name, pairs: count, levels, decay } of tails.flatMap((one) => one.tails))
    console.log(
      `| ${name} | ${count} | ${decay.toFixed(2)} | ${levels.map((level, at) => (level === null ? '' : `${rates[at]}: ${level.toFixed(1)}`)).join(' ')} |`,
    );
  const of = (kind: ManySongs['kind']): DeepTail[] =>
    tails.filter((one) => one.of.kind === kind).flatMap((one) => one.tails);
  const content = `${JSON.stringify(
    {
      ...calibration,
      version,
      written: extended(calibration.written, of('pop')),
      transcribed: extended(calibration.transcribed, of('recordings')),
    },
    null,
    2,
  )}\n`;
  writeFileSync(join(folder, calibrationFile!), content);
  const data = [
    ...card.data.filter(({ collection }) => !collection.includes('among 10,000')),
    ...tails.map(({ of }) => ({
      collection: `${of.kind} among 10,000`,
      queries: of.queries.length,
      unrelatedPairs: of.queries.reduce(
        (sum, { unrelated }) => sum + unrelated.real + unrelated.mirrored + unrelated.composed,
        0,
      ),
      sha256: createHash('sha256').update(JSON.stringify(of)).digest('hex'),
    })),
  ];
  const files = { [calibrationFile!]: createHash('sha256').update(content).digest('hex') };
  const newCard = { ...card, version, trainedAt: new Date().toISOString().slice(0, 10), data, files };
  writeFileSync(join(folder, cardFile!), `${JSON.stringify(newCard, null, 2)}\n`);
}
