import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { heldBlocks } from './held-blocks.js';

/** Agreements of `blocks` blocks of noise, of variance ½. */
function noise(blocks: number, seed: number): number[] {
  const random = seededRandom(seed);
  return Array.from(
    { length: blocks },
    () => Math.sqrt(-Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  );
}
const blocks = 38;
const seeds = Array.from({ length: 50 }, (_, seed) => seed);
const share = (held: readonly boolean[]): number => held.filter(Boolean).length / held.length;

describe('the blocks in which a query is the song', () => {
  it('are nearly all where each agrees a little, though few show it by themselves', () => {
    const shares = seeds.map((seed) => share(heldBlocks(noise(blocks, seed).map((x) => x + 1))));
    expect(shares.filter((one) => one >= 0.5).length).toBeGreaterThan(0.95 * shares.length);
    expect(shares.reduce((sum, one) => sum + one, 0) / shares.length).toBeGreaterThan(0.85);
  });

  it('are hardly any in noise', () => {
    const shares = seeds.map((seed) => share(heldBlocks(noise(blocks, seed))));
    expect(Math.max(...shares)).toBeLessThan(0.5);
    expect(shares.reduce((sum, one) => sum + one, 0) / shares.length).toBeLessThan(0.06);
  });

  it('end where another recording takes over, however loud the song was before', () => {
    for (const level of [2, 20]) {
      const held = heldBlocks(noise(blocks, 3).map((x, block) => x + (block < 19 ? level : 0)));
      expect(held.slice(0, 17)).not.toContain(false);
      expect(held.slice(23)).not.toContain(true);
    }
  });

  it('are not what lies between a few that agree by far, as notes do that fall together', () => {
    const held = heldBlocks(noise(blocks, 4).map((x, block) => x + (block % 9 === 4 ? 10 : 0)));
    expect(share(held)).toBeLessThan(0.3);
  });

  it('go on through blocks that were not compared', () => {
    expect(heldBlocks([2, null, 2, null, 2])).toEqual([true, true, true, true, true]);
    expect(heldBlocks([null, null])).toEqual([false, false]);
    expect(heldBlocks([])).toEqual([]);
  });
});
