import { describe, expect, it } from 'vitest';
import { isListed } from './listing.js';

describe('a song that was compared', () => {
  it('is listed where its score is shown as more than 0', () => {
    expect(isListed({ score: 0.006, sentence: 0.2 })).toBe(true);
  });

  it('is not listed where its score is shown as 0, however many there are: that similar is every song to any text', () => {
    expect(isListed({ score: 0.004, sentence: 0.54 })).toBe(false);
    expect(isListed({ score: 0, sentence: 0.99 })).toBe(false);
  });

  it('is listed where a line stands in it word for word, though so little text says nothing among many songs', () => {
    expect(isListed({ score: 0, sentence: 1 })).toBe(true);
  });
});
