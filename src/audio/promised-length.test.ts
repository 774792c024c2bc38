import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BaseName, encodeBases } from '../../tests/hostile/encode.js';
import { chunk, samplesAs, sine, wave } from '../../tests/hostile/wave.js';
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

it('an Ogg file that ends inside a page is cut off; one of whole pages without a mark of its end is not, nor one with a tag behind', async () => {
  for (const name of ['ogg-vorbis', 'ogg-opus'] as const) {
    const bytes = bases[name];
    const lastPage = bytes.lastIndexOf('OggS');
    for (const end of [bytes.length - 1, lastPage + 20, lastPage + 3]) {
      expect((await probed(bytes.subarray(0, end))).isTruncated, `${name} ${end}`).toBe(true);
    }
    const tag = Buffer.from(`TAG${' '.repeat(125)}`);
    for (const whole of [bytes.subarray(0, lastPage), Buffer.concat([bytes, tag])]) {
      expect((await probed(whole)).isTruncated, name).toBe(false);
    }
  }
});

it('a chained Ogg file whose next link is of another codec, rate or channel count is not cut off: a later link was not read', async () => {
  const [vorbis, mono, opus] = [bases['ogg-vorbis'], bases['ogg-vorbis-mono'], bases['ogg-opus']];
  for (const bytes of [
    [vorbis, mono],
    [vorbis, opus],
    [opus, vorbis],
  ]) {
    const result = await probed(Buffer.concat(bytes));
    expect(result).toMatchObject({ isTruncated: false, isLaterLinkUnread: true });
    expect(result.durationSeconds).toBeCloseTo(2, 1);
  }
  const cut = await probed(Buffer.concat([vorbis, mono.subarray(0, -10)]));
  expect(cut).toMatchObject({ isTruncated: true, isLaterLinkUnread: true });
});

it('a chained Ogg file whose links are of one kind is read to its end', async () => {
  const result = await probed(Buffer.concat([bases['ogg-opus'], bases['ogg-opus']]));
  expect(result).toMatchObject({ isTruncated: false, isLaterLinkUnread: false });
  expect(result.durationSeconds).toBeCloseTo(4, 1);
});

it('a WAV file that goes on behind its declared sound has room for all of it', async () => {
  const samples = samplesAs('s16', sine({ frequencyHz: 440, seconds: 2 }));
  const result = await probed(wave(samples, { dataBytes: 512 }));
  expect(result).toMatchObject({ isTruncated: false, roomSeconds: expect.closeTo(2, 5) });
  expect(result.durationSeconds).toBeLessThan(0.01);
});

it('chunks, tags and zeros behind the sound of a WAV file are no sound', async () => {
  const sound = wave(samplesAs('u8', sine({ frequencyHz: 440, seconds: 0.5 })).subarray(0, 20_001), {
    bitsPerSample: 8,
  });
  const behind = Buffer.alloc(400_000, 0xa5);
  const named = (name: string): Buffer => chunk(name, behind);
  const id3 = Buffer.concat([Buffer.from('ID3\u0004'), behind]);
  for (const rest of [named('LIST'), named('bext'), id3, Buffer.alloc(400_000), Buffer.alloc(0)]) {
    for (const start of [sound, sound.subarray(0, -1)]) {
      expect((await probed(Buffer.concat([start, rest]))).roomSeconds).toBeNull();
    }
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
  for (const name of intact) {
    expect(await probed(bases[name]), name).toMatchObject({ isTruncated: false, roomSeconds: null });
  }
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
