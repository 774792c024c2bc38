import { describe, expect, it } from 'vitest';
import { isOtherFineStructure, isSameFineStructure } from '../fine-structure/fine-structure-odds.js';
import type { FineStructure } from '../fine-structure/sustained-levels.js';
import type { IndexedSong } from '../ports.js';
import { measuredAlignment } from '../test-support/measured-alignment.js';
import type { Alignment } from '../verification/measure.js';
import { isMatch } from './decision.js';
import { describeMatch, type SongMatch } from './matches.js';
import { checkVerdict } from './verdict.js';

/** A stretched query whose peaks leave it open whether it is a copy. */
const stretched = measuredAlignment({
  scale: 1.2,
  peaks: 300,
  coincident: 60,
  z: 30,
  excess: 0.2,
  sharpness: 0.5,
  agreement: 0.2,
  early: 0.05,
});
const fine = (sustained: number, shownShare: number): FineStructure => ({
  sustained,
  overBeside: 0.6 * sustained,
  overChance: 5.6,
  lowestBand: 0.5 * sustained,
  shownShare,
  heard: [],
  shown: [],
});
const [same, other] = [fine(0.31, 1), fine(0, 0)];
const undecided = Array.from({ length: 100 }, (_, step) => fine(0.003 * step, step / 100)).find(
  (one) => !isSameFineStructure(one) && !isOtherFineStructure(one),
)!;
const matchWith = (fineStructure: FineStructure | null, change: Partial<Alignment> = {}): SongMatch => ({
  song: { musicId: 'song', title: 'Song', artist: null, durationSeconds: 24 } as unknown as IndexedSong,
  alignment: { ...stretched, fineStructure, ...change },
  sections: [],
});
const verdictOf = (...candidates: SongMatch[]) =>
  checkVerdict({ candidates, songs: 1000, strictness: 'normal' });

describe('the verdict on a stretched recording', () => {
  it('is found by the fine structure that is the song’s, and says so', () => {
    const { finding, reasons } = verdictOf(matchWith(same));
    expect(finding).toBe('found');
    expect(reasons.join(' ')).toContain('The fine structure is the song’s: between the beginnings of notes');
  });

  it('is possible where it is another one’s: another rendition, or a copy that was changed in more', () => {
    const { finding, reasons } = verdictOf(matchWith(other));
    expect(finding).toBe('possible');
    expect(reasons.join(' ')).toContain('The fine structure is not the song’s: ');
    expect(reasons.at(-1)).toBe(
      'This is another rendition of the same notes, or a copy that was changed in more than pitch or tempo.',
    );
  });

  it('is possible for its similarity where the fine structure does not decide', () => {
    expect(isMatch(matchWith(undecided).alignment, 1000, 'normal')).toBe(false);
    const { finding, reasons } = verdictOf(matchWith(undecided));
    expect(finding).toBe('possible');
    expect(reasons.join(' ')).toContain('The fine structure is not surely the song’s: ');
    expect(reasons.at(-1)).toMatch(/^The similarity of 0\.71 is below 1: /);
  });

  it('names the duplicate though a song that is none comes first', () => {
    const first = { ...matchWith(other), song: { ...matchWith(other).song, musicId: 'first' } };
    expect(verdictOf(first, matchWith(same)).match).toMatchObject({ music_id: 'song' });
    expect(verdictOf(first).match).toMatchObject({ music_id: 'first' });
  });

  it('says of how much of the query a match holds that is no duplicate', () => {
    const { finding, reasons } = verdictOf(matchWith(same, { queryCoverage: 0.49 }));
    expect(finding).toBe('possible');
    expect(reasons.at(-1)).toBe('The match holds for 49 % of the recording; a duplicate needs half of it.');
  });

  it('says whether peaks coincide beyond chance, or the sound was compared for few of them', () => {
    expect(verdictOf(matchWith(same, { z: 18 })).reasons[0]).toBe(
      'Spectral peaks coincide beyond chance: z = 18.0 where 18 is needed.',
    );
    expect(verdictOf(matchWith(same, { z: 17.9 })).reasons[0]).toBe(
      'Few spectral peaks coincide (z = 17.9 where 18 is needed without comparing the sound).',
    );
  });

  it('has in the detail whether the fine structure is the song’s', () => {
    for (const [fineStructure, isSame] of [
      [same, true],
      [other, false],
      [undecided, false],
    ] as const) {
      const described = describeMatch(matchWith(fineStructure), 1000, 'normal');
      expect(described.fine_structure).toMatchObject({ is_same: isSame });
      expect(described.is_duplicate).toBe(isSame);
    }
    expect(describeMatch(matchWith(null), 1000, 'normal')).not.toHaveProperty('fine_structure');
  });
});
