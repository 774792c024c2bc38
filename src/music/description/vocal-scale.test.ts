import { describe, expect, it } from 'vitest';
import { lowestMelodyMidi, melodyWidth } from './landscapes.js';
import { inScale } from './vocal-scale.js';

const rule = { discount: 0.3, surenessNats: 50 };
const binOf = (midi: number): number => midi - lowestMelodyMidi;

/** A frame a pitch, all as high. */
function sung(midis: readonly number[]) {
  const values = new Float32Array(midis.length * melodyWidth);
  for (const [frame, midi] of midis.entries()) values[frame * melodyWidth + binOf(midi)] = 0.5;
  return { frames: midis.length, width: melodyWidth, values };
}

const heights = ({ values }: { values: Float32Array }, midis: readonly number[]): number[] =>
  midis.map((midi, frame) => Number(values[frame * melodyWidth + binOf(midi)]!.toFixed(3)));

describe('the scale of a voice', () => {
  it('leaves its seven pitch classes as they are and takes the share from the others', () => {
    const scale = [60, 62, 64, 65, 67, 69, 71, 72, 67, 64];
    const midis = [...scale, ...scale, ...scale, 61, 66];
    const found = heights(inScale(sung(midis), rule), midis);
    for (const height of found.slice(0, scale.length * 3)) expect(height).toBeGreaterThan(0.49);
    for (const height of found.slice(scale.length * 3)) expect(height).toBeLessThan(0.36);
  });

  it('keeps both forms of a step that two scales differ by, where as much is sung of each', () => {
    const midis = [60, 62, 64, 67, 69, 71, 65, 66];
    const found = heights(inScale(sung(midis), rule), midis);
    for (const height of found.slice(0, 6)) expect(height).toBeGreaterThan(0.49);
    expect(found[6]).toBeCloseTo(0.425, 2);
    expect(found[7]).toBe(found[6]);
  });

  it('changes nothing where nothing is sung, and nothing without a discount', () => {
    const silent = sung([]);
    expect(inScale({ ...silent, frames: 2, values: new Float32Array(2 * melodyWidth) }, rule).values).toEqual(
      new Float32Array(2 * melodyWidth),
    );
    const scene = sung([60, 61, 62, 63]);
    expect(inScale(scene, { ...rule, discount: 0 }).values).toEqual(scene.values);
  });
});
