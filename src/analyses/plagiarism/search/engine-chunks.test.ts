import { describe, expect, it } from 'vitest';
import { UnavailableError } from '../../analysis.js';
import type { CodeEngine, HeldChunks, MelodyIndex, StoredChunk } from '../ports.js';
import { openChunks, type SearchedChunks } from './engine-chunks.js';
import type { BestQuestion } from './find-candidates.js';

const signal = new AbortController().signal;
const chunksOf = [0, 1].map((chunk) => ({ datasetId: 'd', chunk, songs: 500, block: BigInt(chunk) }));
const stored = (chunk: number): StoredChunk => ({
  datasetId: 'd',
  chunk,
  path: `file ${chunk}`,
  songIds: [`${chunk} a`, `${chunk} b`],
});

function open(engine: Partial<CodeEngine> = {}, held: Partial<HeldChunks> = {}) {
  const paths: string[] = [];
  const all: HeldChunks = {
    has: ({ chunk }) => chunk === 0,
    songs: 500,
    holders: async (codes) => new Uint32Array(codes.length),
    best: async () => ({ places: [{ datasetId: 'd', chunk: 0, song: 9 }], products: [] }),
    isWhole: async () => true,
    ...held,
  };
  const index = {
    engine: {
      mode: 'serve',
      maxOwnSongs: 2_000,
      list: async () => chunksOf,
      open: async () => all,
      onSearch: (path) => paths.push(path),
      onCompared() {},
      onFailure() {},
      ...engine,
    } satisfies CodeEngine,
    chunks: async (_engine, _datasets, leaveOut) =>
      [0, 1].map((chunk) =>
        leaveOut?.({ datasetId: 'd', chunk }) ? { ...stored(chunk), path: null, songIds: [] } : stored(chunk),
      ),
    rows: async (_engine, places) =>
      places.map((place) => ({ ...place, songId: 'held', row: new Uint16Array(69) })),
  } as Partial<MelodyIndex> as MelodyIndex;
  return { paths, index, chunks: openChunks(index, ['d'], signal) };
}

const best = (change: Partial<BestQuestion> = {}): BestQuestion => ({
  ask: 'best',
  codes: Uint16Array.of(5),
  weights: Uint16Array.of(100),
  chromaSketches: [],
  limits: { melody: 60, harmony: 20, chroma: [] },
  ...change,
});
const holders = { ask: 'holders', codes: Uint16Array.of(5) } as const;

describe('chunks of which an engine holds some', () => {
  it('are none where all songs were deleted since they were listed', async () => {
    const empty = { engine: open().index.engine, chunks: async () => [] } as unknown as MelodyIndex;
    const chunks = await openChunks(empty, ['d'], signal);
    expect(chunks.input).toEqual({ chunks: [] });
  });

  it('are read as files only where it does not hold them, and named by whoever searched them', async () => {
    const { chunks, paths } = open();
    const searched = await chunks;
    expect(searched.input).toEqual({ chunks: [null, 'file 1'] });
    expect(await searched.answer(holders)).toMatchObject({ songs: 500 });
    expect(await searched.answer(best())).toMatchObject({ rows: [{ chunk: 0, song: 9 }] });
    expect(searched.songAt({ chunk: 0, song: 9 })).toBe('held');
    expect(searched.songAt({ chunk: 1, song: 1 })).toBe('1 b');
    expect(() => searched.songAt({ chunk: 0, song: 1 })).toThrow('no song of its index');
    expect(paths).toEqual(['backlog']);
  });

  it('are all files where it fails, and none where those are too many', async () => {
    const lost = { isWhole: async () => false };
    const { chunks, paths } = open({}, lost);
    const searched = await chunks;
    await searched.answer(holders);
    expect(await searched.answer(best())).toEqual({ files: ['file 0', 'file 1'] });
    expect(searched.songAt({ chunk: 0, song: 1 })).toBe('0 b');
    expect(paths).toEqual(['fallback']);
    const away = open({ open: () => Promise.reject(new Error('away')) });
    expect((await away.chunks).input).toEqual({ chunks: ['file 0', 'file 1'] });
    const refused = open({ maxOwnSongs: 700 }, lost);
    await expect((await refused.chunks).answer(best())).rejects.toThrow(UnavailableError);
    expect(refused.paths).toEqual(['refused']);
    await expect(open({ maxOwnSongs: 499 }).chunks).rejects.toThrow(UnavailableError);
    // What is still on trial refuses nothing.
    const trial = await open({ maxOwnSongs: 499, mode: 'compare' }).chunks;
    expect(trial.input).toEqual({ chunks: [null, 'file 1'], trialFiles: ['file 0', 'file 1'] });
  });

  it('are asked for once, in the right shape, whatever a compute process sends', async () => {
    const ask = async (question: unknown, times = 1): Promise<unknown> => {
      const searched: SearchedChunks = await open().chunks;
      let answer: unknown;
      for (let time = 0; time < times; time++) answer = await searched.answer(question as never);
      return answer;
    };
    await expect(ask(holders, 2)).rejects.toThrow('asked for twice');
    await expect(ask(best(), 2)).rejects.toThrow('asked for twice');
    const wrong: unknown[] = [
      { ask: 'everything', codes: Uint16Array.of(5) },
      { ask: 'holders', codes: ['5) OR (1'] },
      best({ weights: Uint16Array.of(1, 2) }),
      best({ weights: ['1'] as never }),
      best({ chromaSketches: [['1'] as never], limits: { melody: 1, harmony: 1, chroma: [1] } }),
      best({ limits: { melody: 0.5, harmony: 1, chroma: [] } }),
      best({ limits: { melody: 1e9, harmony: 1, chroma: [] } }),
      best({ limits: { melody: 1, harmony: 1, chroma: [4] } }),
    ];
    for (const question of wrong) await expect(ask(question)).rejects.toThrow('another shape');
  });
});
