/** Songs of random postings, and what is heard of them. */
import type { SongToIndex } from '../../src/analyses/fingerprint/ports.js';
import { seededRandom } from '../../src/signal/seeded-random.js';

export const lengthUnits = 400;

/** 600 random postings, of keys so few that every key is in many songs. */
export function song(seed: number): SongToIndex {
  const random = seededRandom(seed);
  const pairs = Array.from(
    { length: 600 },
    () => [Math.floor(random() * 2000), Math.floor(random() * lengthUnits)] as const,
  );
  pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const distinct = pairs.filter(([key, time], i) => key !== pairs[i - 1]?.[0] || time !== pairs[i - 1]?.[1]);
  return {
    musicId: `mus_${seed}`,
    engine: 1,
    title: `Song ${seed}`,
    artist: 'Someone',
    durationSeconds: 50,
    lengthUnits,
    keys: Uint32Array.from(distinct, ([key]) => key),
    times: Uint32Array.from(distinct, ([, time]) => time),
    peaks: Uint8Array.of(1, 2, 3),
  };
}

/** What is heard from 100 to 260 of a song, as a query of its own time. */
export function excerpt({ keys, times }: SongToIndex): {
  keys: Uint32Array;
  times: Uint32Array;
  spanUnits: number;
} {
  const chosen = [...keys.keys()].filter((i) => times[i]! >= 100 && times[i]! < 260);
  return {
    keys: Uint32Array.from(chosen, (i) => keys[i]!),
    times: Uint32Array.from(chosen, (i) => times[i]! - 100),
    spanUnits: 160,
  };
}
