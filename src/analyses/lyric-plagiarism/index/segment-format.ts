/**
 * An index segment: the words and phrases of some songs of one dataset, packed into one immutable run of bytes.
 *
 * Layout: magic, version, length of the JSON header, header, then the sections in the header's order, each
 * aligned to 16 bytes. All numbers little-endian.
 */

const magic = 0x5359_4c43; // 'CLYS'
const formatVersion = 2;
const alignment = 16;

export const sectionNames = [
  'songIds', // UTF-8 JSON array of strings
  'phraseStart', // Uint32 × (songs + 1): a song's phrases are phraseStart[s] … phraseStart[s+1]
  'wordStart', // Uint32 × (songs + 1): its words
  'textStart', // Uint32 × (songs + 1): the bytes of its text
  'semanticCodes', // interleaved blocks, see binary-scan.ts
  'lexicalCodes', // interleaved blocks of simhashes
  'vectors', // Int8 × phrases × dimensions
  'phraseWords', // Uint32 × phrases: the word that each begins with, counted from the song's first
  'phraseNats', // Uint16 × phrases: what each says
  'wordHashes', // Uint32 × words
  'wordMarks', // Uint32 × words, see word-marks.ts
  'wordNats', // Uint8 × words: nats, at most 255
  'texts', // UTF-8, the lyrics as they were added
] as const;

export type SectionName = (typeof sectionNames)[number];

export interface SegmentHeader {
  readonly encoder: string;
  readonly dimensions: number;
  readonly songs: number;
  readonly phrases: number;
  readonly words: number;
  readonly sections: Readonly<Record<SectionName, { offset: number; bytes: number }>>;
}

export type SegmentSections = Readonly<Record<SectionName, Uint8Array>>;

const align = (offset: number): number => Math.ceil(offset / alignment) * alignment;

/** Packs the sections; offsets in the header count from the first section's start. */
export function packSegment(
  facts: Omit<SegmentHeader, 'sections'>,
  sections: SegmentSections,
): Uint8Array<ArrayBuffer> {
  const table = {} as Record<SectionName, { offset: number; bytes: number }>;
  let offset = 0;
  for (const name of sectionNames) {
    table[name] = { offset, bytes: sections[name].length };
    offset = align(offset + sections[name].length);
  }
  const header = new TextEncoder().encode(JSON.stringify({ ...facts, sections: table }));
  const base = align(12 + header.length);
  const out = new Uint8Array(base + offset);
  const view = new DataView(out.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, formatVersion, true);
  view.setUint32(8, header.length, true);
  out.set(header, 12);
  for (const name of sectionNames) out.set(sections[name], base + table[name].offset);
  return out;
}

export const segmentPrefixBytes = 12;

/** Bytes from the file's start to its first section, from its first 12 bytes. Throws on foreign bytes. */
export function segmentBase(prefix: Uint8Array): { headerBytes: number; base: number } {
  const view = new DataView(prefix.buffer, prefix.byteOffset, prefix.byteLength);
  if (prefix.length < segmentPrefixBytes || view.getUint32(0, true) !== magic) {
    throw new Error('This is no lyric index segment.');
  }
  const version = view.getUint32(4, true);
  if (version !== formatVersion) throw new Error(`Lyric index segment of unknown version ${version}.`);
  const headerBytes = view.getUint32(8, true);
  return { headerBytes, base: align(12 + headerBytes) };
}

export function parseSegmentHeader(bytes: Uint8Array): SegmentHeader {
  return JSON.parse(new TextDecoder().decode(bytes)) as SegmentHeader;
}

/** The typed array over a copy of `bytes`, so that alignment never matters. */
export function asUint32(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.slice().buffer);
}
export function bytesOf(array: ArrayBufferView): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
