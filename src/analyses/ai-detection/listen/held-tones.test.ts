import { describe, expect, it } from 'vitest';
import { heldToneShare } from './held-tones.js';
import { binCount, binHz } from './mean-spectrum.js';

/** A flat spectrum with lines of a height (natural log power) at the multiples of a frequency. */
function withPartials(frequencyHz: number, height: number): Float32Array {
  const logPower = new Float32Array(binCount).fill(-8);
  for (let hz = frequencyHz; hz < 16_000; hz += frequencyHz) logPower[Math.round(hz / binHz)] = -8 + height;
  return logPower;
}

describe('heldToneShare', () => {
  it('is 1 where every low multiple is a tone, and 0 for lines as faint as a decoder’s', () => {
    expect(heldToneShare(withPartials(100, 5), 100)).toBe(1);
    expect(heldToneShare(withPartials(100, 1), 100)).toBe(0);
  });

  it('sees the tones of another frequency only where they coincide', () => {
    expect(heldToneShare(withPartials(100, 5), 50)).toBeCloseTo(0.5, 1);
    expect(heldToneShare(withPartials(110, 5), 100)).toBeLessThan(0.2);
  });

  it('says nothing where too few multiples lie low enough', () => {
    expect(heldToneShare(withPartials(500, 5), 500)).toBe(0);
    expect(heldToneShare(withPartials(300, 5), 300, 5)).toBe(0);
  });

  it('counts the multiples from 60 to 1200 Hz, three of them at least, that rise 10 dB', () => {
    expect(heldToneShare(withPartials(400, 5), 400)).toBe(1);
    expect(heldToneShare(withPartials(60, 5), 20)).toBeCloseTo(20 / 58, 6);
    expect(heldToneShare(withPartials(200, 2.4), 200)).toBe(1);
    expect(heldToneShare(withPartials(200, 2.2), 200)).toBe(0);
    expect(heldToneShare(withPartials(200, 5), 200, 6)).toBe(1);
    expect(heldToneShare(withPartials(200, 5), 200, 7)).toBe(0);
  });
});
