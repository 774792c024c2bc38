import { describe, expect, it } from 'vitest';
import { pinned } from '../../numbers/test-support/pinned.js';
import { compareSongs } from './comparison/compare-songs.js';
import { rollsOf } from './comparison/segment-rolls.js';
import { comparisonOutcome, outcomeOf } from './outcome.js';
import type { ComparedSong } from './result.js';
import { knownPairs } from './test-support/scenes.js';

const compared = (name: string): ComparedSong => {
  const [a, b] = knownPairs[name]!;
  const comparison = compareSongs(a, b, { songs: 40 });
  const rolls = rollsOf(a, b, comparison);
  return { songId: name, title: name, artist: 'x', link: null, musicId: null, comparison, rolls };
};

describe('the answer of known comparisons is what it was before, to five digits', () => {
  it.each([
    'twelve notes quoted in another song',
    'the same chords under another tune',
    'a mix in three that was counted in four',
    'two songs that share nothing',
  ])('%s', async (name) => {
    const [a, b] = knownPairs[name]!;
    const original = { title: 'submitted', description: a };
    const text = pinned(comparisonOutcome(original, b, compared(name), 40));
    await expect(text).toMatchFileSnapshot(`known-answers/${name.replaceAll(/\W+/g, '-')}.txt`);
  });

  it('and so is that of a search that finds several songs', async () => {
    const names = [
      'the same chords under another tune',
      'the same tune over the same chords',
      'two songs that share nothing',
    ];
    const [query] = knownPairs[names[0]!]!;
    const songs = names.map((name) => ({
      // Their rolls are those of the comparisons above.
      song: { ...compared(name), rolls: [] },
      description: knownPairs[name]![1],
    }));
    const text = pinned(outcomeOf({ title: 'submitted', description: query }, songs, 40));
    await expect(text).toMatchFileSnapshot('known-answers/search.txt');
  });
});
