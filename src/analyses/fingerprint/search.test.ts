import { describe, expect, it } from 'vitest';
import type { Compute } from '../../domain/compute.js';
import type { QueryWindow } from './extract.js';
import type { VerifyInput, VoteInput } from './kernels.js';
import { assumedChanges, unchanged } from './look-up/changes.js';
import { engineVersion, framesPerSecond, framesPerUnit } from './parameters.js';
import type { IndexedSong, SearchableIndex } from './ports.js';
import { lookUp, lookUpBudgets, searchWindow, unchangedProbe } from './search.js';
import type { ChangedSweep, ChangedSweptPlace } from './sweep/changed-sweep.js';
import type { LikeliestInput } from './sweep/likeliest-songs.js';
import { SketchCache } from './sweep/sketch-cache.js';
import type { SweepInput } from './sweep/sweep.js';
import { measuredAlignment } from './test-support/measured-alignment.js';
import type { Alignment } from './verification/measure.js';

const songUnits = 1000;
const song = (number: number, engine = engineVersion): IndexedSong => ({
  musicId: `song${number}`,
  engine,
  title: '',
  artist: '',
  durationSeconds: 128,
  startPosition: number * songUnits,
  lengthUnits: songUnits,
  peaks: Uint8Array.of(number),
});
/** Of song number n the positions from 1000 n on; song 9 is of another engine, and what is beyond song 40 was removed. */
const index: SearchableIndex = {
  postings: async () => [],
  songsAt: async (_, positions) =>
    positions.map((position) => {
      const number = Math.floor(position / songUnits);
      return number > 40 ? null : song(number, number === 9 ? engineVersion - 1 : engineVersion);
    }),
  starts: async (_, limit) => [2, 5, 9].slice(0, limit).map((number) => number * songUnits),
  peaksOf: async () => new Map(),
  extent: async () => ({ songs: 3, postings: 1000 }),
};
const copy = measuredAlignment({
  coincident: 450,
  chance: 0.01,
  excess: 0.9,
  sharpness: 0.99,
  agreement: 0.95,
  early: 0,
  onGrid: 0.3,
});
const window = (keys = 5000): QueryWindow => ({
  startSeconds: 0,
  endSeconds: 20,
  peaks: { count: 0 } as QueryWindow['peaks'],
  keys: Uint32Array.from({ length: keys }, (_, key) => 3 * key),
  times: new Uint32Array(keys),
  songHashes: 100,
  levels: new Float32Array(1),
});

interface Script {
  /** Places of each of the queries that are voted on, by the number of the vote. */
  readonly places?: (vote: number, query: number) => { start: number; votes: number; centre: number }[];
  readonly align?: (song: number, place: number) => Alignment | null;
  readonly swept?: { song: number; startFrames: number; score: number }[];
  readonly sweptChanged?: ChangedSweptPlace[];
}

/** Kernels that answer by a script, and what they were asked. */
function scripted({ places = () => [], align = () => null, swept = [], sweptChanged = [] }: Script) {
  const calls: { name: string; input: unknown }[] = [];
  let votes = 0;
  const answers: Record<string, (input: unknown) => unknown> = {
    'fingerprint.vote': (input) => {
      const vote = votes++;
      return (input as VoteInput).queries.map((_, query) =>
        places(vote, query).map((place) => ({ scale: 1, ...place })),
      );
    },
    'fingerprint.verify': (input) =>
      (input as VerifyInput).songs.map(({ peaks, hypotheses }) =>
        hypotheses.map((_, place) => align(peaks[0]!, place)),
      ),
    'fingerprint.probe': () =>
      assumedChanges.map((_, change) => ({
        keys: Uint32Array.from({ length: 4000 }, (__, key) => key + change),
        times: new Uint32Array(4000),
      })),
    'fingerprint.closer': () => ({ ...window(300), levels: undefined }),
    'fingerprint.sketch': (input) => (input as { songs: Uint8Array[] }).songs,
    'fingerprint.likeliest-songs': () => [30, 7],
    'fingerprint.sweep': () => swept,
    'fingerprint.sweep-changed': () => sweptChanged,
    'fingerprint.likeliest-changes': () => ({ songs: [], typical: 3 }),
    'fingerprint.sweep-likely': () => sweptChanged,
    'fingerprint.waveform': (input) => (input as { places: unknown[] }).places.map(() => null),
  };
  const compute = {
    run: async (name: string, input: unknown) => {
      calls.push({ name: name.replace('fingerprint.', ''), input });
      return answers[name]!(input);
    },
  } as unknown as Compute;
  const inputs = <Input>(name: string): Input[] =>
    calls.filter((call) => call.name === name).map(({ input }) => input as Input);
  return { context: { compute, signal: new AbortController().signal }, calls, inputs };
}

