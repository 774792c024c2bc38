import { describe, expect, it } from 'vitest';
import { pcm16, wavFile, wavHeader } from './wav.js';

const text = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

describe('wavHeader', () => {
  it('states the size, the rate and the bytes of a frame', () => {
    const header = wavHeader(800, 44_100, 2);
    const view = new DataView(header.buffer);
    expect([text(header, 0, 4), text(header, 8, 16), text(header, 36, 40)]).toEqual([
      'RIFF',
      'WAVEfmt ',
      'data',
    ]);
    expect([view.getUint32(4, true), view.getUint32(40, true)]).toEqual([836, 800]);
    expect([view.getUint16(22, true), view.getUint32(24, true)]).toEqual([2, 44_100]);
    expect([view.getUint32(28, true), view.getUint16(32, true)]).toEqual([176_400, 4]);
  });
});

describe('pcm16', () => {
  it('cuts what lies beyond full scale, and takes for silence what is no number', () => {
    const bytes = pcm16(Float32Array.from([0, 1, -1, 2, -3, Number.NaN, 0.5]));
    const samples = Array.from({ length: 7 }, (_, n) => new DataView(bytes.buffer).getInt16(2 * n, true));
    expect(samples).toEqual([0, 32_767, -32_767, 32_767, -32_767, 0, 16_384]);
  });
});

describe('wavFile', () => {
  it('is the header and the samples', () => {
    const samples = Float32Array.from([0.25, -0.25]);
    expect([...wavFile(samples, 8000)]).toEqual([...wavHeader(4, 8000), ...pcm16(samples)]);
  });
});
