import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BaseName, encodeBases } from '../../tests/hostile/encode.js';
import { samplesAs, sine, wave } from '../../tests/hostile/wave.js';
import { type ProbeResult, probe } from './probe.js';

const folder = mkdtempSync(join(tmpdir(), 'contrafact-promised-'));
let bases: Readonly<Record<BaseName, Buffer>>;

beforeAll(async () => {
  bases = await encodeBases(folder);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

function probed(bytes: Buffer): Promise<ProbeResult> {
  const path = join(folder, 'probed');
  writeFileSync(path, bytes);
  return probe(path);
}

const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length / 2);
const pcm = (): Buffer => wave(samplesAs('s16', sine({ frequencyHz: 440, seconds: 2 })));

it('an MP3 file cut in the middle holds less than the frames that its Xing header counts', async () => {
  for (const name of ['mp3-vbr-id3', 'mp3-mono-22k', 'mp3-8k'] as const) {
    const result = await probed(half(bases[name]));
    expect(result.isTruncated, name).toBe(true);
    expect(result.promisedSeconds, name).toBeCloseTo(2.1, 0);
    expect(result.durationSeconds, name).toBeLessThan(1.3);
  }
});

it('WAV, FLAC and M4A cut in the middle hold less than their headers promise', async () => {
  for (const bytes of [pcm(), bases['flac-16'], bases['m4a-aac-faststart']]) {
    const result = await probed(half(bytes));
    expect(result).toMatchObject({ isTruncated: true, promisedSeconds: expect.closeTo(2, 1) });
  }
});

const intact: readonly BaseName[] = [
  'mp3-cbr',
  'mp3-vbr-id3',
  'mp3-vbr-without-xing',
  'mp3-mono-22k',
  'mp3-8k',
  'flac-16',
  'flac-24',
  'm4a-aac',
  'm4a-aac-fragmented',
  'm4a-alac',
  'aac-adts',
  'ogg-vorbis',
  'ogg-opus',
  'ogg-flac',
  'wav-from-encoder',
  'w64-pcm',
  'wav-rf64',
  'wav-mp3-inside',
];

it('no intact file of any format is called cut off', async () => {
  for (const name of intact) expect((await probed(bases[name])).isTruncated, name).toBe(false);
});

it('files without a promise are not called cut off: frames alone, and WAV as streaming writers leave it', async () => {
  const [vbr, adts] = [bases['mp3-vbr-without-xing'], bases['aac-adts']];
  const streamed = [0xffff_ffff, 0x7fff_ffff, 0x7fff_f000].map((dataBytes) =>
    wave(samplesAs('s16', sine({ frequencyHz: 440, seconds: 1 })), { dataBytes }),
  );
  for (const bytes of [half(vbr), half(adts), ...streamed]) {
    expect((await probed(bytes)).isTruncated).toBe(false);
  }
});
