import { describe, expect, it } from 'vitest';
import { generateMelody } from '../../../music/symbolic/test-support/melodies.js';
import { arranged, higher, knownPairs, triads } from '../test-support/scenes.js';
import { claimsOf, type SharedEvidence } from './claims.js';
import { compareSongs } from './compare-songs.js';
import { decisiveMatch } from './decisive-match.js';
import type { HarmonyMatch } from './harmony-match.js';
import type { LineMatch } from './line-match.js';
import { prepareSong } from './prepared-song.js';
import { liesWith, type TonalMatch } from './tonal-match.js';

const song = prepareSong(arranged(generateMelody(11, 64), triads(3, 16)));
const run = { startA: 0, endA: 32, startB: 0, endB: 32, notes: 20 };
const line = (of: Pick<LineMatch, 'bits' | 'lineA' | 'transposition'>): LineMatch => ({
  basis: 'melody',
  lineB: of.lineA,
  run,
  matchedOnsets: [],
  wholeTune: null,
  wholeTuneBits: 0,
  segments: [],
  alignedBits: of.bits,
  ...of,
});
const topline = line({ bits: 17.9, lineA: 'topline', transposition: 3 });
const vocal = line({ bits: 15.6, lineA: 'vocal', transposition: 5 });
const harmony: HarmonyMatch = { bits: 20, transposition: 5, run, matchedChords: [], segments: [] };
const shared: SharedEvidence = { lines: [topline, vocal], harmony, tonal: null, standing: 0 };

