import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { triplets } from '../parameters.js';
import { TripletHasher } from './triplet-hasher.js';

const random = seededRandom(21);

/** An anchor, the first, and partners after it, as hashes.ts chooses them. */
function anchorWith(partners: number): { times: Float32Array; cents: Float32Array; chosen: Int32Array } {
  const times = Float32Array.from({ length: partners + 1 }, (_, i) => (i === 0 ? 1000 * random() : 0));
  for (let i = 1; i <= partners; i++) times[i] = times[0]! + 4 + 76 * random();
  times.sort();
  const cents = times.map(() => 2500 + 1700 * (random() - 0.5));
  return { times, cents, chosen: Int32Array.from({ length: partners }, (_, i) => i + 1) };
}

/** A 32-bit mixer, and a field's contribution at a cell. */
function mix(value: number): number {
  let x = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return (x ^ (x >>> 15)) >>> 0;
}
const contribution = (field: number, cell: number): number =>
  mix(Math.imul(cell + 1024, 0x9e3779b1) + Math.imul(field + 1, 0x7feb352d));

/** All hashes of a triplet: its fields in their cells, and the least certain of them in the neighbouring ones. */
function byDefinition(
  times: Float32Array,
  cents: Float32Array,
  [early, late]: [number, number],
  flips: number,
): number[] {
  const { anchorCents, intervalCents, ratioSteps, spanOctaves } = triplets;
  const [delay, span] = [times[early]! - times[0]!, times[late]! - times[0]!];
  const values = [
    [cents[0]! / anchorCents, 100 / anchorCents],
    [(cents[early]! - cents[0]!) / intervalCents, 7 / intervalCents],
    [(cents[late]! - cents[0]!) / intervalCents, 7 / intervalCents],
    [(delay / span) * ratioSteps, (0.7 / span) * ratioSteps],
    [Math.log2(span) / spanOctaves, (0.04 + 1 / span) / spanOctaves],
  ] as const;
  const fields = values.map(([value, error], field) => {
    const cell = Math.floor(value);
    const above = value - cell;
    const part = contribution(field, cell);
    const other = contribution(field, above < 0.5 ? cell - 1 : cell + 1);
    return { part, exchange: part ^ other, certainty: Math.min(above, 1 - above) / error };
  });
  const uncertain = [...fields].sort((a, b) => a.certainty - b.certainty).slice(0, flips);
  const sum = fields.reduce((all, { part }) => all ^ part, 0);
  return Array.from({ length: 2 ** flips }, (_, choice) =>
    mix(uncertain.reduce((all, { exchange }, i) => (choice & (1 << i) ? all ^ exchange : all), sum)),
  );
}

describe('hashes of an anchor', () => {
  for (const flips of [0, 2, 3]) {
    it(`are those of all pairs of its partners, sampled, with ${flips} fields in their neighbouring cells too`, () => {
      const partners = flips === 3 ? 14 : 5;
      const hasher = new TripletHasher(triplets, partners, flips);
      const expected: number[] = [];
      // As many anchors as the memory has to grow for.
      for (let anchor = 0; anchor < 1600; anchor++) {
        const { times, cents, chosen } = anchorWith(anchor % (partners + 1));
        hasher.add(times, cents, 0, chosen, chosen.length);
        for (let early = 1; early <= chosen.length; early++)
          for (let late = early + 1; late <= chosen.length; late++)
            for (const hash of byDefinition(times, cents, [early, late], flips))
              if (hash < 2 ** (32 - triplets.samplingBits)) expected.push(hash, Math.floor(times[0]! / 8));
      }
      expect(expected.length).toBeGreaterThan(flips === 3 ? 80_000 : 1000);
      expect([...hasher.found()]).toEqual(expected);
    });
  }

  it('of fewer than two partners are none; more partners or other flips than there is room for are refused', () => {
    const hasher = new TripletHasher(triplets, 9, 3);
    const { times, cents, chosen } = anchorWith(1);
    hasher.add(times, cents, 0, chosen, 1);
    expect(hasher.found()).toHaveLength(0);
    expect(() => new TripletHasher(triplets, 65, 3)).toThrow(RangeError);
    expect(() => new TripletHasher(triplets, 9, 1)).toThrow(RangeError);
  });
});
