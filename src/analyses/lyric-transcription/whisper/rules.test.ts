import { describe, expect, it } from 'vitest';
import { phrasesOf } from './phrases.js';
import type { WhisperSettings } from './settings.js';
import { applyTokenRules } from './token-rules.js';

const settings: WhisperSettings = {
  dimensions: 4,
  layers: 1,
  heads: 1,
  melBands: 80,
  maxTokens: 64,
  vocabularySize: 40,
  startToken: 11,
  endToken: 10,
  transcribeToken: 13,
  noTimestampsToken: 15,
  firstTimestampToken: 16,
  noSpeechToken: 14,
  languages: new Map([['en', 12]]),
  suppressed: [3],
  suppressedAtBegin: [4, 10],
  maxInitialTimestampIndex: 5,
  alignmentHeads: [],
};

function allowed(tokens: number[], withTimestamps: boolean, wordsLead = true): number[] {
  const logits = new Float32Array(40);
  if (wordsLead) logits.fill(20, 0, 11);
  applyTokenRules(logits, tokens, settings, withTimestamps);
  return [...logits.keys()].filter((token) => logits[token]! > Number.NEGATIVE_INFINITY);
}

describe('applyTokenRules', () => {
  it('never allows a suppressed or special token, and timestamps only where asked for', () => {
    expect(allowed([1], false)).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9, 10]);
    expect(allowed([], false)).toEqual([0, 1, 2, 5, 6, 7, 8, 9]);
  });

  it('opens with a timestamp near the start', () => {
    expect(allowed([], true)).toEqual([16, 17, 18, 19, 20, 21]);
  });

  it('asks for words after an opening timestamp, and for a later one after words', () => {
    expect(allowed([18], true).some((token) => token >= 16)).toBe(false);
    const afterWords = allowed([18, 1], true);
    expect(afterWords).toContain(19);
    expect(afterWords).not.toContain(18);
  });

  it('lets the next phrase open where the last one closed, or ends', () => {
    const next = allowed([18, 1, 25], true);
    expect(next).toContain(25);
    expect(next).not.toContain(24);
    expect(next).not.toContain(1);
    expect(next).toContain(10);
  });

  it('takes a timestamp where timestamps together are likelier than any word', () => {
    expect(Math.min(...allowed([18, 1], true, false))).toBeGreaterThanOrEqual(16);
  });
});

describe('phrasesOf', () => {
  const textOf = (tokens: readonly number[]): string => tokens.map((token) => `w${token}`).join(' ');
  it('cuts at pairs of timestamps and says where the last closed one ended', () => {
    const { phrases, closedAt } = phrasesOf([100, 1, 2, 150, 150, 3, 200], 100, 30, textOf);
    expect(phrases).toEqual([
      { text: 'w1 w2', startSeconds: 0, endSeconds: 1, tokens: [1, 2] },
      { text: 'w3', startSeconds: 1, endSeconds: 2, tokens: [3] },
    ]);
    expect(closedAt).toBe(2);
  });
  it('gives words without timestamps the whole window', () => {
    expect(phrasesOf([1], 100, 12, textOf)).toEqual({
      phrases: [{ text: 'w1', startSeconds: 0, endSeconds: 12, tokens: [1] }],
      closedAt: null,
    });
  });
});