describe('what a pair amounts to', () => {
  it('stands on the line that says most together with its chords, and that line comes first', () => {
    const { basis, bits, joined, lines } = claimsOf(song, song, shared);
    expect({ basis, bits, joined }).toEqual({ basis: 'melody', bits: 19.6, joined: 4 });
    expect(lines.map(({ lineA }) => lineA)).toEqual(['vocal', 'topline']);
    const without = claimsOf(song, song, { ...shared, harmony: null });
    expect(without).toMatchObject({ basis: 'melody', bits: 17.9, joined: 0 });
    expect(without.lines.map(({ lineA }) => lineA)).toEqual(['topline', 'vocal']);
  });

  it('has nothing of whole tunes in lines that are accompaniments', () => {
    const figured = { ...song, isFigure: () => true };
    const { bits, lines } = claimsOf(figured, figured, { ...shared, lines: [topline], harmony: null });
    expect(bits).toBe(0);
    expect(lines).toMatchObject([{ bits: -6, wholeTune: null, wholeTuneBits: 0 }]);
  });

  it('has nothing of them where such a line says too little to be asked whether it is one', () => {
    const matchedOnsets = song.description.melody.topline.map(
      ({ onsetBeats }) => [onsetBeats, onsetBeats] as const,
    );
    const lines = [{ ...line({ bits: 7, lineA: 'topline', transposition: 0 }), matchedOnsets }];
    expect(claimsOf(song, song, { ...shared, lines, harmony: null }).bits).toBeGreaterThan(30);
    const figured = { ...song, isFigure: () => true };
    expect(claimsOf(figured, figured, { ...shared, lines, harmony: null })).toMatchObject({
      bits: 7,
      lines: [{ bits: 7, wholeTune: null, wholeTuneBits: 0 }],
    });
  });

  it('of a chroma sequence has the tune beside it or what melody and sequence say together, not both', () => {
    const heard = prepareSong({ ...song.description, source: 'audio' });
    const places = Array.from({ length: 64 }, (_, a) => ({ a, b: a, endA: a + 1, endB: a + 1, bits: 1 }));
    const weak = line({ bits: 8, lineA: 'topline', transposition: 0 });
    const tonal: TonalMatch = { ...weak, bits: 40, alignedBits: 40, basis: 'tonal', places };
    const found = claimsOf(heard, song, { lines: [weak], harmony: null, tonal, standing: 0 });
    expect(found).toMatchObject({
      basis: 'tonal',
      bits: 80,
      agreement: 0,
      tuneBeside: { bits: 40, share: 1 },
    });
    const elsewhere = { ...tonal, places: [] };
    const without = claimsOf(heard, song, { lines: [weak], harmony: null, tonal: elsewhere, standing: 0 });
    expect(without).toMatchObject({ basis: 'tonal', tuneBeside: null });
    expect(without.agreement).toBeGreaterThan(2);
    expect(without.bits).toBeCloseTo(40 + without.agreement, 9);
  });

  it('has nothing of a kind that is missing', () => {
    expect(claimsOf(song, song, { lines: [], harmony: null, tonal: null, standing: 9 })).toEqual({
      basis: 'melody',
      bits: 0,
      claims: { melody: 0, harmony: 0, tonal: 0 },
      joined: 0,
      agreement: 0,
      standing: 0,
      tuneBeside: null,
      lines: [],
    });
  });

  it.each(Object.entries(knownPairs))(
    'is never more than its match and what is added to it: %s',
    (_, [a, b]) => {
      const { bits, claims, basis, joined, agreement, standing, tuneBeside, ...rest } = compareSongs(a, b, {
        standing: 5,
      });
      const match = decisiveMatch({ basis, ...rest });
      const beside = tuneBeside?.bits ?? 0;
      const added = joined + agreement + (basis === 'tonal' ? standing + beside : 0);
      expect(bits).toBe(Math.max(bits, claims.melody, claims.harmony, claims.tonal));
      if (basis === 'melody' && bits > 0) expect(bits).toBeCloseTo(match!.bits + added, 9);
      else expect(bits).toBeLessThanOrEqual((match?.bits ?? 0) + added + 1e-9);
    },
  );

  describe('of a chroma sequence of written songs', () => {
    const places = Array.from({ length: 64 }, (_, a) => ({ a, b: a + 8, endA: a + 1, endB: a + 9, bits: 1 }));
    const tonal: TonalMatch = {
      ...line({ bits: 30, lineA: 'topline', transposition: 3 }),
      basis: 'tonal',
      places,
    };
    const tune = (bits: number, startB: number): LineMatch => ({
      ...line({ bits, lineA: 'topline', transposition: 3 }),
      run: { startA: 4, endA: 12, startB, endB: startB + 8, notes: 9 },
    });
    const chromaBits = (...lines: LineMatch[]): number =>
      claimsOf(song, song, { lines, harmony: null, tonal, standing: 0 }).claims.tonal;

    it('counts two bits for each of a tune that lies where the sequence has it', () => {
      expect(chromaBits(tune(9, 12))).toBe(18);
      expect(chromaBits(tune(20, 12))).toBe(30);
    });

    it('counts none for what the whole tunes agree in', () => {
      const same = { ...tune(9, 12), transposition: 0 };
      const shown = { lines: [same], harmony: null, tonal, standing: 0 };
      const { claims, lines } = claimsOf(song, song, shown);
      expect(lines[0]!.wholeTuneBits).toBeGreaterThan(10);
      expect(claims.tonal).toBe(18);
    });

    it('counts none for a tune elsewhere, and the weaker one that lies there', () => {
      expect(chromaBits(tune(9, 40))).toBe(0);
      expect(chromaBits()).toBe(0);
      expect(chromaBits(tune(12, 40), tune(9, 12))).toBe(18);
    });

    it('has half of the shorter stretch beside it', () => {
      const { run: at } = tune(9, 12);
      const moved = (beats: number) => ({ ...at, startB: at.startB + beats, endB: at.endB + beats });
      expect([-5, -4, 0, 4, 5].map((beats) => liesWith(moved(beats), places))).toEqual([
        false,
        true,
        true,
        true,
        false,
      ]);
      // A tune that has more bars in one of the songs.
      expect(liesWith({ ...at, endB: at.endB + 16 }, places)).toBe(true);
      expect(liesWith({ ...at, startA: 70, endA: 78 }, places)).toBe(false);
    });
  });

  it('has passages to show wherever it is reported, of chords that last two bars too', () => {
    const slow = (seed: number): ReturnType<typeof arranged> =>
      arranged(generateMelody(seed, 96), higher(triads(3, 24, 8), seed % 5));
    const comparison = compareSongs(slow(61), slow(62));
    expect(comparison).toMatchObject({ basis: 'harmony', reported: true });
    expect(decisiveMatch(comparison)!.segments.length).toBeGreaterThan(0);
  });
});
