import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { wavFile } from '../../signal/wav.js';
import { WavWriter } from './wav-writer.js';

it('a file written in pieces is the file written at once, and clips what is too loud', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-wav-'));
  try {
    const samples = Float32Array.of(0, 0.5, -1, 2, Number.NaN);
    const writer = await WavWriter.create(join(folder, 'x.wav'), 16_000);
    await writer.write(samples.subarray(0, 2));
    await writer.write(samples.subarray(2));
    await writer.close();
    const written = readFileSync(join(folder, 'x.wav'));
    expect(written.equals(Buffer.from(wavFile(samples, 16_000)))).toBe(true);
    expect(written.readUInt32LE(24)).toBe(16_000);
    expect(written.readUInt32LE(40)).toBe(10);
    expect([0, 1, 2, 3, 4].map((n) => written.readInt16LE(44 + 2 * n))).toEqual([
      0, 16_384, -32_767, 32_767, 0,
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
