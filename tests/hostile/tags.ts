/**
 * Good audio of two seconds under tags that are made to cost: hundreds of thousands of frames, fields, chunks or boxes.
 * Each is within what an upload may have; a reader that is quadratic in their number, or keeps every one, takes minutes.
 */
import { oggPage, writeChecksum } from '../../src/audio/tag-survey/ogg-page.js';
import type { BaseName } from './encode.js';
import { chunk } from './wave.js';

export interface TaggedFile {
  readonly filename: string;
  readonly bytes: Buffer;
}

const synchsafe = (value: number): number[] => [21, 14, 7, 0].map((bits) => (value >> bits) & 127);

function id3Frame(id: string, text: string): Buffer {
  const body = Buffer.concat([Buffer.from([3]), Buffer.from(text)]);
  return Buffer.concat([Buffer.from(id), Buffer.from([...synchsafe(body.length), 0, 0]), body]);
}

function id3(frames: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, ...synchsafe(frames.length)]), frames]);
}

/** `count` pieces, made without holding each as an object of its own for long. */
function many(count: number, piece: (n: number) => Buffer): Buffer {
  return Buffer.concat(Array.from({ length: count }, (_, n) => piece(n)));
}

function lengthFirst(text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(Buffer.byteLength(text));
  return Buffer.concat([length, Buffer.from(text)]);
}

/** A Vorbis comment header's content (Vorbis I specification, section 5). */
function vorbisComment(count: number): Buffer {
  const number = Buffer.alloc(4);
  number.writeUInt32LE(count);
  return Buffer.concat([lengthFirst('maker'), number, many(count, (n) => lengthFirst(`K${n}=v`))]);
}

function flacBlock(type: number, body: Buffer, isLast = false): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  head[0] = type | (isLast ? 0x80 : 0);
  return Buffer.concat([head, body]);
}

/** The stream information block of a FLAC file, then `blocks`, then its audio. */
function flacWith(flac: Buffer, blocks: Buffer): Buffer {
  let audio = 4;
  for (let isLast = false; !isLast; ) {
    isLast = (flac[audio]! & 0x80) !== 0;
    audio += 4 + flac.readUIntBE(audio + 1, 3);
  }
  const information = Buffer.from(flac.subarray(4, 4 + 4 + 34));
  information[0] = 0;
  return Buffer.concat([
    Buffer.from('fLaC'),
    information,
    blocks,
    flacBlock(1, Buffer.alloc(8), true),
    flac.subarray(audio),
  ]);
}

/** An APEv2 tag with its footer (wiki.hydrogenaudio: APEv2 specification). */
function ape(count: number): Buffer {
  const items = many(count, (n) => {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(1, 0);
    return Buffer.concat([head, Buffer.from(`K${n}\0v`)]);
  });
  const footer = Buffer.alloc(32);
  footer.write('APETAGEX', 0, 'latin1');
  footer.writeUInt32LE(2000, 8);
  footer.writeUInt32LE(items.length + 32, 12);
  footer.writeUInt32LE(count, 16);
  return Buffer.concat([items, footer]);
}

function box(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

function nested(type: string, depth: number): Buffer {
  const heads = Array.from({ length: depth }, (_, n) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE((depth - n) * 8, 0);
    head.write(type, 4, 'latin1');
    return head;
  });
  return Buffer.concat(heads);
}

/** A text of an `ilst`: a box of the name, holding a `data` box of type 1. */
const ilstText = (name: string, text: string): Buffer =>
  box(name, box('data', Buffer.concat([Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]), Buffer.from(text)])));

/** An m4a whose index comes last, so that what is put at the index's end moves nothing. */
function m4aWith(m4a: Buffer, inIndex: Buffer): Buffer {
  const at = m4a.lastIndexOf('moov') - 4;
  const index = m4a.subarray(at + 8, at + m4a.readUInt32BE(at));
  return Buffer.concat([m4a.subarray(0, at), box('moov', Buffer.concat([index, inIndex]))]);
}

interface OggPage {
  readonly at: number;
  readonly bodyAt: number;
  readonly segments: Buffer;
  readonly end: number;
}

function pagesOf(ogg: Buffer): OggPage[] {
  const pages: OggPage[] = [];
  for (let at = 0; at + 27 <= ogg.length; ) {
    const bodyAt = at + 27 + ogg[at + 26]!;
    const segments = ogg.subarray(at + 27, bodyAt);
    const end = segments.reduce((sum, size) => sum + size, bodyAt);
    pages.push({ at, bodyAt, segments, end });
    at = end;
  }
  return pages;
}

/** The stream with `comment` as its second packet: new pages up to the end of the page on which the old one ended. */
function withComment(ogg: Buffer, comment: Buffer): Buffer {
  const pages = pagesOf(ogg);
  let last = 1;
  while (pages[last]!.segments.every((size) => size === 255)) last += 1;
  const page = pages[last]!;
  const ending = page.segments.findIndex((size) => size < 255);
  const old = page.segments.subarray(0, ending + 1).reduce((sum, size) => sum + size, 0);
  const lacing = [...Array(Math.floor(comment.length / 255)).fill(255), comment.length % 255];
  const segments = [...lacing, ...page.segments.subarray(ending + 1)];
  const body = Buffer.concat([comment, ogg.subarray(page.bodyAt + old, page.end)]);
  const headers: Buffer[] = [];
  let at = 0;
  for (let from = 0; from < segments.length; from += 255) {
    const own = Buffer.from(segments.slice(from, from + 255));
    const size = own.reduce((sum, length) => sum + length, 0);
    const isContinued = from > 0 && segments[from - 1] === 255;
    const sequence = headers.length + 1;
    const serial = ogg.readUInt32LE(14);
    headers.push(
      oggPage({ serial, sequence, isContinued, segments: own, body: body.subarray(at, at + size) }),
    );
    at += size;
  }
  const rest = pages.slice(last + 1).map((one, n) => {
    const copy = Buffer.from(ogg.subarray(one.at, one.end));
    copy.writeUInt32LE(headers.length + 1 + n, 18);
    writeChecksum(copy);
    return copy;
  });
  return Buffer.concat([ogg.subarray(0, pages[0]!.end), ...headers, ...rest]);
}

