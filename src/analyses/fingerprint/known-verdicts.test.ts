import { describe, expect, it } from 'vitest';
import { pinned } from '../../numbers/test-support/pinned.js';
import {
  decisionRules,
  expectedFalseMatches,
  isBeyondChance,
  isClear,
  isDuplicate,
  isMatch,
  isSimilar,
  similarity,
  zThreshold,
} from './decision/decision.js';
import { changeKinds, copyKinds, kindReasons } from './decision/kind.js';
import { describeMatch, mergeWindows, type SongMatch } from './decision/matches.js';
import { checkVerdict } from './decision/verdict.js';
import type { QueryWindow } from './extract.js';
import { framesPerSecond } from './parameters.js';
import type { IndexedSong } from './ports.js';
import { describeSegment, SegmentCollector } from './scanning/segments.js';
import { measuredAlignment, measuredSound } from './test-support/measured-alignment.js';
import type { Alignment } from './verification/measure.js';
import type { Coherence } from './waveform/coherence.js';

const base = measuredAlignment({
  startFrames: 125,
  excess: 0.5,
  sharpness: 0.75,
  agreement: 0.45,
  early: 0.02,
  coverage: 0.9,
  fromSeconds: 2,
  toSeconds: 18,
  queryCoverage: 0.8,
});
const sound = (prominence: number, reflections = 0.5): Coherence => ({
  ...measuredSound(prominence, prominence),
  reflections,
});
const cents = (scale: number): number => 1200 * Math.log2(scale);

/** What a copy's alignment may be like, each differing from a clean one in one respect. */
const variants: Readonly<Record<string, Partial<Alignment>>> = {
  clean: {},
  exact: { excess: 0.96, sharpness: 0.99, agreement: 0.95 },
  'nearly exact': { excess: 0.92, sharpness: 0.975 },
  'not quite sharp': { excess: 0.97, sharpness: 0.965 },
  'encoded anew': { excess: 0.59, sharpness: 0.9 },
  'under other sound': { excess: 0.3, sharpness: 0.73 },
  'in a room': { excess: 0.3, sharpness: 0.71, agreement: 0.6 },
  'in a room by its sound': { excess: 0.2, sharpness: 0.5, coherence: sound(60) },
  'under other sound by its sound': { excess: 0.2, sharpness: 0.5, coherence: sound(60, 0.09) },
  'by its sound with next to nothing else': { z: 9, excess: 0.001, sharpness: 0.1, coherence: sound(60) },
  'by its sound in less than half of the span': { coverage: 0.49, coherence: sound(60) },
  'another waveform': { coherence: sound(0.5) },
  'another waveform, clear by its peaks': { sharpness: 0.99, agreement: 0.9, coherence: sound(0.5) },
  faster: { scale: 1.05, pitchCents: cents(1.05), sharpness: 0.6, excess: 0.44 },
  'faster, many peaks left': { scale: 1.05, pitchCents: cents(1.05), sharpness: 0.72, excess: 0.42 },
  'faster by less than a treatment': { scale: 1.01, pitchCents: cents(1.01) },
  'faster, the pitch 5 cents off': { scale: 1.05, pitchCents: cents(1.05) + 5 },
  'faster, the pitch 10 cents off': { scale: 1.05, pitchCents: cents(1.05) - 10 },
  'faster, the pitch 20 cents off': { scale: 1.05, pitchCents: cents(1.05) + 20 },
  'in another tempo': { scale: 1.05, sharpness: 0.69, excess: 0.4 },
  'hardly in another tempo': { scale: 1.004 },
  'in another tempo by 1 %': { scale: 0.99 },
  'in another key': { pitchCents: 300, excess: 0.4 },
  'in another tuning': { pitchCents: 25 },
  'hardly in another tuning': { pitchCents: 15 },
  'in another key and tempo': { scale: 0.9, pitchCents: 200 },
  'between the semitones': { onGrid: 0.4, sharpness: 0.55, agreement: 0.2 },
  'half between the semitones': { onGrid: 0.7, sharpness: 0.7, agreement: 0.2 },
  'on the semitones': { onGrid: 0.86, sharpness: 0.7, agreement: 0.2 },
  'too early': { early: 0.3 },
  'in one band only': { agreement: 0.06, sharpness: 0.99 },
  'in one band only, blurred': { agreement: 0.05, sharpness: 0.79, onGrid: 0.4 },
  'in no band': { agreement: 0.03, sharpness: 0.79, onGrid: 0.4 },
  'with little excess': { excess: 0.081 },
  'with too little excess': { excess: 0.079 },
  'in half of its span': { coverage: 0.5 },
  'in less than half of its span': { coverage: 0.49 },
  'for half of the query': { queryCoverage: 0.5 },
  'for less than half of the query': { queryCoverage: 0.49 },
  'a short stretch': { fromSeconds: 10, toSeconds: 12 },
  'before the song begins': { startFrames: -312, fromSeconds: 1 },
  'at the least z': { z: 18 },
  'below the least z': { z: 17.9 },
  'at the least z of a change': { z: 25.5, isChangeAssumed: true },
  'below the least z of a change': { z: 25.4, isChangeAssumed: true },
};
const all = Object.entries(variants).map(([name, change]) => [name, { ...base, ...change }] as const);

