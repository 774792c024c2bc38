import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyMelFilters, htkMelFilters, slaneyMelFilters } from './mel-filters.js';

const models = resolve('..', 'shared', 'models');
const floats = (bytes: Buffer): Float32Array =>
  new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
const maxDifference = (a: Float32Array, b: Float32Array): number =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);

describe('mel filters', () => {
  it('give every band of 80 at 16 kHz a place, in rising order', () => {
    const filters = slaneyMelFilters(80, 400, 16_000);
    for (let band = 0; band < 80; band++) expect(filters.to[band]).toBeGreaterThan(filters.from[band]!);
    expect([...filters.from]).toEqual([...filters.from].sort((a, b) => a - b));
  });

  it('hear a tone in the band that surrounds it', () => {
    const filters = htkMelFilters(64, 512, 16_000, 125, 7500);
    const spectrum = new Float32Array(257);
    spectrum[32] = 1; // 1000 Hz
    const energies = new Float32Array(64);
    applyMelFilters(filters, spectrum, energies);
    const loudest = energies.indexOf(Math.max(...energies));
    const step = (1127 * Math.log(1 + 7500 / 700) - 1127 * Math.log(1 + 125 / 700)) / 65;
    const place = (1127 * Math.log(1 + 1000 / 700) - 1127 * Math.log(1 + 125 / 700)) / step - 1;
    expect(Math.abs(loudest - place)).toBeLessThanOrEqual(0.5);
  });

  it.skipIf(!existsSync(resolve(models, 'whisper-nano-cases/mel80.f32')))(
    'are the matrix that Whisper was trained with (needs the development data)',
    () => {
      const reference = floats(readFileSync(resolve(models, 'whisper-nano-cases/mel80.f32')));
      const ours = slaneyMelFilters(80, 400, 16_000).weights;
      expect(reference.length).toBe(ours.length);
      expect(maxDifference(ours, reference)).toBeLessThan(1e-6);
    },
  );

  it.skipIf(!existsSync(resolve(models, 'yamnet/mel_64x257.npy')))(
    'are the matrix that YAMNet was trained with (needs the development data)',
    () => {
      const file = readFileSync(resolve(models, 'yamnet/mel_64x257.npy'));
      const reference = floats(file.subarray(10 + file.readUInt16LE(8)));
      const ours = htkMelFilters(64, 512, 16_000, 125, 7500).weights;
      expect(reference.length).toBe(ours.length);
      expect(maxDifference(ours, reference)).toBeLessThan(1e-5);
    },
  );
});
