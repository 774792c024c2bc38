/**
 * The same music, real and re-synthesised: `000010_encodec6.mp3` is `000010.mp3` through an autoencoder. What differs
 * is the decoder alone, so whatever separates the two is no genre, no codec and no mastering.
 */
import type { JudgedCase } from './judged-cases.js';
import { invisible, table } from './tables.js';

const resynthesis = / \(re-synthesis\)$/;
const stem = (file: string): string => file.replace(/^.*\//, '').replace(/(_[^_]*)?\.\w+$/, '');

/** A row a condition: the original's score, then each re-synthesis and whether it stands above its original. */
export function sameMusicTable(judged: readonly JudgedCase[]): string {
  const copies = judged.filter(({ isFake, group }) => isFake && resynthesis.test(group));
  if (copies.length === 0) return '';
  const stems = new Set(copies.map(({ file }) => stem(file)));
  const originals = judged.filter(({ isFake, file }) => !isFake && stems.has(stem(file)));
  const groups = [...new Set(copies.map(({ group }) => group))].sort();
  const names = [...new Set(judged.map(({ condition }) => condition))];
  const mean = (cases: readonly JudgedCase[]): number =>
    cases.reduce((sum, one) => sum + one.byProduct.standard, 0) / cases.length;
  const rows = names.flatMap((condition) => {
    const real = originals.filter((one) => one.condition === condition);
    if (real.length === 0) return [];
    const cells = groups.map((group) => {
      const mine = copies.filter((one) => one.condition === condition && one.group === group);
      const above = mine.flatMap((one) => {
        const original = real.filter(({ file }) => stem(file) === stem(one.file));
        return original.map(({ byProduct }) => one.byProduct.standard > byProduct.standard);
      });
      if (mine.length === 0 || above.length === 0) return '–';
      return `${mean(mine).toFixed(2)} (${above.filter(Boolean).length} of ${above.length})`;
    });
    return [[condition, mean(real).toFixed(2), ...cells]];
  });
  const label = (group: string): string =>
    group.replace(resynthesis, '') + (invisible.includes(group) ? ' (invisible)' : '');
  return table(['P(fake), `standard`', 'original', ...groups.map(label)], rows);
}
