import { describe, expect, it } from 'vitest';
import {
  falseFineStructuresPer1000,
  fineStructureFeatures,
  fineStructureLogOdds,
  isOtherFineStructure,
  isSameFineStructure,
  sameFineStructureLogOdds,
} from './fine-structure-odds.js';
import type { FineMeasurements } from './sustained-levels.js';

/** A stretched copy in reverberation. */
const copy: FineMeasurements = {
  sustained: 0.31,
  overBeside: 0.2,
  overChance: 5.6,
  lowestBand: 0.15,
  shownShare: 1,
};

describe('the odds that two fine structures are one recording’s', () => {
  it('take a stretched copy in reverberation for the recording, and another rendition and chance for others', () => {
    expect(isSameFineStructure(copy)).toBe(true);
    const rendition = { sustained: 0.05, overBeside: 0.02, overChance: 5, lowestBand: 0.02, shownShare: 0.2 };
    expect(isOtherFineStructure(rendition)).toBe(true);
    const chance = { sustained: 0, overBeside: 0, overChance: 0, lowestBand: 0, shownShare: 0 };
    expect(isOtherFineStructure(chance)).toBe(true);
  });

  it('do not take notes that are played anew by the same samples for the recording', () => {
    const moved = {
      sustained: 0.13,
      overBeside: 0.06,
      overChance: 10,
      lowestBand: 0.09,
      shownShare: 0.7,
    };
    expect(isSameFineStructure(moved)).toBe(false);
  });

  it('rise with every measurement', () => {
    for (const { name, knots, direction } of fineStructureFeatures) {
      const odds = knots.map((value) => fineStructureLogOdds({ ...copy, [name]: value }));
      expect(direction, name).toBe('rising');
      expect(odds, name).toEqual([...odds].sort((a, b) => a - b));
      expect(odds.at(-1)! - odds[0]!, name).toBeGreaterThan(0.1);
    }
  });

  it('expect one other recording in a thousand at the threshold at the most, and fewer above it', () => {
    const measured = Array.from({ length: 30 }, (_, i) => ({ ...copy, sustained: 0.02 + 0.01 * i }));
    for (const one of measured) {
      const isSame = isSameFineStructure(one);
      expect(fineStructureLogOdds(one) >= sameFineStructureLogOdds(), `${one.sustained}`).toBe(isSame);
      if (isSame) expect(falseFineStructuresPer1000(one)).toBeLessThanOrEqual(0.5 + 1e-6);
    }
    const rates = measured.map(falseFineStructuresPer1000);
    expect(rates).toEqual([...rates].sort((a, b) => b - a));
  });
});