const at = (number: number, votes: number, offset = 100) => ({
  start: number * songUnits + offset,
  votes,
  centre: number * songUnits + offset + 50,
});

describe('how many keys are looked up', () => {
  it('rises from 400 to 1,500 and to what a catalogue affords four times over', () => {
    expect(lookUpBudgets(24_000, 1000)).toEqual([400, 1500, 24_000]);
    expect(lookUpBudgets(1000, 1000)).toEqual([400, 1000]);
    expect(lookUpBudgets(480, 1000)).toEqual([400]);
    expect(lookUpBudgets(481, 1000)).toEqual([400, 481]);
    expect(lookUpBudgets(0, 1000)).toEqual([]);
  });

  it('falls with the postings, so that 150,000 hits come by chance, and never below 600', () => {
    const keys = 2 ** (24.8 - 3);
    expect(lookUpBudgets(1e6, 100 * keys)).toEqual([400, 1500, 6000]);
    expect(lookUpBudgets(1e6, 50 * keys)).toEqual([400, 1500, 12_000]);
    expect(lookUpBudgets(1e6, 1e12)).toEqual([400, 600, 2400]);
  });
});

describe('the places of a look-up', () => {
  const many = Array.from({ length: 40 }, (_, number) => at(number, 40 - number));
  const verified = async (probes: number, keepsSpeed: boolean): Promise<number[]> => {
    const { context, inputs } = scripted({ places: () => many });
    const all = Array.from({ length: probes }, () => ({ ...unchangedProbe(window(), 10), keepsSpeed }));
    await lookUp(index, 'a', window(), all, context);
    return inputs<VerifyInput>('verify')[0]!.songs.map(({ hypotheses }) => hypotheses.length);
  };

  it('are verified: the 8 with most votes, 24 of all changes together, 32 where the speed is kept', async () => {
    expect(await verified(1, false)).toHaveLength(8);
    expect((await verified(12, false)).reduce((sum, count) => sum + count, 0)).toBe(24);
    // Song 9 is of another engine.
    expect(await verified(1, true)).toHaveLength(31);
  });

  it('are those of all changes by their votes, and are given as frames of their song', async () => {
    const { context, inputs } = scripted({
      places: (_, query) => (query === 0 ? [at(1, 5)] : [at(2, 9), at(1, 3, 400), at(50, 100)]),
    });
    const faster = { timeFactor: 1.25, cents: -386 };
    const probes = [
      unchangedProbe(window(), 10),
      { ...unchangedProbe(window(), 10), change: faster, keepsSpeed: false },
    ];
    await lookUp(index, 'a', window(), probes, context);
    const [{ songs }] = inputs<VerifyInput>('verify') as [VerifyInput];
    expect(songs.map(({ peaks }) => peaks[0])).toEqual([2, 1]);
    expect(songs[1]!.hypotheses).toEqual([
      { start: 100, scale: 1, pivot: 50, change: unchanged, keepsSpeed: undefined },
      { start: 400, scale: 1, pivot: 50, change: faster, keepsSpeed: false },
    ]);
    const [{ queries, limit }] = inputs<VoteInput>('vote') as [VoteInput];
    expect(limit).toBe(8);
    expect(queries.map(({ spanFrames }) => spanFrames)).toEqual([20 * framesPerSecond, 25 * framesPerSecond]);
  });

  it('are one a song, the best first; another place is a section where it has a third of the z, half a second away', async () => {
    const aligned = [
      { ...copy, z: 30 },
      { ...copy, z: 60, startFrames: 100 },
      { ...copy, z: 20, startFrames: 100 + framesPerSecond / 2 + 1 },
      { ...copy, z: 19, startFrames: 1000 },
      { ...copy, z: 40, startFrames: 100 - framesPerSecond / 2 },
      { ...copy, z: 25, startFrames: 220 },
      null,
    ];
    const { context } = scripted({
      places: () => [...aligned.map((_, place) => at(1, 50 - place)), at(2, 1)],
      align: (number, place) => (number === 2 ? { ...copy, z: 70 } : aligned[place]!),
    });
    const matches = await lookUp(
      index,
      'a',
      window(),
      [{ ...unchangedProbe(window(), 10), keepsSpeed: true }],
      context,
    );
    expect(matches.map((match) => match.song.musicId)).toEqual(['song2', 'song1']);
    expect(matches[1]!.alignment.z).toBe(60);
    expect(matches[1]!.sections.map(({ z }) => z)).toEqual([30, 25, 20]);
  });
});

