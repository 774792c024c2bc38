import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { embeddedDir } from '../../../models/embedded-evidence.js';
import { layingRule } from './laying-rule.js';

interface Tables {
  readonly tables: readonly {
    readonly rows: readonly { readonly name: string; readonly values: number[] }[];
  }[];
}
const file = JSON.parse(readFileSync(join(embeddedDir, 'laid-notes', 'tables.json'), 'utf8')) as Tables;
const byName = new Map(file.tables[0]!.rows.map(({ name, values }) => [name, values[0]]));

describe('the numbers of laid notes', () => {
  const rule = layingRule();

  it('are those of the file that comes with the program, each under its name', () => {
    expect(rule).toEqual({
      soundingShare: byName.get('sounding-share'),
      maxBits: byName.get('max-bits'),
      minAgreeingBits: byName.get('min-agreeing-bits'),
      minDifferingBits: byName.get('min-differing-bits'),
      silenceShare: byName.get('silence-share'),
      sparedBits: byName.get('spared-bits'),
      muchChanceBits: byName.get('much-chance'),
    });
    expect(byName.size).toBe(Object.keys(rule).length);
  });

  it('are shares from 0 to 1, and bits of which much is more than what is spared', () => {
    for (const share of [rule.soundingShare, rule.silenceShare]) {
      expect(share).toBeGreaterThan(0);
      expect(share).toBeLessThan(1);
    }
    expect(rule.minAgreeingBits).toBeGreaterThan(0);
    expect(rule.minDifferingBits).toBeGreaterThan(0);
    expect(rule.muchChanceBits).toBeGreaterThan(rule.sparedBits);
  });
});
