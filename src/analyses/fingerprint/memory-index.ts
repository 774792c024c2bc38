/** The songs of one scan, in memory: read-only once built, and searched like any index. */
import { encodePage } from '../../domain/posting-block.js';
import type { FingerprintIndex, IndexedSong } from './ports.js';

export interface MemorySong {
  readonly musicId: string;
  readonly engine: number;
  readonly durationSeconds: number;
  readonly lengthUnits: number;
  readonly keys: Uint32Array;
  readonly times: Uint32Array;
  readonly peaks: Uint8Array;
}

/** The part of an index that a search needs. */
export type SearchableIndex = Pick<FingerprintIndex, 'postings' | 'songsAt' | 'extent'>;

export function memoryIndex(songs: readonly MemorySong[]): SearchableIndex {
  const indexed: IndexedSong[] = [];
  let startPosition = 0;
  for (const song of songs) {
    indexed.push({ ...song, title: song.musicId, artist: '', startPosition });
    startPosition += song.lengthUnits + 8;
  }
  const { keys, positions } = sortedPostings(songs, indexed, startPosition);
  return {
    async postings(_account, wanted) {
      const foundKeys: number[] = [];
      const foundPositions: number[] = [];
      for (const key of wanted) {
        for (let at = lowerBound(keys, key); keys[at] === key; at++) {
          foundKeys.push(key);
          foundPositions.push(positions[at]!);
        }
      }
      return [
        encodePage({ keys: Uint32Array.from(foundKeys), positions: Uint32Array.from(foundPositions) }, 0),
      ];
    },
    async songsAt(_account, places) {
      return places.map((place) => {
        const song = indexed.findLast((candidate) => candidate.startPosition <= place);
        return song && place < song.startPosition + song.lengthUnits ? song : null;
      });
    },
    async extent() {
      return { songs: songs.length, postings: keys.length };
    },
  };
}

function sortedPostings(
  songs: readonly MemorySong[],
  indexed: readonly IndexedSong[],
  end: number,
): { keys: Uint32Array; positions: Uint32Array } {
  const count = songs.reduce((sum, song) => sum + song.keys.length, 0);
  // 26 bits of key above 27 of position: a folder of some 70,000 songs.
  const range = 2 ** 27;
  if (end >= range) throw new RangeError('Too much audio for one scan: split the folder.');
  const packed = new Float64Array(count);
  let next = 0;
  songs.forEach((song, i) => {
    for (let j = 0; j < song.keys.length; j++) {
      packed[next++] = song.keys[j]! * range + indexed[i]!.startPosition + song.times[j]!;
    }
  });
  packed.sort();
  return {
    keys: Uint32Array.from(packed, (value) => Math.floor(value / range)),
    positions: Uint32Array.from(packed, (value) => value % range),
  };
}

function lowerBound(keys: Uint32Array, key: number): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
