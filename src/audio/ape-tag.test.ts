import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeBases } from '../../tests/hostile/encode.js';
import { readTags } from './declarations/read-tags.js';
import { probe } from './probe.js';

const folder = mkdtempSync(join(tmpdir(), 'contrafact-trailing-tag-'));
/** Without a tag, and with an ID3v2 tag. */
let song: Buffer;
let named: Buffer;
beforeAll(async () => {
  const bases = await encodeBases(folder);
  [song, named] = [bases['mp3-cbr'], bases['mp3-vbr-id3']];
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** A header (0xa000_0000) or a footer (0x8000_0000, without a header 0) of a tag with the byte count of its items. */
function block(flags: number, itemBytes: number, items: number): Buffer {
  const bytes = Buffer.alloc(32);
  bytes.write('APETAGEX', 0, 'latin1');
  bytes.writeUInt32LE(2000, 8);
  bytes.writeUInt32LE(itemBytes + 32, 12);
  bytes.writeUInt32LE(items, 16);
  bytes.writeUInt32LE(flags, 20);
  return bytes;
}

function pictureItem(picture: Buffer): Buffer {
  const item = Buffer.concat([Buffer.alloc(8), Buffer.from('Cover Art (Front)\0c.jpg\0'), picture]);
  item.writeUInt32LE(picture.length + 6, 0);
  item.writeUInt32LE(2, 4);
  return item;
}

/** `claimed`: the length that its blocks declare, where that is not the true one. */
function apeTag(picture: Buffer, { hasHeader = true, claimed = 0 } = {}): Buffer {
  const item = pictureItem(picture);
  const bytes = claimed ? claimed - 32 : item.length;
  const parts = hasHeader
    ? [block(0xa000_0000, bytes, 1), item, block(0x8000_0000, bytes, 1)]
    : [item, block(0, bytes, 1)];
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

/** Version 2, with a header and a footer: items of text. */
function apeTexts(items: Readonly<Record<string, string>>, fill = 0): Buffer {
  const written = Object.entries(items).map(([key, value]) => {
    const text = Buffer.from(value);
    const head = Buffer.alloc(8);
    head.writeUInt32LE(text.length, 0);
    return Buffer.concat([head, Buffer.from(`${key}\0`), text]);
  });
  const picture = fill > 0 ? [pictureItem(Buffer.alloc(fill, 0x55))] : [];
  const body = Buffer.concat([...picture, ...written]);
  const count = written.length + picture.length;
  return Buffer.concat([
    block(0xa000_0000, body.length, count),
    body,
    block(0x8000_0000, body.length, count),
  ]);
}

const tagged = { Title: 'Léger', ARTIST: 'Nobody\0Everybody', Year: '1998' };

async function namesOf(bytes: Buffer): Promise<{ title: string | null; artist: string | null }> {
  const path = join(folder, 'named.mp3');
  writeFileSync(path, bytes);
  const { title, artist, durationSeconds } = await probe(path);
  expect(durationSeconds).toBeCloseTo(await durationOf(song), 1);
  return { title, artist };
}

const names = { title: 'Léger', artist: 'Nobody, Everybody' };

it('title and artist of an APE tag are read, behind the sound, before an ID3v1 tag, and in front of the sound', async () => {
  const id3v1 = Buffer.alloc(128);
  id3v1.write('TAG', 0, 'latin1');
  const tag = apeTexts(tagged);
  expect(await namesOf(Buffer.concat([song, tag]))).toEqual(names);
  expect(await namesOf(Buffer.concat([song, tag, id3v1]))).toEqual(names);
  expect(await namesOf(Buffer.concat([tag, song]))).toEqual(names);
}, 60_000);

it('a footer that has the letters of an ID3v1 tag 128 bytes before the end is not taken for one', async () => {
  // Items of 67 bytes: with the footer and the rest of the header's name they are 131.
  const tag = apeTexts({ Title: 'Léger', Comment: 'x'.repeat(67 - 8 - 6 - 6 - 8 - 8) });
  expect(tag.length).toBe(131);
  expect(await namesOf(Buffer.concat([song, tag]))).toEqual({ title: 'Léger', artist: null });
}, 60_000);

it('an ID3 tag counts before an APE tag, and what it leaves out comes from the APE tag', async () => {
  const tag = apeTexts({ Title: 'Other', Artist: 'Other', Composer: 'Nobody' });
  expect(await namesOf(Buffer.concat([named, tag]))).toEqual({
    title: 'Tëst Söng',
    artist: 'The Générators',
  });
  writeFileSync(join(folder, 'tags.mp3'), Buffer.concat([named, tag]));
  const { tags } = await readTags(join(folder, 'tags.mp3'));
  expect(tags).toMatchObject({ title: 'Tëst Söng', composer: 'Nobody' });
}, 60_000);

it('22 MB of cover in an APE tag in front of an MP3 file is no unknown format, with ID3 tags before or behind it, too', async () => {
  const tag = apeTexts(tagged, 22_000_000);
  expect(await namesOf(Buffer.concat([tag, song]))).toEqual(names);
  expect((await namesOf(Buffer.concat([tag, named]))).title).toBe('Tëst Söng');
  expect((await namesOf(Buffer.concat([named, tag]))).title).toBe('Tëst Söng');
}, 60_000);

it('an APE tag in front that claims more than the file holds, or more than any cover has, is no audio', async () => {
  const path = join(folder, 'lying.mp3');
  for (const [claimed, message] of [
    [1_000_000, 'ends within its APE tag'],
    [0xffff_fff0, 'of an unknown kind'],
  ] as const) {
    writeFileSync(path, Buffer.concat([block(0xa000_0000, claimed - 32, 1), Buffer.alloc(70_000, 0x55)]));
    await expect(probe(path)).rejects.toThrow(message);
  }
});

it('tags past the budget are not read because an APE tag stands before them', async () => {
  const frames = Buffer.concat(
    Array.from({ length: 20_000 }, () => Buffer.from('TXXX\0\0\0\u0003\0\0\0a\0', 'latin1')),
  );
  const head = Buffer.from('ID3\u0003\0\0\0\0\0\0', 'latin1');
  for (const [at, shift] of [21, 14, 7, 0].entries()) head[6 + at] = (frames.length >> shift) & 127;
  const path = join(folder, 'crowded.mp3');
  for (const before of [Buffer.alloc(0), apeTexts(tagged)]) {
    writeFileSync(path, Buffer.concat([before, head, frames, song]));
    expect(await probe(path)).toMatchObject({ isOverTagBudget: true, title: null });
  }
}, 60_000);

it('items that claim more than the tag holds, keys that are none and pictures are no texts', async () => {
  const item = (length: number, flags: number, key: string, text: string): Buffer => {
    const bytes = Buffer.concat([Buffer.alloc(8), Buffer.from(`${key}\0${text}`, 'latin1')]);
    bytes.writeUInt32LE(length, 0);
    bytes.writeUInt32LE(flags, 4);
    return bytes;
  };
  for (const bad of [item(0xffff_ffff, 0, 'Title', 'x'), item(1, 2, 'Title', 'x'), item(1, 0, 'T', 'x')]) {
    const body = Buffer.concat([bad, Buffer.alloc(40)]);
    const tag = Buffer.concat([block(0xa000_0000, body.length, 1), body, block(0x8000_0000, body.length, 1)]);
    expect((await namesOf(Buffer.concat([song, tag]))).title).toBeNull();
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
