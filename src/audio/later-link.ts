/**
 * Later links of a chained Ogg file (RFC 3533, section 4): whole streams one after the other, as recorded radio has them.
 * The decoding library reads on where the next link is of the same codec, sample rate and channels, and stops where not.
 */
import { open } from 'node:fs/promises';
import { ByteReader } from './tag-survey/byte-reader.js';
import { readOggPage } from './tag-survey/ogg-page.js';

const windowBytes = 65_000;
const pageStart = 'OggS\0';
const flagsAt = 5;
const beginsStream = 2;
/** Looked at: some 2 GB of a usual file, and a bound for one that consists of little else than headers. */
const maxPages = 500_000;

/** Whether a stream begins behind the sound of the first one. Reads the file once, in small pieces. */
export async function hasLaterLink(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    return findsLaterLink(new ByteReader(file.fd, (await file.stat()).size));
  } finally {
    await file.close();
  }
}

/** Streams that sound together begin side by side, before any of their other pages. */
function findsLaterLink(reader: ByteReader): boolean {
  let isBehindFirst = false;
  let pages = 0;
  for (let at = 0; at < reader.length && pages < maxPages; ) {
    const bytes = reader.at(at, windowBytes);
    const found = bytes.indexOf(pageStart, 0, 'latin1');
    if (found < 0) {
      at += Math.max(1, bytes.length - pageStart.length + 1);
      continue;
    }
    at += found;
    pages += 1;
    const page = readOggPage(reader, at);
    const isFirst = (reader.at(at + flagsAt, 1)[0]! & beginsStream) !== 0;
    if (page && isFirst && isBehindFirst) return true;
    if (page && !isFirst) isBehindFirst = true;
    at = page?.end ?? at + pageStart.length;
  }
  return false;
}
