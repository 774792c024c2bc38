import { describe, expect, it } from 'vitest';
import type { Compute } from '../../domain/compute.js';
import type { SongMatch } from './decision/matches.js';
import type { QueryWindow } from './extract.js';
import { framesPerSecond } from './parameters.js';
import type { IndexedSong } from './ports.js';
import { SoundComparison } from './sound.js';
import type { Alignment } from './verification/measure.js';
import type { Coherence } from './waveform/coherence.js';
import type { WaveformInput } from './waveform/waveform.js';
import { isSameWaveform } from './waveform/waveform-odds.js';

/** A place that peaks alone leave in doubt. */
const doubtful: Alignment = {
  startFrames: 0,
  scale: 1,
  pitchCents: 0,
  isChangeAssumed: false,
  peaks: 300,
  coincident: 60,
  chance: 0.02,
  z: 20,
  excess: 0.2,
  sharpness: 0.4,
  agreement: 0.2,
  early: 0.05,
  onGrid: 0.9,
  coherence: null,
  fineStructure: null,
  coverage: 0.4,
  fromSeconds: 4,
  toSeconds: 14,
  queryCoverage: 0.3,
};
const clear = { sharpness: 0.99, agreement: 0.95, coverage: 1, excess: 0.9, z: 60 };
const same: Coherence = {
  coefficient: 0.3,
  prominence: 90,
  overAll: 90,
  overNear: 90,
  strays: 0,
  shownShare: 0.4,
  lagSamples: 0,
  drift: 0,
  reflections: 0,
  heard: [true, true, true, true, false, true],
  shown: [false, true, true, false, false, false],
  held: [false, true, true, false, false, false],
};
const match = (
  musicId: string,
  change: Partial<Alignment> = {},
  sections: Partial<Alignment>[] = [],
): SongMatch => ({
  song: { musicId } as IndexedSong,
  alignment: { ...doubtful, ...change },
  sections: sections.map((section) => ({ ...doubtful, ...section })),
});

/** A comparison among `songs` of a window from second `from` to `to`, and what it asked. */
function comparison(
  songs: number,
  [from, to] = [0, 20],
  answer: (input: WaveformInput) => (Coherence | null)[] = () => [],
) {
  const asked: WaveformInput[] = [];
  const kernels: string[] = [];
  const compute = {
    run: async (kernel: string, input: WaveformInput) => {
      kernels.push(kernel);
      asked.push(input);
      return answer(input);
    },
  } as unknown as Compute;
  const sound = {
    path: 'query',
    openMusic: async (id: string) => ({ music: { path: id }, release: async () => {} }) as never,
  };
  const window = { startSeconds: from, endSeconds: to } as QueryWindow;
  const context = { compute, signal: new AbortController().signal };
  return { asked, kernels, comparison: new SoundComparison(sound, window, songs, 'normal', context) };
}
const isCompared = async (songs: number, change: Partial<Alignment>): Promise<boolean> => {
  const { asked, comparison: own } = comparison(songs);
  await own.compare([match('a', change)]);
  return asked.length > 0;
};

/** The kernel that compares a place, if any. */
async function comparedBy(change: Partial<Alignment>): Promise<string | undefined> {
  const { kernels, comparison: own } = comparison(1);
  await own.compare([match('a', change)]);
  return kernels[0];
}

