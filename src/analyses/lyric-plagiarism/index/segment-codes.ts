/** The codes of a segment's lines, read part by part: what a search engine is filled with. */

import { simhashBytes } from '../../../text/simhash.js';
import type { CodeKind } from '../ports.js';
import { pickCodes } from '../simd/binary-scan.js';
import { semanticCodeBytes } from './quantise.js';
import { asUint32, parseSegmentHeader, segmentBase, segmentPrefixBytes } from './segment-format.js';

/** Whole blocks of interleaved codes, some megabytes. */
const linesAPart = 65_536;
/** The song of lines that only fill a block. */
const paddingSong = 0xffff_ffff;

export interface CodePart {
  readonly kind: CodeKind;
  readonly bytesPerCode: number;
  readonly firstLine: number;
  /** Line after line. */
  readonly codes: Uint8Array;
  /** The song of each line. */
  readonly songs: Uint32Array;
}

/** `read` gives `bytes` bytes of the segment from `from` on. Throws on foreign bytes. */
export async function* readSegmentCodes(
  read: (from: number, bytes: number) => Promise<Uint8Array>,
): AsyncGenerator<CodePart> {
  const { headerBytes, base } = segmentBase(await read(0, segmentPrefixBytes));
  const header = parseSegmentHeader(await read(segmentPrefixBytes, headerBytes));
  const starts = header.sections.phraseStart;
  const phraseStart = asUint32(await read(base + starts.offset, starts.bytes));
  const songOf = new Uint32Array(header.phrases);
  for (let song = 0; song + 1 < phraseStart.length; song++) {
    songOf.fill(song, phraseStart[song], phraseStart[song + 1]);
  }
  const kinds = [
    ['semantic', header.sections.semanticCodes, semanticCodeBytes(header.dimensions)],
    ['lexical', header.sections.lexicalCodes, simhashBytes],
  ] as const;
  for (const [kind, section, bytesPerCode] of kinds) {
    const lines = section.bytes / bytesPerCode;
    for (let firstLine = 0; firstLine < lines; firstLine += linesAPart) {
      const count = Math.min(linesAPart, lines - firstLine);
      const part = await read(base + section.offset + firstLine * bytesPerCode, count * bytesPerCode);
      yield {
        kind,
        bytesPerCode,
        firstLine,
        codes: pickCodes(part, 0, count, bytesPerCode),
        songs: Uint32Array.from({ length: count }, (_, i) => songOf[firstLine + i] ?? paddingSong),
      };
    }
  }
}
