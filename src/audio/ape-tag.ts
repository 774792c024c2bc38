/**
 * APE tags (versions 1 and 2, as the Hydrogenaudio Knowledgebase describes them): items between two blocks of 32 bytes,
 * of which the first may be missing. They stand behind MPEG frames, before an ID3v1 tag, and some programs put them in front.
 */
import { maxReportedTags } from './decoder-protocol.js';
import type { ByteReader } from './tag-survey/byte-reader.js';
import type { Range } from './tag-survey/view.js';

export interface ApeTag extends Range {
  /** Of the first item, and where the items end. */
  readonly itemsStart: number;
  readonly itemsEnd: number;
}

const apeBlockBytes = 32;
/** Larger ones are no cover, and are taken for whatever they are. */
const maxTagBytes = 64_000_000;
const id3v1Bytes = 128;
const hasHeaderFlag = 0x8000_0000;
const isHeaderFlag = 0x2000_0000;
/** Items that are looked at, and how much of each is reported. */
const maxItems = 1_000;
const maxReportedBytes = 1_000;
const maxKeyBytes = 255;

/** Whole length of the tag whose header begins `bytes`; 0 where none does, or one that no music file has. */
export function leadingApeTagBytes(bytes: Uint8Array): number {
  const block = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, apeBlockBytes));
  if (!isBlock(block) || (block.readUInt32LE(20) & isHeaderFlag) === 0) return 0;
  const length = apeBlockBytes + block.readUInt32LE(12);
  return length <= maxTagBytes ? length : 0;
}

/** The tag that a header begins at `range`, which is the whole of it. */
export function leadingApeTag({ start, end }: Range): ApeTag {
  return { start, end, itemsStart: start + apeBlockBytes, itemsEnd: end };
}

/** The tag at the file's end, or before the ID3v1 tag there. Null where there is none, or one that claims more than there is room for behind `audioStart`. */
export function trailingApeTag(reader: ByteReader, audioStart: number): ApeTag | null {
  const id3v1At = reader.length - id3v1Bytes;
  const hasId3v1 = id3v1At > 0 && reader.letters(id3v1At, 3) === 'TAG' && !isMistakenForId3v1(reader);
  const end = reader.length - (hasId3v1 ? id3v1Bytes : 0);
  if (end < apeBlockBytes) return null;
  const footer = reader.at(end - apeBlockBytes, apeBlockBytes);
  // The footer counts, the header does not.
  if (!isBlock(footer) || (footer.readUInt32LE(20) & isHeaderFlag) !== 0) return null;
  const itemsStart = end - footer.readUInt32LE(12);
  const start = itemsStart - ((footer.readUInt32LE(20) & hasHeaderFlag) === 0 ? 0 : apeBlockBytes);
  if (start <= audioStart || end - start > maxTagBytes) return null;
  return { start, end, itemsStart, itemsEnd: end - apeBlockBytes };
}

/** Whether a block of 131 bytes before the end passes for an ID3v1 tag: its name holds the three letters of one. */
export function isMistakenForId3v1(reader: ByteReader): boolean {
  const at = reader.length - id3v1Bytes - 'APE'.length;
  return at >= 0 && reader.letters(at, 8) === 'APETAGEX';
}

const isBlock = (bytes: Buffer): boolean =>
  bytes.length >= apeBlockBytes && bytes.toString('latin1', 0, 8) === 'APETAGEX';

/** The texts of a tag by their keys in lower case, uncleaned: at most 64, each of at most 1,000 bytes. Of several values of one key all, with `, ` between them. */
export function apeTexts(reader: ByteReader, tag: ApeTag): Record<string, string> {
  const texts = new Map<string, string>();
  let at = tag.itemsStart;
  for (let item = 0; item < maxItems && texts.size < maxReportedTags; item += 1) {
    const head = Buffer.from(reader.at(at, 8 + maxKeyBytes + 1));
    const keyEnd = head.indexOf(0, 8);
    if (keyEnd < 0 || !isKey(head.toString('latin1', 8, keyEnd))) break;
    const valueBytes = head.readUInt32LE(0);
    const valueAt = at + keyEnd + 1;
    if (valueAt + valueBytes > tag.itemsEnd) break;
    const isText = ((head.readUInt32LE(4) >> 1) & 3) === 0;
    const key = head.toString('latin1', 8, keyEnd).toLowerCase();
    if (isText && !texts.has(key)) texts.set(key, textAt(reader, valueAt, valueBytes));
    at = valueAt + valueBytes;
  }
  return Object.fromEntries(texts);
}

/** A key is 2 to 255 printable ASCII characters. */
const isKey = (key: string): boolean => /^[\x20-\x7e]{2,255}$/.test(key);

/** Version 1 leaves the encoding open: what is no UTF-8 is taken for Latin-1. */
function textAt(reader: ByteReader, at: number, bytes: number): string {
  const value = reader.at(at, Math.min(bytes, maxReportedBytes));
  const utf8 = value.toString('utf8');
  const text = bytes <= maxReportedBytes && utf8.includes('\ufffd') ? value.toString('latin1') : utf8;
  return text
    .split('\0')
    .filter((value) => value !== '')
    .join(', ');
}
