/** The bench's tables, in Markdown. */
import { productNames, products } from '../../src/analyses/ai-detection/results/products.js';
import { conditions } from './conditions.js';
import type { JudgedCase } from './judged-cases.js';
import { areaUnderCurve, interval, type Scored, truePositiveRate } from './statistics.js';

/** Spectrogram inversion and diffusion on waveforms: no strided decoder makes their sound. */
export const invisible: readonly string[] = ['riffusion', 'noise2music', 'griffin256 (re-synthesis)'];

const plain = conditions[0]!.name;
const two = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(2));
const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

type ScoreOf = (one: JudgedCase) => number | undefined;

function scored(cases: readonly JudgedCase[], scoreOf: ScoreOf): Scored[] {
  return cases.flatMap((one) => {
    const score = scoreOf(one);
    return score === undefined ? [] : [{ score, file: one.file }];
  });
}

const standard: ScoreOf = (one) => one.byProduct.standard;
const fakesOf = (cases: readonly JudgedCase[]): JudgedCase[] => cases.filter(({ isFake }) => isFake);
const realsOf = (cases: readonly JudgedCase[]): JudgedCase[] => cases.filter(({ isFake }) => !isFake);
const visibleOf = (cases: readonly JudgedCase[]): JudgedCase[] =>
  fakesOf(cases).filter(({ group }) => !invisible.includes(group));
const filesIn = (cases: readonly JudgedCase[]): number => new Set(cases.map(({ file }) => file)).size;

function rowOf(
  name: string,
  fakes: readonly JudgedCase[],
  reals: readonly JudgedCase[],
  scoreOf: ScoreOf,
): string[] {
  const positive = scored(fakes, scoreOf);
  const negative = scored(reals, scoreOf);
  const withInterval = (statistic: (a: readonly Scored[], b: readonly Scored[]) => number): string => {
    const [low, high] = interval(statistic, positive, negative);
    return `${two(statistic(positive, negative))} (${two(low)}–${two(high)})`;
  };
  return [
    name,
    `${filesIn(fakes)} / ${fakes.length}`,
    withInterval(areaUnderCurve),
    withInterval((a, b) => truePositiveRate(a, b, 0.01)),
    withInterval((a, b) => truePositiveRate(a, b, 0.05)),
  ];
}

const head = ['', 'files / windows', 'AUC', 'TPR at 1 % FPR', 'TPR at 5 % FPR'];

/** A row a generator, the pools, and the baseline. */
export function generatorTable(all: readonly JudgedCase[]): string {
  const cases = all.filter(({ condition }) => condition === plain);
  const reals = realsOf(cases);
  const groups = [...new Set(fakesOf(cases).map(({ group }) => group))].sort();
  const rows = groups.map((group) => {
    const label = invisible.includes(group) ? `${group} (invisible)` : group;
    return rowOf(
      label,
      cases.filter((one) => one.isFake && one.group === group),
      reals,
      standard,
    );
  });
  rows.push(rowOf('**all with strided decoders**', visibleOf(cases), reals, standard));
  rows.push(rowOf('**all**', fakesOf(cases), reals, standard));
  rows.push(
    rowOf('baseline, strided decoders: naive comb', visibleOf(cases), reals, ({ baseline }) => baseline),
  );
  return table(head, rows);
}

/** A row a model id, and one a product. */
export function modelTable(all: readonly JudgedCase[]): string {
  const cases = all.filter(({ condition }) => condition === plain);
  const rows = productNames.flatMap((product) => [
    rowOf(`**${product}** final`, visibleOf(cases), realsOf(cases), (one) => one.byProduct[product]),
    ...products[product].map(({ id }) =>
      rowOf(`${product} ${id}`, visibleOf(cases), realsOf(cases), (one) => one.byModel[`${product} ${id}`]),
    ),
  ]);
  return table(head, rows);
}

/** A row a condition: the pool with intervals and rates, then every generator's AUC. */
export function conditionTable(all: readonly JudgedCase[]): string {
  const groups = [...new Set(fakesOf(all).map(({ group }) => group))].sort();
  const under = (name: string): JudgedCase[] => all.filter(({ condition }) => condition === name);
  const auc = (fakes: readonly JudgedCase[], name: string): string =>
    fakes.length === 0
      ? '–'
      : two(areaUnderCurve(scored(fakes, standard), scored(realsOf(under(name)), standard)));
  const shown = conditions.filter(({ name }) => fakesOf(under(name)).length > 0);
  const rows = shown.map(({ name }) => [
    ...rowOf(name, visibleOf(under(name)), realsOf(under(name)), standard),
    ...groups.map((group) =>
      auc(
        under(name).filter((one) => one.isFake && one.group === group),
        name,
      ),
    ),
  ]);
  return table(
    ['all with strided decoders', ...head.slice(1), ...groups.map((group) => `AUC ${group}`)],
    rows,
  );
}

