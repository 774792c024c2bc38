import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { latticeFamilies } from './lattices.js';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/analyses/ai-detection.md'), 'utf8');
const rows = new Map(
  [...page.matchAll(/^\| `([a-z0-9-]+)` \| ([\d., ]+) \|/gm)].map(([, id, spacings]) => [id!, spacings!]),
);

it.each(latticeFamilies)('$id has the spacings that its page states', ({ id, spacingsHz }) => {
  const stated = rows.get(id)!.split(', ');
  const decimals = (text: string): number => text.split('.')[1]?.length ?? 0;
  expect(spacingsHz.map((hz, index) => hz.toFixed(decimals(stated[index] ?? '')))).toEqual(stated);
});

/** Spacings of the images of strided layers: the rate over each product of later strides, all strides apart. */
const imagesHz = (rateHz: number, strides: readonly number[]): number[] =>
  strides.map((_, layer) => rateHz / strides.slice(layer).reduce((product, stride) => product * stride, 1));

it.each([
  ['hop-512', 44_100, [8, 8, 4, 2]],
  ['hop-512', 22_050, [8, 8, 2, 2]],
  ['seventy-five', 24_000, [8, 5, 4, 2]],
  ['hop-320', 44_100, [8, 5, 4, 2]],
  ['rate-48k', 48_000, [8, 8, 4, 2]],
  ['forty', 24_000, [6, 5, 5, 4]],
  ['rate-32k', 32_000, [8, 8, 2, 2]],
  ['hundred-fifty', 48_000, [8, 5, 4, 2]],
] as const)('%s has lattices of a decoder at %d Hz with strides %j', (id, rateHz, strides) => {
  const { spacingsHz } = latticeFamilies.find((family) => family.id === id)!;
  const images = imagesHz(rateHz, strides);
  const held = images.filter((hz) => spacingsHz.some((spacing) => Math.abs(spacing - hz) < 1e-9));
  expect(held.length).toBeGreaterThanOrEqual(2);
  expect(held).toContain(images[0]);
});

it('names each family once, its spacings rising', () => {
  expect(new Set(latticeFamilies.map(({ id }) => id)).size).toBe(latticeFamilies.length);
  for (const { spacingsHz } of latticeFamilies) {
    expect([...spacingsHz].sort((a, b) => a - b)).toEqual(spacingsHz);
  }
});
