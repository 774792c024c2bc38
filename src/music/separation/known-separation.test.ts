import { describe, expect, it } from 'vitest';
import { pinned } from '../../numbers/test-support/pinned.js';
import { seededRandom } from '../../signal/seeded-random.js';
import { centreShare } from './centre-share.js';
import { percussiveShare } from './percussive-share.js';
import { repeatingShare } from './repeating-share.js';
import { separateVocals } from './vocal-separator.js';

const rate = 8000;
/** A gliding voice in the middle, a chord to one side that comes again every half second, strokes, and an offset. */
function mix(seconds: number): readonly [Float32Array, Float32Array] {
  const random = seededRandom(2);
  const left = new Float32Array(seconds * rate);
  const right = new Float32Array(seconds * rate);
  let phase = 0;
  for (let n = 0; n < left.length; n++) {
    const time = n / rate;
    phase += (2 * Math.PI * (220 + 40 * Math.sin(3 * time) + 5 * Math.sin(35 * time))) / rate;
    const voice = 0.2 * (Math.sin(phase) + 0.5 * Math.sin(2 * phase) + 0.3 * Math.sin(3 * phase));
    const since = time % 0.5;
    const chord = [196, 247, 294].reduce((sum, hz) => sum + Math.sin(2 * Math.PI * hz * time), 0);
    const stroke = since < 0.01 ? 0.3 * (random() - 0.5) : 0;
    left[n] = voice + 0.1 * chord * Math.exp(-4 * since) + stroke + 0.1;
    right[n] = voice + 0.03 * chord * Math.exp(-4 * since) + stroke + 0.1;
  }
  return [left, right];
}

describe('what is taken for vocals of a known mix is what it was before, to five digits', () => {
  const [left, right] = mix(4);
  it.each([
    ['stereo', right],
    ['mono', null],
  ] as const)('%s', async (name, other) => {
    const { vocals, accompaniment } = await separateVocals(left, other, rate);
    await expect(pinned({ vocals, accompaniment })).toMatchFileSnapshot(`known-separation/${name}.txt`);
    // Below the lowest voice nothing is taken for one: the offset stays with the accompaniment.
    const mean = vocals.reduce((sum, sample) => sum + sample, 0) / vocals.length;
    expect(Math.abs(mean)).toBeLessThan(1e-3);
  });

  it('by its place, its strokes and what repeats', async () => {
    const random = seededRandom(8);
    const [frames, bins] = [60, 80];
    const magnitudes = Float32Array.from({ length: frames * bins }, (_, at) =>
      Math.floor(at / bins) % 12 === 5 ? 1 + random() : at % bins === 20 ? 2 : random(),
    );
    const side = magnitudes.map((value, at) => value * ((at % 7) / 6));
    const share = (fill: (shares: Float32Array) => void): Float32Array => {
      const shares = new Float32Array(magnitudes.length);
      fill(shares);
      return shares;
    };
    const text = pinned({
      centre: share((shares) => centreShare(magnitudes, side, shares)),
      strokes: share((shares) => percussiveShare(magnitudes, frames, bins, shares)),
      repeats: share((shares) => repeatingShare(magnitudes, frames, bins, 10, shares)),
    });
    await expect(text).toMatchFileSnapshot('known-separation/shares.txt');
  });
});
