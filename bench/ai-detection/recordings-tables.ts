/** What happens to real music: false accusations by length, bandwidth and codec, and whether chance is as rare as claimed. */
import { conditions } from './conditions.js';
import type { JudgedCase } from './judged-cases.js';
import { percentInterval, table } from './tables.js';

const lengths = ['5 s', '10 s', '20 s', 'as it is', 'whole file'];
const bandwidths = ['bandwidth 4 kHz', 'bandwidth 8 kHz', 'bandwidth 11 kHz'];
const powers = [1, 2, 2.5, 3];

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function rowOf(name: string, cases: readonly JudgedCase[]): string[] {
  const files = new Set(cases.map(({ file }) => file));
  const accused = new Set(cases.filter(({ callsFake }) => callsFake.standard).map(({ file }) => file));
  const count = (is: (one: JudgedCase) => boolean): string => `${cases.filter(is).length} of ${cases.length}`;
  return [
    name,
    `${files.size} / ${cases.length}`,
    count(({ callsFake }) => Object.values(callsFake).some(Boolean)),
    percentInterval(accused.size, files.size),
    count(({ abstains }) => abstains),
    mean(cases.map(({ byProduct }) => byProduct.standard)).toFixed(2),
    ...powers.map((power) => count(({ evidence }) => evidence >= power)),
  ];
}

const head = [
  'recordings',
  'files / windows',
  'called fake by any product',
  'recordings accused by `standard` (95 % interval)',
  'cannot tell',
  'mean P(fake), `standard`',
  ...powers.map((power) => `evidence ≥ ${power} (chance: ${(100 * 10 ** -power).toFixed(1)} %)`),
];

/** Rows by length, by bandwidth, by every other condition, by collection, and all together. */
export function recordingsTable(judged: readonly JudgedCase[]): string {
  const reals = judged.filter(({ isFake }) => !isFake);
  const under = (name: string): JudgedCase[] => reals.filter(({ condition }) => condition === name);
  const named = new Set([...lengths, ...bandwidths]);
  const others = conditions.map(({ name }) => name).filter((name) => !named.has(name));
  const rows = [...lengths, ...bandwidths, ...others]
    .filter((name) => under(name).length > 0)
    .map((name) => rowOf(name, under(name)));
  const collections = [...new Set(reals.map(({ group }) => group))].sort();
  const byCollection = collections.map((collection) =>
    rowOf(
      `collection ${collection}, all conditions`,
      reals.filter(({ group }) => group === collection),
    ),
  );
  return table(head, [...rows, ...byCollection, rowOf('**all together**', reals)]);
}