describe('a place is compared by its sound', () => {
  it('from z = 3 where the speed is kept and from 8 elsewhere, and from more among more songs', async () => {
    const faster = { scale: 1.02, pitchCents: 1200 * Math.log2(1.02) };
    expect(await Promise.all([2.9, 3].map((z) => isCompared(1, { z })))).toEqual([false, true]);
    expect(await Promise.all([7.9, 8].map((z) => isCompared(1, { ...faster, z })))).toEqual([false, true]);
    const more = 1.5 * Math.log(10);
    expect(await Promise.all([-0.1, 0.1].map((z) => isCompared(2600, { z: 3 + more + z })))).toEqual([
      false,
      true,
    ]);
    expect(
      await Promise.all([-0.1, 0.1].map((z) => isCompared(10_000, { ...faster, z: 8 + more + z }))),
    ).toEqual([false, true]);
  });

  it('where a sweep found it, however few peaks coincide', async () => {
    expect(await isCompared(600, { z: 0 })).toBe(false);
    for (const isChangeAssumed of [false, true])
      expect(await isCompared(600, { sweptScore: 1.5, z: 0, isChangeAssumed })).toBe(true);
  });

  it('by the waveform where speed and pitch are changed by one factor, to 12 cents, else by the fine structure; where the peaks leave a doubt', async () => {
    expect(await isCompared(1, { pitchCents: 12 })).toBe(true);
    expect(await comparedBy({ pitchCents: 12 })).toBe('fingerprint.waveform');
    expect(await comparedBy({ scale: 1.02, pitchCents: 1200 * Math.log2(1.02) })).toBe(
      'fingerprint.waveform',
    );
    expect(await comparedBy({ pitchCents: 13 })).toBe('fingerprint.fine-structure');
    expect(await comparedBy({ pitchCents: -13 })).toBe('fingerprint.fine-structure');
    expect(await comparedBy({ scale: 1.02 })).toBe('fingerprint.fine-structure');
    expect(await comparedBy({ scale: 1.02, z: 7.9 })).toBeUndefined();
    expect(await comparedBy({ pitchCents: 300, z: 7.9 })).toBeUndefined();
    expect(await isCompared(1, clear)).toBe(false);
    expect(await isCompared(1, { ...clear, coverage: 0.1 })).toBe(true);
    expect(await isCompared(1, { coherence: same })).toBe(false);
  });

  it('with the two best songs, up to three places of each, until one is shown to be the same', async () => {
    const { asked, comparison: own } = comparison(1);
    const sections = [100, 2000, 4000, 6000].map((startFrames) => ({ startFrames }));
    await own.compare([
      match('weak', { z: 10 }),
      match('strong', { z: 30 }, sections),
      match('next', { z: 20 }),
    ]);
    expect(asked.map(({ songPath, places }) => [songPath, places.length])).toEqual([
      ['strong', 3],
      ['next', 1],
    ]);
    const found = comparison(1, [0, 20], () => [same]);
    await found.comparison.compare([match('a', { z: 20 }), match('b', { z: 30 })]);
    expect(found.asked.map(({ songPath }) => songPath)).toEqual(['b']);
  });

  it('as a whole up to a minute, and else half a minute about the middle of the match, within half an hour', async () => {
    const asked = async (from: number, to: number, change: Partial<Alignment>) => {
      const { asked: inputs, comparison: own } = comparison(1, [from, to]);
      await own.compare([match('a', change)]);
      return inputs.map(({ fromSeconds, toSeconds, places }) => [
        fromSeconds,
        toSeconds,
        places[0]!.startSeconds,
      ]);
    };
    expect(await asked(5, 65, {})).toEqual([[5, 65, 0]]);
    expect(await asked(5, 66, { fromSeconds: 20, toSeconds: 40, startFrames: framesPerSecond })).toEqual([
      [20, 50, 16],
    ]);
    expect(await asked(0, 100, { fromSeconds: 2, toSeconds: 10 })).toEqual([[0, 30, 0]]);
    expect(await asked(0, 100, { fromSeconds: 85, toSeconds: 99 })).toEqual([[77, 100, 77]]);
    expect(await asked(1801, 1830, {})).toEqual([]);
    expect(await asked(0, 20, { startFrames: 1801 * framesPerSecond })).toEqual([]);
  });

  it('once where two look-ups find it, and again at another place', async () => {
    const { asked, comparison: own } = comparison(1, [0, 20], ({ places }) => places.map(() => null));
    const at = (startFrames: number) => own.compare([match('a', { startFrames })]);
    await at(100);
    await at(100 + 0.04 * framesPerSecond);
    expect(asked).toHaveLength(1);
    await at(100 + 0.06 * framesPerSecond);
    expect(asked).toHaveLength(2);
  });
});

describe('where the sound is the same', () => {
  it('the alignment covers at least the seconds that the sound shows, and the place is the one shown', async () => {
    const { comparison: own } = comparison(1, [0, 20], ({ places }) =>
      places.map((_, place) => (place === 1 ? same : null)),
    );
    const [found] = await own.compare([match('a', { z: 30 }, [{ startFrames: 5000, z: 25 }])]);
    expect(found!.alignment).toMatchObject({ startFrames: 5000, coherence: same, coverage: 1 });
    expect(found!.alignment.queryCoverage).toBeCloseTo(2 / 5, 9);
    expect(found!.alignment.fromSeconds).toBeLessThan(doubtful.fromSeconds);
    expect(found!.sections).toEqual([]);
  });

  it('the alignment covers what the sound holds for only where the waveform is the song’s beyond doubt', async () => {
    const held = [true, true, true, true, false, true];
    const sure = { ...same, held };
    // The same sound, and as little of it as chance shows in a few blocks.
    const faint = { ...sure, overAll: 6.3, overNear: 6.1, shownShare: 0.16 };
    expect(isSameWaveform(faint)).toBe(true);
    const covered = async (coherence: Coherence): Promise<number> => {
      const { comparison: own } = comparison(1, [0, 20], () => [coherence]);
      return (await own.compare([match('a')]))[0]!.alignment.queryCoverage;
    };
    expect(await covered(sure)).toBe(1);
    expect(await covered(faint)).toBeCloseTo(2 / 5, 9);
  });

  it('of a part of a long window nothing more is said of what is covered', async () => {
    const { comparison: own } = comparison(1, [0, 61], () => [same]);
    const [found] = await own.compare([match('a')]);
    expect(found!.alignment).toEqual({ ...doubtful, coherence: same });
  });
});
