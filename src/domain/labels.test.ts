import { describe, expect, it } from 'vitest';
import { checkGeneratorNames, detailedSourceLabels, generatorLabels } from './labels.js';

describe('AI-detection labels', () => {
  it('are the documented ones by default', () => {
    expect(generatorLabels()).toEqual(['genA', 'genB', 'genC', 'genD', 'genE']);
    expect(detailedSourceLabels()).toEqual([
      'real',
      'genD_v4',
      'genD_v4_5',
      'genD_v4_5_plus',
      'genD_v5',
      'other',
    ]);
  });

  it('follow one renaming in both sets', () => {
    const names = checkGeneratorNames({ genD: 'Studio X' });
    expect(generatorLabels(names)[3]).toBe('Studio X');
    expect(detailedSourceLabels(names)).toContain('Studio X_v4_5_plus');
  });

  it('refuse unknown ids, empty names and duplicates', () => {
    expect(() => checkGeneratorNames({ genF: 'x' })).toThrow(/genF/);
    expect(() => checkGeneratorNames({ genA: '' })).toThrow(/genA/);
    expect(() => checkGeneratorNames({ genA: 'genB' })).toThrow(/same name/);
  });
});
