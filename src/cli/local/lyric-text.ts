/** Lyrics from a file that someone names at the command line. */
import { readFileSync } from 'node:fs';
import { CliError } from '../cli-error.js';
import { exitCodes } from '../exit-codes.js';

/** Throws CliError, with the file's name, where it cannot be read or is in another encoding than UTF-8. */
export function readLyricText(path: string): string {
  const bytes = bytesOf(path);
  const text = utf8Text(bytes);
  if (text !== null) return text;
  const encoding = isUtf16(bytes) ? 'in UTF-16' : 'not UTF-8 text';
  throw new CliError(`${path} is ${encoding}. Save it as UTF-8.`, exitCodes.usage);
}

/** Null for bytes that are no UTF-8: half-read names and lyrics would match nothing. */
export function utf8Text(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function bytesOf(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CliError(`${path} cannot be read (${code}).`, exitCodes.usage);
  }
}

/** By its byte order mark, of either order. */
const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