describe('an alignment means what it meant before', () => {
  it('in similarity, kind and decision, normal and strict', async () => {
    const text = all.map(([name, alignment]) => {
      const decided = (['normal', 'strict'] as const).flatMap((strictness) => [
        isSimilar(alignment, decisionRules[strictness]),
        isBeyondChance(alignment, 1000, strictness),
        isMatch(alignment, 1000, strictness),
        isDuplicate(alignment, 1000, strictness),
      ]);
      return pinned({
        [name]: {
          similarity: similarity(alignment),
          isClear: isClear(alignment),
          decided: decided.map(Number),
          falseMatches: [1, 1000, 50_000].map((songs) => expectedFalseMatches(alignment, songs)),
          changes: changeKinds(alignment),
          kinds: copyKinds(alignment, 17),
          kindsOfLongSong: copyKinds(alignment, 60),
        },
      });
    });
    await expect(text.join('')).toMatchFileSnapshot('known-verdicts/decisions.txt');
  });

  it('in the verdict of a check, with its sentences', async () => {
    const song = { musicId: 'm', title: 'T', artist: 'A', durationSeconds: 60 } as IndexedSong;
    const text = all.map(([name, alignment]) => {
      const match = { song, alignment, sections: [{ ...alignment, startFrames: 900 }] };
      return pinned({
        [name]: {
          verdict: checkVerdict({ candidates: [match], songs: 1200, strictness: 'normal' }),
          described: describeMatch(match, 1200, 'normal'),
          kinds: kindReasons(alignment, copyKinds(alignment, 60)),
        },
      });
    });
    await expect(text.join('')).toMatchFileSnapshot('known-verdicts/verdicts.txt');
  });

  it('and needs as much evidence as before among as many songs', () => {
    expect(zThreshold(1)).toBe(18);
    expect(zThreshold(1000)).toBe(18);
    expect(zThreshold(1000 * Math.E)).toBeCloseTo(21, 9);
    expect(zThreshold(1000, true)).toBeCloseTo(18 + 3 * Math.log(12), 9);
  });
});

describe('the verdict of a check', () => {
  const match = (musicId: string, change: Partial<Alignment> = {}): SongMatch => ({
    song: { musicId, title: musicId, durationSeconds: 20 } as IndexedSong,
    alignment: { ...base, ...change },
    sections: [],
  });

  it('is that of the duplicate, though something else coincides more', () => {
    const candidates = [match('part', { z: 90, queryCoverage: 0.2 }), match('copy', { z: 40 })];
    const verdict = checkVerdict({ candidates, songs: 1000, strictness: 'normal' });
    expect(verdict).toMatchObject({ finding: 'found', match: { music_id: 'copy' } });
    const [part] = candidates;
    expect(checkVerdict({ candidates: [part!], songs: 1000, strictness: 'normal' }).finding).toBe('possible');
  });

  it('says of what may be speech that “not found” says little, and says nothing of speech of a match', () => {
    const perhapsSpeech = { logOdds: 1.24, threshold: 3.06 };
    const asked = { songs: 1000, strictness: 'normal', perhapsSpeech } as const;
    const { finding, reasons } = checkVerdict({ ...asked, candidates: [] });
    expect(finding).toBe('not_found');
    expect(reasons.at(-1)).toMatch(/^It may be speech alone \(log-odds of 1\.2, where 3\.1 says so\)/);
    expect(checkVerdict({ ...asked, candidates: [match('copy')] }).reasons.join(' ')).not.toContain('speech');
  });

  it('is not_found without candidates and nothing_to_compare without songs', () => {
    expect(checkVerdict({ candidates: [], songs: 1, strictness: 'normal' }).finding).toBe('not_found');
    expect(checkVerdict({ candidates: [], songs: 0, strictness: 'normal' }).finding).toBe(
      'nothing_to_compare',
    );
  });
});

describe('the matches of several windows', () => {
  const song = (musicId: string): IndexedSong =>
    ({ musicId, title: musicId, durationSeconds: 60 }) as IndexedSong;
  const windows = [
    { startSeconds: 0, peaks: { count: 300 } },
    { startSeconds: 100, peaks: { count: 100 } },
  ] as unknown as QueryWindow[];
  const found = [
    [{ song: song('a'), alignment: { ...base, z: 30 }, sections: [{ ...base, z: 11 }] }],
    [
      { song: song('a'), alignment: { ...base, z: 31, scale: 1.1 }, sections: [] },
      { song: song('b'), alignment: { ...base, z: 50 }, sections: [] },
    ],
  ];

  it('are one a song, the best first, counted from the query’s start and covering their share of it', () => {
    const merged = mergeWindows(found, windows);
    expect(merged.map((one) => one.song.musicId)).toEqual(['b', 'a']);
    const [b, a] = merged;
    expect(b!.alignment.queryCoverage).toBeCloseTo(0.8 / 4, 9);
    expect(a!.alignment.queryCoverage).toBeCloseTo(0.8, 9);
    expect(a!.alignment).toMatchObject({ z: 31, fromSeconds: 102, toSeconds: 118 });
    expect(a!.alignment.startFrames).toBeCloseTo(125 - 1.1 * 100 * framesPerSecond, 6);
    expect(a!.sections.map(({ z, fromSeconds }) => [z, fromSeconds])).toEqual([[11, 2]]);
  });

  it('cover nothing of a query without peaks', () => {
    const silent = windows.map((window) => ({ ...window, peaks: { count: 0 } })) as unknown as QueryWindow[];
    expect(mergeWindows(found, silent)[0]!.alignment.queryCoverage).toBe(0);
  });
});

