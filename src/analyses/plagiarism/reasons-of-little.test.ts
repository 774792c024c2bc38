import { describe, expect, it } from 'vitest';
import { type Comparison, compareSongs } from './comparison/compare-songs.js';
import { type KeyAgreement, keyAgreement, keyDoubt } from './comparison/key-agreement.js';
import { reasonsOf } from './reasons.js';
import { knownPairs } from './test-support/scenes.js';

const found = compareSongs(...knownPairs['the same tune four semitones higher']!);
const [own] = found.lines;
const line = { ...own!, bits: 20, wholeTuneBits: 0 };
/** A melody that matches by 20 bits, to which nothing is added. */
const plain: Comparison = {
  ...found,
  basis: 'melody',
  lines: [line],
  joined: 0,
  agreement: 0,
  standing: 0,
  tuneBeside: null,
  keys: null,
  bits: 20,
};
const said = (changes: Partial<Comparison>): string => reasonsOf({ ...plain, ...changes }, 1).join(' ');
const contradicting = (transposition: number): KeyAgreement =>
  keyAgreement(
    { key: { tonic: 0, mode: 'major', confidence: 0.5 } },
    { key: { tonic: 3, mode: 'major', confidence: 0.2 } },
    transposition,
  );

describe('what is said of little', () => {
  it('is an amount from what reads as 0.1 on, and none that would read as 0.0', () => {
    for (const joined of [0.05, 0.06]) expect(said({ joined, bits: 20 + joined })).toContain('adds 0.1');
    expect(said({ joined: 0.04, bits: 20.04 })).not.toMatch(/adds|takes/);
  });

  it('is only how common it is where two songs share nothing', () => {
    expect(reasonsOf({ ...plain, lines: [], bits: 0, expectedFalseAlarms: 1000 }, 1)).toEqual([
      'Of 1,000 unrelated songs more than 20 would give as much evidence.',
    ]);
  });

  it('is no place of a match without a passage of its own', () => {
    expect(said({})).toMatch(/ match, best in bars? \d/);
    expect(said({ lines: [{ ...line, segments: [] }] })).toMatch(/ match; the score above chance is 20\.0\./);
  });

  it('is all that is taken off beside a match that is worse than chance', () => {
    expect(said({ lines: [{ ...line, bits: -3 }], joined: 4, bits: 1 })).toMatch(
      /chance is 0\.0\. .* adds 4\.0 to the score\. .* takes 3\.0 off the score\./,
    );
  });

  it('is what is taken off the score where the tune adds to it', () => {
    const tuneBeside = { notes: 80, share: 0.714, chanceShare: 0.16, bits: 6 };
    expect(said({ basis: 'tonal', tonal: line, tuneBeside, bits: 22 })).toMatch(
      /adds 6\.0 to the score\. .* takes 4\.0 off the score\./,
    );
  });
});

describe('the keys among the reasons', () => {
  const keys = contradicting(5);
  const doubt = keyDoubt(keys)!;

  it('are doubted where the match contradicts them, unless the songs share no more than by chance', () => {
    expect(doubt).toContain('doubtful');
    for (const finding of ['found', 'possible'] as const) expect(said({ keys, finding })).toContain(doubt);
    expect(said({ keys, finding: 'not_found' })).not.toContain('doubtful');
  });

  it('are not doubted where they agree with the match, or where there are none', () => {
    expect(said({ keys: contradicting(3), finding: 'found' })).not.toContain('doubtful');
    expect(said({ keys: null, finding: 'found' })).not.toContain('doubtful');
  });
});

describe('the melody that is named', () => {
  const sung = { ...line, lineA: 'vocal' } as const;

  it('is the main one where it matches by as much as the best, and else the best one', () => {
    const main = { ...line, lineA: 'topline' } as const;
    expect(said({ lines: [sung, main] })).toContain('notes of the main melody match');
    expect(said({ lines: [sung, { ...main, bits: 19.5 }] })).toContain('notes of the vocal melody match');
  });
});
