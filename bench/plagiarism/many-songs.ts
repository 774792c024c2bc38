/** What `--false-alarms KIND` keeps for the calibration. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Comparison } from '../../src/analyses/plagiarism/comparison/compare-songs.js';
import { keep, readKept } from './kept-pairs.js';
import type { PoolSong } from './large-pool.js';
import type { ManyKind } from './songs-among-many.js';

/** What was measured, as a file: only the strongest of all unrelated songs of a query. */
export interface ManySongs {
  readonly kind: ManyKind;
  readonly queries: readonly {
    readonly query: string;
    readonly unrelated: Readonly<Record<PoolSong['kind'], number>>;
    /** Bits of the other songs of its group; 0 of one that was not compared. */
    readonly answers: readonly number[];
    /** Bits of unrelated real songs drawn by chance: all of these were compared, a candidate or not. */
    readonly drawn: readonly number[];
    readonly strongest: readonly {
      readonly song: string;
      readonly kind: PoolSong['kind'];
      readonly bits: number;
      readonly basis: string;
      readonly claims: Comparison['claims'];
      readonly isAlone: boolean;
      /** As of a measured pair. */
      readonly candidates: readonly (readonly number[])[];
      /**
       * Cosine of interval trigrams, of two real written songs. 0 for others: lines that were heard agree by 0.9 with nearly any other, so that
       * all pairs of theirs count as unrelated.
       */
      readonly trigrams: number;
    }[];
  }[];
}

const manyPath = (pairs: string, kind: ManyKind): string => join(pairs, `many-${kind}.json`);

/**
 * However many queries were asked; null where none were.
 * @throws Error where the file is of a version before: the calibration must not lose these songs unnoticed
 */
export function readMany(pairs: string, kind: ManyKind): ManySongs | null {
  const path = manyPath(pairs, kind);
  if (!existsSync(path)) return null;
  const many = readKept<ManySongs>(path, 0);
  if (!many)
    throw new Error(`${path} is of another version: run --false-alarms ${kind} again, or remove it.`);
  return many;
}

export function keepMany(pairs: string, maxQueries: number, many: ManySongs): void {
  keep<ManySongs>(manyPath(pairs, many.kind), maxQueries, many);
}

export const songKinds = ['real', 'mirrored', 'composed'] as const;
