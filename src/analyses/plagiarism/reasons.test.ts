import { describe, expect, it } from 'vitest';
import { rarestCounted } from '../../domain/finding.js';
import type { SongDescription } from '../../music/song-description.js';
import { compareSongs } from './comparison/compare-songs.js';
import { decisiveMatch } from './comparison/decisive-match.js';
import { reasonsOf } from './reasons.js';
import { knownPairs } from './test-support/scenes.js';

describe('why a song was found', () => {
  it('says what is added to the score of its match and taken off it: together its bits', () => {
    const transcribed = (song: SongDescription): SongDescription => ({ ...song, source: 'audio' });
    const said = new Set<string>();
    for (const [a, b] of Object.values(knownPairs))
      for (const comparison of [
        compareSongs(a, b),
        compareSongs(transcribed(a), transcribed(b), { songs: 1000, standing: 5 }),
      ]) {
        if (!decisiveMatch(comparison)) continue;
        const [first, ...others] = reasonsOf(comparison, 1000);
        let bits = Number(/chance is (-?\d+\.\d)/.exec(first!)![1]);
        for (const [sentence, sign, amount] of others.flatMap((one) => [
          ...one.matchAll(/which (adds|takes) (\d+\.\d)/g),
        ])) {
          said.add(sentence.replace(/[\d.]+/, ''));
          bits += sign === 'adds' ? Number(amount) : -Number(amount);
        }
        expect(Math.abs(bits - comparison.bits)).toBeLessThan(0.21);
      }
    expect(said).toEqual(new Set(['which adds ', 'which takes ']));
  });

  it('says of evidence too little to be counted that more songs give as much, never that all do', () => {
    const comparison = compareSongs(...knownPairs['two songs that share nothing']!);
    expect(comparison.expectedFalseAlarms).toBe(1000);
    expect(reasonsOf(comparison, 1)).toContain(
      'Of 1,000 unrelated songs more than 20 would give as much evidence.',
    );
    expect(reasonsOf(comparison, 81)).toContain(
      'Of 1,000 unrelated songs more than 20 would give as much evidence: more than 1.6 among the 81 searched.',
    );
  });

  it('says the same odds of evidence rarer than any that was counted as the figure beside them', () => {
    const comparison = compareSongs(...knownPairs['the same tune four semitones higher']!);
    expect(comparison.expectedFalseAlarms).toBeLessThan(rarestCounted);
    expect(reasonsOf(comparison, 1)).toContain(
      'Of 1,000 unrelated songs fewer than 0.001 would give as much evidence.',
    );
    expect(reasonsOf(comparison, 10_000)).toContain(
      'Of 1,000 unrelated songs fewer than 0.001 would give as much evidence: fewer than 0.01 among the 10000 searched.',
    );
  });

  it('gives a match that is worse than chance no score, as its bits are 0', () => {
    const comparison = compareSongs(...knownPairs['the same tune four semitones higher']!);
    const [line] = comparison.lines;
    const worse = { ...comparison, lines: [{ ...line!, bits: -3 }], joined: 0, agreement: 0, bits: 0 };
    const said = reasonsOf({ ...worse, basis: 'melody' }, 1).join(' ');
    expect(said).toContain('the score above chance is 0.0.');
    expect(said).not.toMatch(/adds|takes/);
  });

  it('names each kind of amount in a sentence of its own, and none that is 0', () => {
    const comparison = compareSongs(...knownPairs['the same tune four semitones higher']!);
    const [own] = comparison.lines;
    const line = { ...own!, bits: own!.bits - own!.wholeTuneBits, wholeTuneBits: 0 };
    const none = { ...comparison, lines: [line], joined: 0, agreement: 0, standing: 0, bits: line.bits };
    expect(reasonsOf(none, 1).join(' ')).not.toMatch(/adds|takes/);
    const raised = { ...none, joined: 1.25, agreement: 2.25, bits: none.bits + 3.5 };
    expect(reasonsOf(raised, 1).slice(1, 3)).toEqual([
      'The chords beside it agree, which adds 1.3 to the score.',
      'Melody and chroma sequence match in the same transposition, which adds 2.3 to the score.',
    ]);
    // What is taken off is what all that is added exceeds the bits by.
    for (const added of [{ joined: 5.5 }, { agreement: 5.5 }])
      expect(reasonsOf({ ...none, ...added, bits: none.bits + 1.5 }, 1)[2]).toBe(
        'Many songs share chords and accompaniments by custom, which takes 4.0 off the score.',
      );
    const whole = { ...none, lines: [{ ...line, bits: line.bits + 6.25, wholeTuneBits: 6.25 }] };
    expect(reasonsOf({ ...whole, bits: none.bits + 6.25 }, 1)[1]).toBe(
      'The whole tunes agree by more than chance, which adds 6.3 to the score.',
    );
    // Of a passage that is worse than chance what whole tunes make up for is not said.
    const most = { ...none, lines: [{ ...line, bits: 4.25, wholeTuneBits: 6.25 }], bits: 4.25 };
    expect(reasonsOf(most, 1).slice(0, 2).join(' ')).toMatch(/chance is 0\.0\. .* adds 4\.3 to the score\.$/);
    const tonal = { ...none, basis: 'tonal', tonal: line, standing: 3.25 } as const;
    expect(reasonsOf({ ...tonal, bits: none.bits + 3.25 }, 1)[1]).toBe(
      'The chroma sequence stands out among the songs of the search, which adds 3.3 to the score.',
    );
    expect(reasonsOf({ ...tonal, bits: none.bits - 0.75 }, 1)[2]).toContain('takes 4.0 off the score');
    expect(reasonsOf({ ...tonal, basis: 'melody' }, 1).join(' ')).not.toMatch(/adds|takes/);
    const tune = { notes: 80, share: 0.714, chanceShare: 0.16, bits: 6.25 };
    const withTune = { ...tonal, standing: 0, tuneBeside: tune, bits: none.bits + 6.25 };
    expect(reasonsOf(withTune, 1)[1]).toBe(
      'Where the chroma sequences match, 71 % of the tune’s notes sound in both songs, which adds 6.3 to the score.',
    );
    const otherTune = { ...tune, share: 0.24, bits: -3.25 };
    expect(reasonsOf({ ...withTune, tuneBeside: otherTune, bits: none.bits - 3.25 }, 1)[1]).toBe(
      'Where the chroma sequences match, only 24 % of the tune’s notes sound in both songs, as of two tunes over the same chords, which takes 3.3 off the score.',
    );
    expect(reasonsOf({ ...none, tuneBeside: tune }, 1).join(' ')).not.toMatch(/adds|takes/);
    expect(reasonsOf({ ...none, bits: none.bits - 6 }, 1)[1]).toBe(
      'Many songs share chords and accompaniments by custom, which takes 6.0 off the score.',
    );
  });
});
