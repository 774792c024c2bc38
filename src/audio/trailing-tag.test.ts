import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeBases } from '../../tests/hostile/encode.js';
import { probe } from './probe.js';

const folder = mkdtempSync(join(tmpdir(), 'contrafact-trailing-tag-'));
let song: Buffer;
beforeAll(async () => {
  song = (await encodeBases(folder))['mp3-cbr'];
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** `claimed`: the length that its blocks declare, where that is not the true one. */
function apeTag(picture: Buffer, { hasHeader = true, claimed = 0 } = {}): Buffer {
  const item = Buffer.concat([Buffer.alloc(8), Buffer.from('Cover Art (Front)\0c.jpg\0'), picture]);
  item.writeUInt32LE(picture.length + 6, 0);
  item.writeUInt32LE(2, 4);
  const block = (flags: number): Buffer => {
    const bytes = Buffer.alloc(32);
    bytes.write('APETAGEX', 0, 'latin1');
    bytes.writeUInt32LE(2000, 8);
    bytes.writeUInt32LE(claimed || item.length + 32, 12);
    bytes.writeUInt32LE(1, 16);
    bytes.writeUInt32LE(flags, 20);
    return bytes;
  };
  const parts = hasHeader ? [block(0xa000_0000), item, block(0x8000_0000)] : [item, block(0)];
  return Buffer.concat(parts);
}

/** A picture that is full of headers of frames, which hold nothing. */
const falseFrames = Buffer.alloc(2_000_000);
for (let at = 0; at + 44 < falseFrames.length; at += 44) {
  falseFrames.writeUInt32BE(0xfffb9064, at);
  falseFrames.writeUInt32LE((at * 2_654_435_761) >>> 0, at + 4);
}

async function durationOf(bytes: Buffer): Promise<number> {
  const path = join(folder, 'tagged.mp3');
  writeFileSync(path, bytes);
  return (await probe(path)).durationSeconds;
}

it('a cover in an APE tag, larger than the sound, is neither damage nor sound, with and without the tag’s header', async () => {
  const plain = await durationOf(song);
  for (const hasHeader of [true, false]) {
    const tagged = Buffer.concat([song, apeTag(falseFrames, { hasHeader })]);
    expect(await durationOf(tagged)).toBe(plain);
  }
}, 60_000);

it('an APE tag is found before an ID3v1 tag, too', async () => {
  const id3v1 = Buffer.alloc(128);
  id3v1.write('TAGA short title', 0, 'latin1');
  const path = join(folder, 'both.mp3');
  writeFileSync(path, Buffer.concat([song, apeTag(falseFrames), id3v1]));
  const { durationSeconds } = await probe(path);
  expect(durationSeconds).toBe(await durationOf(song));
}, 60_000);

it('sound cannot be hidden in a tag: where frames follow one another in it, they are heard', async () => {
  const [plain, both] = [await durationOf(song), await durationOf(Buffer.concat([song, apeTag(song)]))];
  expect(both).toBeGreaterThan(1.9 * plain);
}, 60_000);

it('a tag that claims to be longer than the file takes nothing of the sound', async () => {
  const lying = apeTag(Buffer.alloc(100), { claimed: 0xffff_fff0 });
  expect(await durationOf(Buffer.concat([song, lying]))).toBeCloseTo(await durationOf(song), 1);
}, 60_000);

it('a file that is shorter than such a tag is judged by its sound alone', async () => {
  for (const bytes of [4, 100, 127, 160]) {
    const path = join(folder, `${bytes}.mp3`);
    writeFileSync(path, song.subarray(0, bytes));
    await expect(probe(path), `${bytes} bytes`).rejects.toThrow('The header of the file is damaged. Send');
  }
});
