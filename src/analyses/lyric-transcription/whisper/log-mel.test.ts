import { describe, expect, it } from 'vitest';
import { slaneyMelFilters } from '../../../signal/mel-filters.js';
import { seededRandom } from '../../../signal/seeded-random.js';
import { WhisperLogMel, whisperFrames } from './log-mel.js';

/** The definition, written out: a plain DFT of 400 points in double precision. */
function directFrame(samples: Float32Array, frame: number): number[] {
  const filters = slaneyMelFilters(80, 400, 16_000);
  const windowed = Array.from({ length: 400 }, (_, n) => {
    const at = Math.abs(frame * 160 - 200 + n);
    return (samples[at] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * n) / 400));
  });
  const power = Array.from({ length: 201 }, (_, k) => {
    let re = 0;
    let im = 0;
    for (let n = 0; n < 400; n++) {
      re += windowed[n]! * Math.cos((2 * Math.PI * k * n) / 400);
      im -= windowed[n]! * Math.sin((2 * Math.PI * k * n) / 400);
    }
    return re * re + im * im;
  });
  return Array.from({ length: 80 }, (_, band) => {
    let sum = 0;
    for (let k = 0; k < 201; k++) sum += filters.weights[band * 201 + k]! * power[k]!;
    return Math.log10(Math.max(1e-10, sum));
  });
}

describe('WhisperLogMel', () => {
  it('equals the definition computed directly, at the mirrored start as well as inside', async () => {
    const random = seededRandom(3);
    const samples = Float32Array.from(
      { length: 8000 },
      (_, n) => 0.3 * Math.sin(n * 0.2) + 0.2 * (random() - 0.5),
    );
    const mel = await WhisperLogMel.create(80);
    const all = mel.compute(samples);
    mel.dispose();
    const highest = Math.max(...Array.from({ length: 50 }, (_, f) => Math.max(...directFrame(samples, f))));
    for (const frame of [0, 1, 7, 25, 49]) {
      for (const [band, value] of directFrame(samples, frame).entries()) {
        const expected = (Math.max(value, highest - 8) + 4) / 4;
        expect(Math.abs(all[band * whisperFrames + frame]! - expected)).toBeLessThan(1e-3);
      }
    }
  });

  it('always has 3000 frames of finite numbers, also of silence, of nothing and of what is no number', async () => {
    const mel = await WhisperLogMel.create(80);
    for (const samples of [
      new Float32Array(0),
      new Float32Array(16_000),
      new Float32Array(500_000).fill(0.5),
      new Float32Array(1000).fill(Number.NaN),
    ]) {
      const all = mel.compute(samples);
      expect(all.length).toBe(80 * 3000);
      expect(all.every(Number.isFinite)).toBe(true);
    }
    mel.dispose();
  });
});