describe('the search of a window', () => {
  const place = {
    index,
    accountId: 'a',
    extent: { songs: 3, postings: 1000 },
    strictness: 'normal',
    sound: null,
  } as const;
  const withSound = { ...place, sound: { path: 'query', openMusic: async () => null } };
  const kernels = (calls: readonly { name: string }[]): string => calls.map(({ name }) => name).join(' ');

  it('asks nothing of an empty catalogue, nor for a window without keys', async () => {
    const { context, calls } = scripted({});
    expect(await searchWindow({ ...place, extent: { songs: 0, postings: 0 } }, window(), context)).toEqual(
      [],
    );
    expect(await searchWindow(place, window(0), context)).toEqual([]);
    expect(calls).toEqual([]);
  });

  it('ends with the first look-up that finds a duplicate, whose keys are the lowest 400', async () => {
    const { context, calls, inputs } = scripted({ places: () => [at(2, 9)], align: () => copy });
    const matches = await searchWindow(withSound, window(), context);
    expect(matches.map((match) => match.song.musicId)).toEqual(['song2']);
    expect(kernels(calls)).toBe('vote verify');
    expect(inputs<VoteInput>('vote')[0]!.queries[0]!.keys).toHaveLength(400);
  });

  it('looks on behind a match that covers too little of the query, and keeps the best of each song', async () => {
    const part = { ...copy, queryCoverage: 0.3 };
    let look = 0;
    const { context, inputs } = scripted({
      places: () => [at(2, 9)],
      align: () => ({ ...part, z: 50 + look++ }),
    });
    const matches = await searchWindow(place, window(), context);
    expect(inputs<VoteInput>('vote').map(({ queries }) => queries.length)).toEqual([
      1,
      1,
      1,
      assumedChanges.length,
    ]);
    expect(inputs<VoteInput>('vote').at(-1)!.queries[0]!.keys).toHaveLength(4000);
    expect(matches).toHaveLength(1);
    expect(matches[0]!.alignment.z).toBe(50 + 3 + assumedChanges.length - 1);
  });

  it('leaves out what chance gives', async () => {
    const { context } = scripted({ places: () => [at(2, 9)], align: () => ({ ...copy, z: 17 }) });
    expect(await searchWindow(place, window(), context)).toEqual([]);
  });

  it('sweeps a catalogue that is not large where nothing is found, if the sound can be compared', async () => {
    const { context, calls, inputs } = scripted({
      swept: [{ song: 1, startFrames: -80, score: 12 }],
      align: () => copy,
    });
    const matches = await searchWindow(withSound, window(), context);
    expect(kernels(calls)).toBe('vote vote vote probe vote sweep verify');
    expect(matches.map((match) => match.song.musicId)).toEqual(['song5']);
    // The song of another engine is not among the swept ones.
    expect(inputs<{ songs: unknown[]; limit: number }>('sweep')[0]).toMatchObject({ limit: 2 });
    expect(inputs<{ songs: unknown[] }>('sweep')[0]!.songs).toHaveLength(2);
    const [{ songs }] = inputs<VerifyInput>('verify') as [VerifyInput];
    expect(songs[0]!.hypotheses[0]).toMatchObject({ start: -80 / framesPerUnit, scale: 1, sweptScore: 12 });
    const { context: other, calls: asked } = scripted({});
    await searchWindow(place, window(), other);
    expect(kernels(asked)).toBe('vote vote vote probe vote');
  });

  it('sweeps under assumed changes where the other sweep finds nothing either, and verifies the line that it gives', async () => {
    const found = { song: 1, startFrames: 80, scale: 0.86, cents: -260, score: 4 };
    const { context, calls, inputs } = scripted({
      places: (_, query) => Array.from({ length: 2 }, (__, i) => at(1, 9 - i, 90 * (2 * query + i))),
      align: () => ({ ...copy, z: 0, coverage: 0 }),
      sweptChanged: [found],
    });
    await searchWindow(withSound, window(), context);
    expect(kernels(calls)).toContain('sweep sweep-changed verify');
    const asked = inputs<VerifyInput>('verify').map(({ songs }) => songs.flatMap((song) => song.hypotheses));
    // Fewer places of changed look-ups than where no such sweep follows.
    expect(asked.at(-2)).toHaveLength(8);
    expect(inputs<ChangedSweep>('sweep-changed')[0]!.minScore).toBeCloseTo(2.8, 6);
    expect(asked.at(-1)).toHaveLength(1);
    expect(asked.at(-1)![0]).toMatchObject({ scale: 0.86, sweptScore: 4, sweptCents: -260 });
    expect(asked.at(-1)![0]!.start).toBeCloseTo(80 / framesPerUnit - 0.07, 6);
  });

  it('sweeps at most 200 songs with 400,000 postings without their sketches, and looks closer in a larger catalogue', async () => {
    const swept = async (extent: { songs: number; postings: number }): Promise<boolean> => {
      const { context, calls, inputs } = scripted({
        places: (_, query) => Array.from({ length: 4 }, (__, i) => at(1, 9 - i, 90 * (4 * query + i))),
      });
      await searchWindow({ ...withSound, extent }, window(), context);
      const isSwept = calls.some(({ name }) => name === 'sweep-changed');
      const verified = inputs<VerifyInput>('verify').map(({ songs }) =>
        songs.reduce((sum, { hypotheses }) => sum + hypotheses.length, 0),
      );
      expect(Math.max(...verified)).toBe(isSwept ? 8 : 24);
      expect(calls.some(({ name }) => name === 'closer')).toBe(!isSwept);
      if (!isSwept)
        expect(inputs<VoteInput>('vote').at(-1)).toMatchObject({
          limit: 32,
          queries: [{ keepsSpeed: true }],
        });
      return isSwept;
    };
    expect(await swept({ songs: 200, postings: 400_000 })).toBe(true);
    expect(await swept({ songs: 201, postings: 400_000 })).toBe(false);
    expect(await swept({ songs: 200, postings: 400_001 })).toBe(false);
  });

  it('sweeps the likeliest of at most 2,000 songs with 5,000,000 postings, whose sketches are made once', async () => {
    const songs = Array.from({ length: 100 }, (_, number) => number);
    let alive = songs;
    const read: number[] = [];
    const large: SearchableIndex = {
      ...index,
      starts: async (_, limit) => alive.slice(0, limit).map((number) => number * songUnits),
      songsAt: async (_, positions) =>
        positions.map((position) => song(Math.floor(position / songUnits), engineVersion)),
      peaksOf: async (_, starts) => {
        read.push(...starts.map((start) => start / songUnits));
        return new Map(starts.map((start) => [start, Uint8Array.of(start / songUnits)]));
      },
    };
    const sketches = new SketchCache(10_000);
    const ask = async (extent: { songs: number; postings: number }) => {
      const asked = scripted({ swept: [{ song: 1, startFrames: 0, score: 12 }], align: () => copy });
      const where = { ...withSound, index: large, sketches, extent };
      const matches = await searchWindow(where, window(), asked.context);
      return { ...asked, matches };
    };
    const { calls, inputs, matches } = await ask({ songs: 2000, postings: 5_000_000 });
    expect(kernels(calls)).toBe('vote vote vote probe vote sketch likeliest-songs sweep verify');
    expect(inputs<LikeliestInput>('likeliest-songs')[0]!.ends).toHaveLength(100);
    // Songs 30 and 7 are the likeliest by the script, and the second of them is found.
    expect(matches.map((match) => match.song.musicId)).toEqual(['song7']);
    const [{ songs: swept, others }] = inputs<SweepInput>('sweep') as [SweepInput];
    expect(swept.map(([number]) => number)).toEqual([30, 7]);
    expect(others).toHaveLength(16);
    expect(read).toEqual(songs);
    alive = [...songs.slice(1), 100];
    const { inputs: again } = await ask({ songs: 201, postings: 1 });
    expect(read).toEqual([...songs, 100]);
    const [{ ends, sketches: bytes }] = again<LikeliestInput>('likeliest-songs') as [LikeliestInput];
    expect([...ends]).toEqual(alive.map((_, i) => i + 1));
    expect([...bytes]).toEqual(alive);
    for (const extent of [
      { songs: 2001, postings: 1 },
      { songs: 601, postings: 5_000_001 },
    ])
      expect(kernels((await ask(extent)).calls)).toContain('closer');
  });

  it('sweeps the likeliest of at most 600 songs under assumed changes too', async () => {
    const asked = async (songs: number) => {
      const { context, calls } = scripted({});
      const where = { ...withSound, extent: { songs, postings: 1 }, sketches: new SketchCache(10_000) };
      await searchWindow(where, window(), context);
      return kernels(calls);
    };
    expect(await asked(600)).toContain('likeliest-changes sweep-likely');
    expect(await asked(601)).not.toContain('likeliest-changes');
  });

  it('prefers, of one song, the place whose sound is the same to one with more coinciding peaks', async () => {
    const same = {
      ...copy,
      z: 20,
      queryCoverage: 0.3,
      coherence: { overAll: 90, overNear: 90, strays: 0, shownShare: 1 } as Alignment['coherence'],
    };
    const more = { ...copy, z: 80, queryCoverage: 0.3 };
    let look = 0;
    const { context } = scripted({ places: () => [at(2, 9)], align: () => (look++ === 2 ? same : more) });
    const [match] = await searchWindow(place, window(), context);
    expect(match!.alignment.z).toBe(20);
  });
});

describe('an engine beside the index', () => {
  const hits = [{ positions: new Float64Array(1), hashes: new Uint32Array(1), found: new Uint32Array(1) }];
  const searched = async (compare?: () => void) => {
    const asked = scripted({ places: () => [at(1, 9)], align: () => copy });
    const engine = { ...index, denseHits: async () => ({ hits, pages: [], ...(compare && { compare }) }) };
    await lookUp(engine, 'a', window(), [unchangedProbe(window(), 10)], asked.context);
    return asked.inputs<VoteInput>('vote').map(({ engineHits }) => engineHits !== undefined);
  };

  it('is asked instead of the index, and both where they are compared', async () => {
    expect(await searched()).toEqual([true]);
    let compared = 0;
    expect(await searched(() => compared++)).toEqual([true, false]);
    expect(compared).toBe(1);
  });
});
