/**
 * Codes of many songs as one run of bytes, made to be read from front to back:
 * `count`, `codes` (u32), the end of every song's codes (u32 × count), how many songs hold each code
 * (u16 × 65,536), then the codes (u16). Little-endian; every part lies where its type may be mapped.
 */
export const codeValues = 65_536;

export interface CodeChunk {
  readonly songs: number;
  readonly ends: Uint32Array;
  readonly holders: Uint16Array;
  readonly codes: Uint16Array;
}

export function encodeChunk(songs: readonly Uint16Array[]): Uint8Array {
  const total = songs.reduce((sum, codes) => sum + codes.length, 0);
  const bytes = new Uint8Array(8 + 4 * songs.length + 2 * codeValues + 2 * total);
  new Uint32Array(bytes.buffer, 0, 2).set([songs.length, total]);
  const ends = new Uint32Array(bytes.buffer, 8, songs.length);
  const holders = new Uint16Array(bytes.buffer, 8 + 4 * songs.length, codeValues);
  const codes = new Uint16Array(bytes.buffer, 8 + 4 * songs.length + 2 * codeValues, total);
  const lastHolder = new Int32Array(codeValues).fill(-1);
  let end = 0;
  songs.forEach((own, song) => {
    codes.set(own, end);
    end += own.length;
    ends[song] = end;
    for (const code of own) {
      if (lastHolder[code] === song) continue;
      lastHolder[code] = song;
      if (holders[code]! < 0xffff) holders[code]!++;
    }
  });
  return bytes;
}

/** Throws RangeError when the bytes are not a whole chunk. */
export function openChunk(bytes: Uint8Array): CodeChunk {
  // Mapped in place where the bytes are aligned, copied where they are not.
  const own = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  if (own.length < 8) throw new RangeError('A chunk of the melody index is cut short.');
  const [songs, total] = new Uint32Array(own.buffer, own.byteOffset, 2) as unknown as [number, number];
  const holdersAt = 8 + 4 * songs;
  const codesAt = holdersAt + 2 * codeValues;
  if (own.length !== codesAt + 2 * total) throw new RangeError('A chunk of the melody index is cut short.');
  return {
    songs,
    ends: new Uint32Array(own.buffer, own.byteOffset + 8, songs),
    holders: new Uint16Array(own.buffer, own.byteOffset + holdersAt, codeValues),
    codes: new Uint16Array(own.buffer, own.byteOffset + codesAt, total),
  };
}
