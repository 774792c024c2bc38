import { describe, expect, it } from 'vitest';
import { stretchByOverlap } from '../../../../bench/fingerprint/overlap-add.js';
import { convolve, studioResponse } from '../../../../bench/fingerprint/rooms.js';
import { playNotes, synthesiseSong } from '../../../../bench/fingerprint/synthetic.js';
import { resample } from '../../../signal/resample.js';
import { seededRandom } from '../../../signal/seeded-random.js';
import { FineComparison, type FinePlace } from './fine-structure.js';
import { isOtherFineStructure, isSameFineStructure } from './fine-structure-odds.js';
import type { FineStructure } from './sustained-levels.js';

const rate = 16_000;
const tempo = 1.15;
const song = synthesiseSong(31, 24);
const reverberant = (samples: Float32Array): Promise<Float32Array> =>
  convolve(samples, studioResponse(0.9, -9, rate, seededRandom(9)));

/** Compared at the right place, or at `change` of it. */
async function compared(
  query: Float32Array,
  other: Float32Array,
  change: Partial<FinePlace> = {},
): Promise<FineStructure | null> {
  const comparison = await FineComparison.create(query);
  try {
    return comparison.at(other, { startSeconds: 0, scale: tempo, pitchCents: 0, ...change });
  } finally {
    comparison.dispose();
  }
}

const play = (player: number): Float32Array => playNotes(player, 18);

describe('the fine structure of a recording that a stretcher changed', () => {
  it('is the song’s at another tempo, in reverberation, at a place that is known to a tenth of a second', async () => {
    const copy = await reverberant(stretchByOverlap(song, tempo));
    for (const startSeconds of [0, -0.1, 0.1]) {
      const found = await compared(copy, song, { startSeconds });
      expect(isSameFineStructure(found!), `${startSeconds} s off`).toBe(true);
    }
    expect(isSameFineStructure((await compared(copy, song, { scale: tempo * 1.001 }))!)).toBe(true);
  });

  it('is the song’s at another pitch', async () => {
    const up = 2 ** (4 / 12);
    const copy = resample(stretchByOverlap(song, 1 / up), 1 / up);
    const found = await compared(copy, song, { scale: 1, pitchCents: 400 });
    expect(isSameFineStructure(found!)).toBe(true);
    const atItsOwnPitch = await compared(copy, song, { scale: 1, pitchCents: 0 });
    expect(atItsOwnPitch!.sustained).toBeLessThan(found!.sustained / 2);
  });

  it('of the same notes at the same times by another player is another one', async () => {
    const copy = await reverberant(stretchByOverlap(play(2), tempo));
    expect(isSameFineStructure((await compared(copy, play(2)))!)).toBe(true);
    const rendition = await compared(copy, play(3));
    expect(isSameFineStructure(rendition!)).toBe(false);
  });

  it('of another song is another one', async () => {
    const copy = await reverberant(stretchByOverlap(song, tempo));
    expect(isOtherFineStructure((await compared(copy, synthesiseSong(33, 24)))!)).toBe(true);
  });

  it('shows the pieces that are the song’s, and not those in which another takes over', async () => {
    const spliced = stretchByOverlap(song, tempo);
    const other = stretchByOverlap(synthesiseSong(33, 24), tempo);
    spliced.set(other.subarray(10 * rate, spliced.length), 10 * rate);
    const { shown, heard } = (await compared(spliced, song))!;
    expect(heard).not.toContain(false);
    expect(shown.slice(0, 5)).not.toContain(false);
    expect(shown.slice(5)).not.toContain(true);
  });

  it('is not decided in less than three seconds, in silence, or where the song has none', async () => {
    expect(await compared(song.slice(0, 2.9 * rate), song)).toBeNull();
    expect(await compared(new Float32Array(10 * rate), song)).toBeNull();
    const nowhere = await compared(song.slice(0, 10 * rate), song, { startSeconds: 100 });
    expect(nowhere === null || isOtherFineStructure(nowhere)).toBe(true);
  });
});
