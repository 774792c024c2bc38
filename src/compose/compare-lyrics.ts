/** Compares two lyrics in a compute process, without a service or a database. */
import type { LyricComparison } from '../analyses/lyric-plagiarism/compare-lyrics.js';
import { operatorEncoder } from '../analyses/lyric-plagiarism/operator-encoder.js';
import type { Config } from '../config.js';
import { openComputePool } from './compute-pool.js';

/** Throws ComputeError `bad-input` with the reason where a lyric cannot be compared. */
export async function compareTwoLyrics(
  config: Config,
  query: string,
  target: string,
): Promise<LyricComparison> {
  const pool = openComputePool(config, 1);
  try {
    return await pool.run('lyrics.compare', {
      query,
      target,
      encoderId: operatorEncoder(config).id,
    });
  } finally {
    await pool.close();
  }
}