/** A Vorbis, Opus or FLAC stream with `count` comments. */
export function vorbisTagged(ogg: Buffer, count: number): Buffer {
  const comment = vorbisComment(count);
  const signature = ogg.toString('latin1', 28, 35);
  if (signature.startsWith('Opus'))
    return withComment(ogg, Buffer.concat([Buffer.from('OpusTags'), comment]));
  if (signature.includes('FLAC')) return withComment(ogg, flacBlock(4, comment));
  return withComment(ogg, Buffer.concat([Buffer.from('\x03vorbis', 'latin1'), comment, Buffer.from([1])]));
}

type Bases = Readonly<Record<BaseName, Buffer>>;

/** Each kind with a number of fields; the numbers are those that were seen to cost minutes. */
const makers = {
  'ID3 frames TXXX': [
    1_000_000,
    'txxx.mp3',
    (bases, count) => id3Tagged(bases, count, (n) => id3Frame('TXXX', `${n}\0v`)),
  ],
  'ID3 titles': [
    1_000_000,
    'titles.mp3',
    (bases, count) => id3Tagged(bases, count, (n) => id3Frame('TIT2', `T${n}`)),
  ],
  'ID3 chapters': [1_000, 'chapters.mp3', (bases, count) => id3Tagged(bases, count, chapter)],
  'boxes within each other': [
    20_000,
    'nested.m4a',
    (bases, count) => Buffer.concat([bases['m4a-aac'], nested('udta', count)]),
  ],
  'MP4 list entries': [600_000, 'list.m4a', (bases, count) => m4aListed(bases['m4a-aac'], count)],
  'Vorbis comments in FLAC': [
    1_150_000,
    'comments.flac',
    (bases, count) => flacWith(bases['flac-16'], flacBlock(4, vorbisComment(count))),
  ],
  'FLAC comment blocks': [
    600_000,
    'blocks.flac',
    (bases, count) =>
      flacWith(
        bases['flac-16'],
        many(count, (n) => flacBlock(4, vorbisComment(n % 2))),
      ),
  ],
  'Vorbis comments in Ogg': [
    1_150_000,
    'comments.ogg',
    (bases, count) => vorbisTagged(bases['ogg-vorbis'], count),
  ],
  'WAV list entries': [1_500_000, 'list.wav', (bases, count) => waveListed(bases['wav-from-encoder'], count)],
  'APE fields': [1_000_000, 'ape.mp3', (bases, count) => Buffer.concat([bases['mp3-cbr'], ape(count)])],
} as const satisfies Record<string, readonly [number, string, (bases: Bases, count: number) => Buffer]>;

export type TagKind = keyof typeof makers;
export const tagKinds = Object.keys(makers) as TagKind[];

/** Audio of two seconds under as many fields as cost minutes, or a part of that number: at least one. */
export function hostileTags(bases: Bases, kind: TagKind, part = 1): TaggedFile {
  const [count, filename, make] = makers[kind];
  return { filename, bytes: make(bases, Math.ceil(count * part)) };
}

function id3Tagged(bases: Bases, count: number, frame: (n: number) => Buffer): Buffer {
  return Buffer.concat([id3(many(count, frame)), bases['mp3-cbr']]);
}

/** A good title before a picture, in front of an MP3 file. */
export function pictured(mp3: Buffer, pictureBytes: number): Buffer {
  const body = Buffer.concat([Buffer.from('\0image/png\0\x03\0', 'latin1'), Buffer.alloc(pictureBytes, 7)]);
  const head = Buffer.concat([Buffer.from('APIC'), Buffer.from([...synchsafe(body.length), 0, 0])]);
  return Buffer.concat([id3(Buffer.concat([id3Frame('TIT2', 'Under a picture'), head, body])), mp3]);
}

/** A chapter of 16 kB that holds frames of its own. */
function chapter(n: number): Buffer {
  const inside = many(1_200, (k) => id3Frame('TXXX', `${k}\0v`));
  const body = Buffer.concat([Buffer.from(`c${n}\0`), Buffer.alloc(16), inside]);
  return Buffer.concat([Buffer.from('CHAP'), Buffer.from([...synchsafe(body.length), 0, 0]), body]);
}

function m4aListed(m4a: Buffer, count: number): Buffer {
  const list = box(
    'ilst',
    many(count, (n) => ilstText('\xa9nam', `T${n}`)),
  );
  return m4aWith(m4a, box('udta', box('meta', Buffer.concat([Buffer.alloc(4), list]))));
}

function waveListed(wav: Buffer, count: number): Buffer {
  const entries = many(count, (n) => chunk('INAM', Buffer.from(`T${n}`)));
  const whole = Buffer.concat([wav, chunk('LIST', Buffer.concat([Buffer.from('INFO'), entries]))]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}