describe('the stretches of a long recording', () => {
  const song = (musicId: string): IndexedSong =>
    ({ musicId, title: musicId, durationSeconds: 45 }) as IndexedSong;
  /** At second `at` of the recording lies second `at − start` of the song. */
  const place = (window: number, start: number, from: number, to: number, z = 60): Alignment => ({
    ...base,
    z,
    startFrames: (window - start) * framesPerSecond,
    fromSeconds: from - window,
    toSeconds: to - window,
  });
  const collected = (
    finds: readonly (readonly [
      window: number,
      musicId: string,
      alignment: Alignment,
      sections?: Alignment[],
    ])[],
  ): SegmentCollector => {
    const collector = new SegmentCollector(1000, 'normal');
    for (const [startSeconds, musicId, alignment, sections = []] of finds)
      collector.add({ startSeconds } as QueryWindow, [{ song: song(musicId), alignment, sections }]);
    return collector;
  };
  const stretches = (...finds: Parameters<typeof collected>[0]) =>
    collected(finds)
      .segments()
      .map((one) => [one.song.musicId, one.fromSeconds, one.toSeconds, one.alignment.z]);

  it('join windows of one line of one song, and keep the strongest evidence', () => {
    expect(stretches([0, 'a', place(0, 5, 5, 20)], [10, 'a', place(10, 5.5, 12, 30, 80)])).toEqual([
      ['a', 5, 30, 80],
    ]);
    expect(stretches([0, 'a', place(0, 5, 5, 20)], [10, 'a', place(10, 5, 12, 30, 50)])).toEqual([
      ['a', 5, 30, 60],
    ]);
  });

  it('go on over a gap of 16 seconds, not over a longer one, nor from another line or song', () => {
    expect(stretches([0, 'a', place(0, 5, 5, 15)], [30, 'a', place(30, 5, 31, 40)])).toHaveLength(1);
    expect(stretches([0, 'a', place(0, 5, 5, 15)], [30, 'a', place(30, 5, 31.2, 40)])).toHaveLength(2);
    expect(stretches([0, 'a', place(0, 5, 5, 15)], [20, 'a', place(20, 6.4, 21, 30)])).toHaveLength(1);
    expect(stretches([0, 'a', place(0, 5, 5, 15)], [20, 'a', place(20, 6.6, 21, 30)])).toHaveLength(2);
    expect(stretches([0, 'a', place(0, 5, 5, 15)], [10, 'b', place(10, 5, 12, 20)])).toHaveLength(2);
  });

  it('leave out a stretch of which more than half lies in a longer one of the same song', () => {
    const long = [0, 'a', place(0, 0, 0, 20)] as const;
    expect(stretches(long, [10, 'a', place(10, 7, 16, 23)])).toHaveLength(1);
    expect(stretches(long, [10, 'a', place(10, 7, 17, 23.5)])).toHaveLength(2);
    expect(stretches(long, [10, 'b', place(10, 7, 10, 18)])).toHaveLength(2);
    expect(stretches([10, 'a', place(10, 7, 30, 40)], [0, 'b', place(0, 0, 0, 5)]).map(([id]) => id)).toEqual(
      ['b', 'a'],
    );
  });

  it('name further places, and the strongest of what is no copy', () => {
    const collector = collected([
      [0, 'a', place(0, 0, 0, 20), [place(0, 40, 41, 60)]],
      [20, 'b', { ...base, z: 70, sharpness: 0.1 }],
      [40, 'c', { ...base, z: 50, sharpness: 0.1 }],
    ]);
    expect(collector.segments()).toHaveLength(2);
    expect(collector.similar()?.song.musicId).toBe('b');
  });

  it('have times within the song', () => {
    const [segment] = collected([
      [0, 'a', { ...place(0, 3, 0, 60), scale: 1.004, pitchCents: -0.2 }],
    ]).segments();
    expect(describeSegment(segment!)).toEqual({
      music_id: 'a',
      musicname: 'a',
      from_seconds: 0,
      to_seconds: 60,
      song_from_seconds: 0,
      song_to_seconds: 45,
      speed_factor: 1.004,
      pitch_cents: 0,
      z: 60,
      kinds: ['speed'],
    });
  });
});
