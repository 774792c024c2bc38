/**
 * Whether an Ogg file was cut off on its way. A stream should end with a page that says so (RFC 3533, section 4), but
 * writers leave that out and recorded radio has no end; a page that the file does not hold to its end is nobody's intention.
 */
import type { DetectedFormat } from './formats.js';
import type { ByteReader } from './tag-survey/byte-reader.js';

const captureBytes = 5;
const headBytes = 27;
/** No page is longer than 65,307 bytes (RFC 3533, section 6): a stretch of this many holds the start of one. */
const windowBytes = 65_536;

/** Whether the file ends inside a page. False where something else follows the pages, and for other formats. */
export function endsInsidePage(reader: ByteReader, { demuxer }: DetectedFormat): boolean {
  if (demuxer !== 'ogg') return false;
  const bytes = reader.at(Math.max(0, reader.length - windowBytes), windowBytes);
  let at = bytes.indexOf('OggS\0', 0, 'latin1');
  while (at >= 0 && at < bytes.length) {
    const left = bytes.length - at;
    if (left < captureBytes) return 'OggS\0'.startsWith(bytes.toString('latin1', at));
    if (bytes.toString('latin1', at, at + captureBytes) !== 'OggS\0') return false;
    const segments = bytes[at + headBytes - 1];
    const bodyAt = at + headBytes + (segments ?? 0);
    if (segments === undefined || bodyAt > bytes.length) return true;
    at = bytes.subarray(at + headBytes, bodyAt).reduce((sum, length) => sum + length, bodyAt);
  }
  return at > bytes.length;
}
