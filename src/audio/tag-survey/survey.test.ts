import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BaseName, encodeBases } from '../../../tests/hostile/encode.js';
import { hostileTags, pictured, tagKinds, vorbisTagged } from '../../../tests/hostile/tags.js';
import { roundOf } from '../../../tests/support/rounds.js';
import { type ProbeResult, probe } from '../probe.js';

const folder = mkdtempSync(join(tmpdir(), 'contrafact-tags-'));
let bases: Readonly<Record<BaseName, Buffer>>;

beforeAll(async () => {
  bases = await encodeBases(folder);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

async function probed(filename: string, bytes: Buffer): Promise<ProbeResult> {
  const path = join(folder, filename);
  writeFileSync(path, bytes);
  try {
    return await probe(path);
  } finally {
    rmSync(path);
  }
}

const costly = tagKinds.filter((kind) => kind !== 'APE fields');

// A decoder that reads these tags is killed after two minutes, or refuses them, and so the file is refused.
for (const kind of roundOf(costly, 4)) {
  it(`${kind}, more than music has: the audio decodes, and the result reports that tags were left out`, async () => {
    const { filename, bytes } = hostileTags(bases, kind);
    const result = await probed(filename, bytes);
    expect(result).toMatchObject({ isOverTagBudget: true, isTruncated: false, title: null, artist: null });
    expect(result.durationSeconds).toBeCloseTo(2, 1);
  }, 300_000);

  it(`${kind}, a few: nothing is left out`, async () => {
    const { filename, bytes } = hostileTags(bases, kind, 1e-6);
    const result = await probed(filename, bytes);
    expect(result).toMatchObject({ isOverTagBudget: false, isTruncated: false });
    expect(result.durationSeconds).toBeCloseTo(2, 1);
  }, 60_000);
}

it('an APE tag of a million fields, which the decoder does not read, does not keep it from the audio', async () => {
  const { filename, bytes } = hostileTags(bases, 'APE fields');
  expect((await probed(filename, bytes)).durationSeconds).toBeCloseTo(2, 1);
}, 60_000);

it('Opus and FLAC in Ogg play without their comments too', async () => {
  for (const base of ['ogg-opus', 'ogg-flac'] as const) {
    const result = await probed(`${base}.ogg`, vorbisTagged(bases[base], 20_000));
    expect(result).toMatchObject({ isOverTagBudget: true, isTruncated: false, title: null });
    expect(result.durationSeconds).toBeCloseTo(2, 1);
  }
}, 60_000);

it('a picture of megabytes is no reason to leave tags out', async () => {
  const result = await probed('picture.mp3', pictured(bases['mp3-cbr'], 3_000_000));
  expect(result).toMatchObject({ isOverTagBudget: false, title: 'Under a picture' });
}, 60_000);
