import { describe, expect, it } from 'vitest';
import type { Compute, KernelTools } from '../../domain/compute.js';
import type { SongDescription } from '../../music/song-description.js';
import { describeMidi } from '../../music/symbolic/describe-midi.js';
import { generateMelody, writeMidi } from '../../music/symbolic/test-support/melodies.js';
import type { AnalysisOutcome, MusicInput } from '../analysis.js';
import { createCompare } from './compare.js';
import { compareTwoKernel } from './compare-two.js';

const tune = generateMelody(11, 64);
const moved = tune.map((note) => ({ ...note, midiPitch: note.midiPitch + 3 }));
const written: Record<string, Uint8Array> = {
  mus_a: writeMidi(tune),
  mus_b: writeMidi(moved, { bpm: 100 }),
  mus_c: writeMidi(generateMelody(40, 64)),
  mus_waltz: writeMidi(tune, { numerator: 3 }),
  mus_slow_waltz: writeMidi(moved, { numerator: 3, bpm: 100 }),
};
const silent: SongDescription = {
  ...describeMidi(written.mus_a!),
  source: 'audio',
  tempoBpm: 0,
  beats: [],
  downbeats: [],
  key: null,
  chords: [],
  melody: { vocal: [], instrumental: [], topline: [] },
  notes: [],
};
const song = (musicId: string): MusicInput => ({
  musicId,
  title: `Title of ${musicId}`,
  artist: '',
  filename: `${musicId}.mid`,
  path: `/nowhere/${musicId}`,
  sha256: musicId,
  durationSeconds: 30,
});
const compute: Compute = {
  run: async <Output>(_kernel: string, input: unknown) =>
    structuredClone(compareTwoKernel.run(structuredClone(input) as never, {} as KernelTools)) as Output,
};

let released = 0;
const analysis = createCompare({
  descriptions: {
    describe: async ({ musicId }) => (musicId === 'mus_silent' ? silent : describeMidi(written[musicId]!)),
  },
  openMusic: async (id) =>
    id === 'mus_silent' || written[id] ? { music: song(id), release: async () => void released++ } : null,
});

function run(
  other: string,
  signal = new AbortController().signal,
  first = 'mus_a',
): Promise<AnalysisOutcome> {
  const request = { accountId: 'acct', taskId: 'task', model: '', variant: 'music' } as const;
  return analysis.run(
    { ...request, music: song(first), parameters: { other_music_id: other } },
    { compute, signal, progress: () => {} },
  );
}

describe('two songs compared as a task', () => {
  it('have 16 chords in every segment of a result in 3/4, and their metre in the detail', async () => {
    const { result, detail } = await run('mus_slow_waltz', undefined, 'mus_waltz');
    const matches = Object.values(result as Record<string, Record<string, { chords: string[] }>[]>).flat();
    expect(matches.length).toBeGreaterThan(1);
    for (const { original, comparison } of matches) {
      expect(original!.chords).toHaveLength(16);
      expect(comparison!.chords).toHaveLength(16);
    }
    expect(detail).toMatchObject({ meter: 3, comparison: { meter: 3 }, songs: [{ meter: 3 }] });
    const { songs } = detail as unknown as { songs: { runs: { segments: object[] }[] }[] };
    const segments = songs[0]!.runs.flatMap((one) => one.segments);
    expect(segments.length).toBeGreaterThan(1);
    for (const segment of segments)
      expect(segment).toMatchObject({
        original: { beats: 16, meter: 3 },
        comparison: { beats: 16, meter: 3 },
      });
  });

  it('answers the documented categories, the first song as original and the second as comparison', async () => {
    const { result, detail } = await run('mus_b');
    expect(Object.keys(result as object)).toEqual(['signature', 'vocal', 'inst', 'topline']);
    expect(result).toMatchObject({
      signature: [{ original: { title: 'Title of mus_a' }, comparison: { title: 'Title of mus_b' } }],
    });
    expect(detail).toMatchObject({
      tempo_bpm: 120,
      comparison: { source: 'midi', tempo_bpm: 100, meter: 4 },
      engine: expect.any(Number),
      // Notes have no sound to play.
      songs: [{ song_id: 'mus_b', music_id: null, reported: true }],
      verdict: { finding: 'found', searched: { count: 1, unit: 'songs' }, match: { song_id: 'mus_b' } },
    });
  });

  it('has empty categories for songs that share nothing, and shows what little there is in detail', async () => {
    const { result, detail } = await run('mus_c');
    expect(result).toEqual({ signature: [], vocal: [], inst: [], topline: [] });
    expect(detail).toMatchObject({ songs: [{ song_id: 'mus_c', reported: false }] });
  });

  it('says so where the second song has no steady beat, and matches nothing', async () => {
    const { result, detail } = await run('mus_silent');
    expect(result).toEqual({ signature: [], vocal: [], inst: [], topline: [] });
    expect(detail).toMatchObject({
      assessment: 'no steady beat',
      songs: [{ reported: false }],
      verdict: { finding: 'cannot_tell' },
    });
  });

  it('fails for good where the other song is gone, and lets go of what it opened', async () => {
    await expect(run('mus_gone')).rejects.toMatchObject({ name: 'AnalysisError' });
    released = 0;
    await run('mus_b');
    expect(released).toBe(1);
  });
});
