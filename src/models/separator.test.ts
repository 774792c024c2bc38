import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NetworkSeparator } from '../music/separation/network-separator.js';
import { openSeparator } from './separator.js';
import { writeSmallSeparator } from './test-support/small-separator.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'contrafact-separator-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const settings = {
  model: 'model.onnx',
  sampleRateHz: 44_100,
  windowSamples: 1000,
  vocals: 3,
  normalised: false,
};
const open = (more: object = {}) => openSeparator(folder, { ...settings, ...more });
const file = (): string => join(folder, 'model.onnx');

/** The middle of what the network makes of a slow wave that both sides have. */
async function separated(length: number): Promise<{ vocals: Float32Array; wave: Float32Array }> {
  const wave = Float32Array.from({ length }, (_, n) => Math.sin(n / 40));
  const network = await open();
  const separator = await NetworkSeparator.create(network);
  const stereo = Float32Array.from({ length: 2 * length }, (_, n) => wave[n >> 1]!);
  const parts = [await separator.push(stereo), await separator.finish()];
  separator.dispose();
  await network.close();
  return { vocals: Float32Array.from(parts.flatMap((part) => [...part])), wave };
}
const share = ({ vocals, wave }: { vocals: Float32Array; wave: Float32Array }): number => {
  const inside = [...vocals.keys()].slice(400, -400);
  return (
    inside.reduce((sum, n) => sum + vocals[n]! * wave[n]!, 0) /
    inside.reduce((sum, n) => sum + wave[n]! ** 2, 0)
  );
};

describe('a separator by its file', () => {
  it('that takes a waveform: the vocals’ stem of its answer, at every sample', async () => {
    writeSmallSeparator(file(), { samples: 1024, waveform: [0.9, 0.8, 0.7, 0.25], spectrum: null });
    const found = await separated(5000);
    expect(found.vocals.length).toBe(5000);
    expect(share(found)).toBeCloseTo(0.25, 3);
  });

  it('that takes a waveform and its spectrum: the vocals’ stems of both, added', async () => {
    writeSmallSeparator(file(), { samples: 2048, waveform: [0, 0, 0, 0.25], spectrum: [0, 0, 0, 0.5] });
    const network = await open();
    expect(network).toMatchObject({
      windowSamples: 2048,
      spectrum: { bins: 128, frames: 32, hopSamples: 64 },
    });
    await network.close();
    expect(share(await separated(9000))).toBeCloseTo(0.75, 1);
  });

  it('whose spectra have their frames first: the same stems, and the same sound', async () => {
    const shares = { samples: 2048, waveform: [0, 0, 0, 0.25], spectrum: [0.9, 0.8, 0.7, 0.5] };
    writeSmallSeparator(file(), shares);
    const last = await separated(9000);
    writeSmallSeparator(file(), { ...shares, isFramesFirst: true });
    const network = await open();
    expect(network.spectrum).toEqual({ bins: 128, frames: 32, hopSamples: 64 });
    await network.close();
    const first = await separated(9000);
    expect(share(first)).toBeCloseTo(0.75, 1);
    expect(first.vocals.every((value, n) => Math.abs(value - last.vocals[n]!) < 1e-5)).toBe(true);
  });

  it('that wants its windows at one level gets them so, and the vocals come back at the song’s', async () => {
    writeSmallSeparator(file(), { samples: 1024, waveform: [0.25], spectrum: null });
    const network = await open({ normalised: true });
    const quiet = Float32Array.from({ length: 2048 }, (_, n) => 0.01 * Math.sin(n / 20));
    const { waveform } = await network.run(quiet, null);
    const silent = await network.run(new Float32Array(2048), null);
    await network.close();
    expect(waveform![500]).toBeCloseTo(0.25 * quiet[500]!, 6);
    expect(silent.waveform!.every((value) => value === 0)).toBe(true);
  });

  it('with a single stem: that one, whatever the manifest says', async () => {
    writeSmallSeparator(file(), { samples: 1024, waveform: [0.5], spectrum: null });
    expect(share(await separated(4000))).toBeCloseTo(0.5, 3);
  });

  it.each([
    ['is missing', () => rmSync(file(), { force: true }), /model\.onnx/],
    ['is damaged', () => writeFileSync(file(), 'no model'), /model\.onnx is no usable ONNX model/],
  ])('that %s is named', async (_, prepare, message) => {
    prepare();
    await expect(open()).rejects.toThrow(message);
  });

  it('with fewer stems than the manifest says is named', async () => {
    writeSmallSeparator(file(), { samples: 1024, waveform: [1, 1], spectrum: null });
    await expect(separated(2000)).rejects.toThrow(/gives 2 stems.*stem 3 is the vocals/);
  });
});