/** What the products say: false accusations, and what cannot be told. */
export function decisionTable(all: readonly JudgedCase[]): string {
  const rows = conditions.flatMap(({ name }) => {
    const cases = all.filter(({ condition }) => condition === name);
    const fakes = visibleOf(cases);
    if (fakes.length === 0) return [];
    const share = (some: readonly JudgedCase[], is: (one: JudgedCase) => boolean): string =>
      `${percent(some.filter(is).length / Math.max(1, some.length))} of ${some.length}`;
    const reals = realsOf(cases);
    return [
      [
        name,
        ...productNames.map((product) => share(reals, (one) => one.callsFake[product])),
        share(reals, (one) => one.abstains),
        share(fakes, (one) => one.callsFake.standard),
        share(fakes, (one) => one.abstains),
      ],
    ];
  });
  const heads = productNames.map((product) => `real called fake, ${product}`);
  return table(['', ...heads, 'real, cannot tell', 'strided found, standard', 'strided, cannot tell'], rows);
}

/** The files that came uncompressed, before and after a codec: a format must not decide. */
export function formatTable(all: readonly JudgedCase[]): string {
  const isLossless = ({ file }: JudgedCase): boolean => /\.(wav|flac|aiff?)$/i.test(file);
  const groups: readonly (readonly [string, JudgedCase[]])[] = [
    ['generated', visibleOf(all).filter(isLossless)],
    ['recordings', realsOf(all).filter(isLossless)],
  ];
  const rows = groups.flatMap(([name, cases]) =>
    [plain, 'mp3 128', 'mp3 64', 'aac 128', 'opus 96'].flatMap((condition) => {
      const some = cases.filter((one) => one.condition === condition && one.window === 0);
      if (some.length === 0) return [];
      const mean = some.reduce((sum, one) => sum + one.byProduct.standard, 0) / some.length;
      const found = some.filter((one) => one.callsFake.standard).length;
      return [[name, condition, String(some.length), two(mean), `${found}`]];
    }),
  );
  return table(['came as WAV or FLAC', 'heard as', 'files', 'mean P(fake), `standard`', 'called fake'], rows);
}

/** A signal that was tried: AUC of the channels' coherence in the treble, generators and collections of recordings alike. */
export function stereoTable(all: readonly JudgedCase[]): string {
  const cases = all.filter(({ condition, stereo }) => condition === plain && stereo !== null);
  const reals = realsOf(cases);
  const coherence: ScoreOf = ({ stereo }) => stereo ?? undefined;
  const groups = [
    ...new Set(cases.map(({ isFake, group }) => `${isFake ? 'generated' : 'real'}: ${group}`)),
  ].sort();
  const rows = groups.map((label) => {
    const mine = cases.filter(({ isFake, group }) => label === `${isFake ? 'generated' : 'real'}: ${group}`);
    const others = reals.filter((one) => !mine.includes(one));
    return [
      label,
      String(mine.length),
      two(areaUnderCurve(scored(mine, coherence), scored(others, coherence))),
    ];
  });
  rows.push([
    '**all with strided decoders**',
    String(visibleOf(cases).length),
    two(areaUnderCurve(scored(visibleOf(cases), coherence), scored(reals, coherence))),
  ]);
  return table(
    ['stereo windows', 'windows', 'AUC of coherence, 8 to 14 kHz, against the other recordings'],
    rows,
  );
}

/** A share in percent with its 95 % score interval (Wilson 1927). */
export function percentInterval(count: number, of: number): string {
  if (of === 0) return '–';
  const [z2, share] = [1.96 ** 2, count / of];
  const middle = (share + z2 / (2 * of)) / (1 + z2 / of);
  const half = (Math.sqrt(z2) / (1 + z2 / of)) * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of * of));
  return `${percent(share)} (${percent(Math.max(0, middle - half))} to ${percent(middle + half)})`;
}
