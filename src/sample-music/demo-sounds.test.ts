import { describe, expect, it } from 'vitest';
import { composePiece, pieceCount } from './compose-piece.js';
import { degradedExcerpt } from './degrade.js';
import { synthesise } from './synthesise.js';
import { wavFile } from './wav.js';

const sampleRateHz = 8000;

describe("the demo's sounds", () => {
  it('are the same every time, and every piece is another', () => {
    const texts = Array.from({ length: pieceCount }, (_, index) => JSON.stringify(composePiece(index, 20)));
    expect(new Set(texts).size).toBe(pieceCount);
    expect(JSON.stringify(composePiece(0, 20))).toBe(texts[0]);
    expect(() => composePiece(pieceCount, 20)).toThrow(RangeError);
  });

  it('fill whole bars with finite sound that does not clip', () => {
    const piece = composePiece(2, 10);
    const samples = synthesise(piece, sampleRateHz);
    expect(piece.durationSeconds).toBeGreaterThanOrEqual(10);
    expect(samples.length).toBe(Math.ceil(piece.durationSeconds * sampleRateHz));
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(peak).toBeGreaterThan(0.1);
    expect(peak).toBeLessThan(1);
  });

  it('are cut to the excerpt, with noise at the level that was asked for and little below the band', () => {
    const tone = (hertz: number) =>
      Float32Array.from(
        { length: 4 * sampleRateHz },
        (_, i) => 0.5 * Math.sin((2 * Math.PI * hertz * i) / sampleRateHz),
      );
    const power = (samples: Float32Array) => samples.reduce((sum, x) => sum + x * x, 0) / samples.length;
    const quiet = { lowHz: 300, highHz: 3400, signalToNoiseDecibels: 200, gainDecibels: 0 };
    const kept = degradedExcerpt(tone(1000), sampleRateHz, 1, 2, quiet);
    expect(kept.length).toBe(2 * sampleRateHz);
    expect(10 * Math.log10(power(kept) / 0.125)).toBeCloseTo(0, 0);
    const removed = degradedExcerpt(tone(60), sampleRateHz, 1, 2, quiet);
    expect(10 * Math.log10(power(removed) / 0.125)).toBeLessThan(-20);
    const noisy = degradedExcerpt(tone(1000), sampleRateHz, 1, 2, { ...quiet, signalToNoiseDecibels: 10 });
    const noise = noisy.map((sample, i) => sample - kept[i]!);
    expect(10 * Math.log10(power(kept) / power(noise))).toBeCloseTo(10, 0);
  });

  it('become WAV files whose sizes and samples add up', () => {
    const file = wavFile(Float32Array.from([0, 1, -1, 2]), 44_100, 'Ünder');
    expect(file.readUInt32LE(4)).toBe(file.length - 8);
    expect(file.toString('latin1', 36, 40)).toBe('LIST');
    const data = file.indexOf('data');
    expect(file.readUInt32LE(data + 4)).toBe(8);
    expect([0, 2, 4, 6].map((at) => file.readInt16LE(data + 8 + at))).toEqual([0, 32767, -32767, 32767]);
    expect(data % 2).toBe(0);
  });
});
