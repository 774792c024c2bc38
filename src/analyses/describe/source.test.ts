import { describe, expect, it } from 'vitest';
import { ComputeError, type ComputeOptions } from '../../domain/compute.js';
import type { SongDescription } from '../../music/song-description.js';
import type { AnalysisContext, MusicInput } from '../analysis.js';
import type { DescriptionStore } from './ports.js';
import { createDescriptionSource } from './source.js';

const music: MusicInput = {
  musicId: 'music_1',
  title: 'Song',
  artist: '',
  filename: 'song.wav',
  path: '/nowhere/song.wav',
  sha256: '00',
  durationSeconds: 4,
};

const described: SongDescription = {
  version: 2,
  source: 'audio',
  durationSeconds: 4,
  tempoBpm: 120,
  beats: [0, 0.5, 1, 1.5],
  downbeats: [0],
  meter: 4,
  tuningCents: 3,
  key: { tonic: 9, mode: 'minor', confidence: 0.5 },
  chords: ['A:min', 'A:min', 'N', 'C:maj'],
  melody: {
    vocal: [{ onsetBeats: 0.5, durationBeats: 1, midiPitch: 69, salience: 1 }],
    instrumental: [],
    topline: [],
  },
  vocalActivity: [{ startSeconds: 0.25, endSeconds: 0.75 }],
  notes: [],
  sections: [],
  tempoHypotheses: [],
};

function memoryStore(): DescriptionStore {
  const kept = new Map<string, Uint8Array>();
  return {
    find: (engine, musicId) => Promise.resolve(kept.get(`${engine} ${musicId}`) ?? null),
    async put(engine, musicId, bytes) {
      kept.set(`${engine} ${musicId}`, bytes);
    },
  };
}

function context(run: () => Promise<unknown>): AnalysisContext {
  return {
    compute: { run: <Output>() => run() as Promise<Output> },
    signal: new AbortController().signal,
    progress() {},
  };
}

describe('the description of a piece of music', () => {
  it('is computed once and then read', async () => {
    const source = createDescriptionSource(memoryStore());
    let runs = 0;
    const compute = context(() => {
      runs++;
      return Promise.resolve(described);
    });
    await source.describe(music, compute);
    const again = await source.describe(music, compute);
    expect(runs).toBe(1);
    expect(again.beats).toEqual(described.beats);
    expect(again.chords).toEqual(described.chords);
    expect(again.melody.vocal).toEqual(described.melody.vocal);
  });

  it('is computed once however many ask at once, and anew by the next when the first is cut off', async () => {
    const source = createDescriptionSource(memoryStore());
    const ends: ((error?: Error) => void)[] = [];
    const slow = context(
      () =>
        new Promise((resolve, reject) => {
          ends.push((error) => (error ? reject(error) : resolve(described)));
        }),
    );
    const first = source.describe(music, slow);
    await expect.poll(() => ends.length).toBe(1);
    const second = source.describe(music, slow);
    const gone = new AbortController();
    const third = source.describe(music, { ...slow, signal: gone.signal });
    gone.abort(new Error('gone'));
    await expect(third).rejects.toThrow('gone');
    ends[0]!(new ComputeError('aborted', 'stopped'));
    await expect(first).rejects.toThrow('stopped');
    await expect.poll(() => ends.length).toBe(2);
    ends[1]!();
    expect((await second).beats).toEqual(described.beats);
    expect(ends).toHaveLength(2);
  });

  it('reports to everyone who waits for it how far it is', async () => {
    const source = createDescriptionSource(memoryStore());
    let report: ((fraction: number, stage: string) => void) | undefined;
    let end = (): void => {};
    const background: AnalysisContext = {
      ...context(() => Promise.resolve()),
      compute: {
        run: <Output>(_: string, __: unknown, options: ComputeOptions) => {
          report = options.onProgress;
          return new Promise<Output>((resolve) => {
            end = () => resolve(described as Output);
          });
        },
      },
    };
    const first = source.describe(music, background);
    await expect.poll(() => report).toBeDefined();
    const seen: string[] = [];
    const waiting = source.describe(music, {
      ...background,
      progress: (fraction, stage) => seen.push(`${stage} ${fraction}`),
    });
    await expect
      .poll(() => {
        report!(0.4, 'listening');
        return seen;
      })
      .toContain('listening 0.4');
    end();
    await Promise.all([first, waiting]);
  });

  it('fails for good, with a sentence for the customer, when the recording is at fault', async () => {
    const source = createDescriptionSource(memoryStore());
    const failing = context(() => Promise.reject(new ComputeError('bad-input', 'The file holds no sound')));
    await expect(source.describe(music, failing)).rejects.toMatchObject({
      name: 'AnalysisError',
      message: 'The music of this recording cannot be described: The file holds no sound',
    });
  });

  it('leaves every other failure to be tried again', async () => {
    const source = createDescriptionSource(memoryStore());
    const failing = context(() => Promise.reject(new ComputeError('memory', 'too much')));
    await expect(source.describe(music, failing)).rejects.toMatchObject({ name: 'ComputeError' });
  });
});
