/** Makes the degraded queries of a song once, and keeps them in a folder for the next run. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeMono } from '../../src/audio/decode-mono.js';
import { resample } from '../../src/signal/resample.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { excerptRateHz, type QueryCase } from './cases.js';
import { type BenchSong, halfOf } from './songs.js';
import { asBytes, asFloats } from './tools.js';

/** Rate at which queries are kept: the engine's own. */
const queryRateHz = 16_000;

export interface Query {
  readonly song: BenchSong;
  readonly label: string;
  /** Where the excerpt begins in the song. */
  readonly startSeconds: number;
  readonly samples: Float32Array;
}

/** About one excerpt a minute of the song and case, at least one, at most `maxExcerpts`. */
export class QueryMaker {
  private original: { id: string; samples: Float32Array } | undefined;

  constructor(
    private readonly cacheFolder: string,
    private readonly maxExcerpts = 4,
    /** Whose rooms are taken; undefined: those of the song's half. */
    private readonly rooms?: 'A' | 'B',
  ) {}

  async make(song: BenchSong, seconds: number, queryCase: QueryCase): Promise<Query[]> {
    const needed = queryCase.excerptSeconds ?? queryCase.seconds;
    if (seconds < needed * 1.02 + 0.5) return [];
    const queries: Query[] = [];
    const label = caseLabel(queryCase);
    const excerpts = Math.max(1, Math.min(this.maxExcerpts, Math.round(seconds / 60)));
    for (let excerpt = 0; excerpt < excerpts; excerpt++) {
      const rooms = this.rooms && this.rooms !== halfOf(song.stem) ? `_rooms${this.rooms}` : '';
      const name = `${song.id}_${excerpt}${rooms}_${label.replaceAll(/[^a-z0-9+−]+/gi, '-')}.f32`;
      const path = join(this.cacheFolder, name);
      const seed = Number.parseInt(song.id.slice(0, 7), 16) + excerpt * 1000 + queryCase.seconds;
      if (!existsSync(path)) await this.write(path, song, queryCase, seed);
      const stored = asFloats(await readFile(path));
      queries.push({ song, label, startSeconds: stored[0]!, samples: stored.subarray(1) });
    }
    return queries;
  }

  private async write(path: string, song: BenchSong, queryCase: QueryCase, seed: number): Promise<void> {
    if (this.original?.id !== song.id) {
      this.original = { id: song.id, samples: await decodeMono(song.path, excerptRateHz) };
    }
    const { samples } = this.original;
    const random = seededRandom(seed);
    const length = Math.ceil((queryCase.excerptSeconds ?? queryCase.seconds) * excerptRateHz);
    const start = Math.floor(random() * Math.max(0, samples.length - length));
    const degraded = await queryCase.apply(
      samples.slice(start, start + length),
      random,
      this.rooms ?? halfOf(song.stem),
    );
    const query = resample(degraded, queryRateHz / excerptRateHz);
    const stored = new Float32Array(query.length + 1);
    stored[0] = start / excerptRateHz;
    stored.set(query, 1);
    await writeFile(path, asBytes(stored));
  }
}

export function caseLabel({ name, seconds }: QueryCase): string {
  return `${name}, ${seconds} s`;
}
