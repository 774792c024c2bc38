import { describe, expect, it } from 'vitest';
import type { SongDescription, SongNote } from '../../../music/song-description.js';
import { describeMidi, describeNotes } from '../../../music/symbolic/describe-midi.js';
import { generateMelody, plainGrid, writeMidi } from '../../../music/symbolic/test-support/melodies.js';
import { quickLook } from '../comparison/line-matches.js';
import { prepareSong } from '../comparison/prepared-song.js';
import { arranged, later, triads } from '../test-support/scenes.js';
import { coarseChroma } from './coarse-chroma.js';
import { type FoundCandidate, rankCandidates } from './rank-candidates.js';
import { decodeSketch, encodeSketch } from './song-sketch.js';

const tune = (seed: number, notes = 60) => describeMidi(writeMidi(generateMelody(seed, notes)));
const found = (seed: number, passage: number) => ({
  song: decodeSketch(encodeSketch(tune(seed))),
  passage,
  similarity: 0,
  tempo: 1 as const,
});

describe('the order of candidates', () => {
  const query = prepareSong(tune(1));

  it('goes by the alignment, and by the scan where alignments say the same', () => {
    const strangers = Array.from({ length: 6 }, (_, seed) => found(seed + 20, 5));
    const ranked = rankCandidates(query, [...strangers, found(1, 5), { ...strangers[2]!, passage: 60 }], 8);
    expect(ranked.slice(0, 2).map(({ candidate }) => candidate)).toEqual([6, 7]);
    const [bits, again] = [2, 7].map(
      (candidate) => ranked.find((one) => one.candidate === candidate)!.comparison!.bits,
    );
    expect(again).toBe(bits);
  });

  it('cuts all segments of what is shown, and of the others those of one line at the most', () => {
    const three = (seed: number) => {
      const [vocal, instrumental, topline] = [0, 500, 900].map((more) => generateMelody(seed + more, 60));
      return { ...tune(seed), melody: { vocal: vocal!, instrumental: instrumental!, topline: topline! } };
    };
    const candidates = Array.from({ length: 12 }, (_, place) => ({
      ...found(1, 5),
      song: decodeSketch(encodeSketch(three(place + 1))),
    }));
    const ranked = rankCandidates(prepareSong(three(1)), candidates, 12);
    const cut = ranked.map(({ comparison }) =>
      comparison!.lines.filter(({ segments }) => segments.length > 0),
    );
    expect(cut[0]!.length).toBeGreaterThan(2);
    expect(cut.slice(3).every((lines) => lines.length <= 1)).toBe(true);
    expect(cut.slice(3).flat().length).toBeGreaterThan(3);
  });

  it('leaves out what cannot be read, and never reports for what the scan alone found', () => {
    const ranked = rankCandidates(query, [{ ...found(30, 500), song: null }, found(30, 500)], 2);
    expect(ranked.map(({ candidate }) => candidate)).toEqual([1]);
    expect(ranked[0]!.comparison!.reported).toBe(false);
  });

  it('compares in full what one measurement alone names first, among many that another one prefers', () => {
    const long = prepareSong(tune(1, 420));
    const strangers = Array.from({ length: 70 }, (_, seed) => ({ ...found(seed + 20, 5), similarity: 0 }));
    const looks = strangers.map(({ song }) => quickLook(long, prepareSong(song!.description)).bits);
    const least = looks.indexOf(Math.min(...looks));
    for (const named of [{ passage: 9 }, { similarity: 1 }]) {
      const candidates = strangers.map((one, place) => (place === least ? { ...one, ...named } : one));
      const ranked = rankCandidates(long, candidates, 70);
      const compared = ranked.filter(({ comparison }) => comparison !== null);
      expect(compared.map(({ candidate }) => candidate)).toContain(least);
      expect(compared).toHaveLength(22);
      expect(ranked).toHaveLength(70);
    }
  });

  it('compares more songs in full the shorter the query is, for the same work', () => {
    const candidates = Array.from({ length: 110 }, (_, seed) => found(seed + 20, 5));
    const compared = (notes: number): number =>
      rankCandidates(prepareSong(tune(1, notes)), candidates, 110).filter(
        ({ comparison }) => comparison !== null,
      ).length;
    expect(compared(90)).toBe(80);
    expect(compared(24)).toBe(110);
  });

  it('compares in full what its chroma sequence alone names, however little the scan found of it', () => {
    const topline = generateMelody(1, 420);
    const chords = topline
      .filter((_, place) => place % 4 === 0)
      .flatMap(({ onsetBeats, midiPitch }) =>
        [-12, -8, -5].map((step) => ({
          onsetBeats,
          durationBeats: 4,
          midiPitch: midiPitch + step,
          salience: 1,
        })),
      );
    const notes = [...topline, ...chords].sort((a, b) => a.onsetBeats - b.onsetBeats);
    const beats = Math.ceil(notes.at(-1)!.onsetBeats) + 5;
    const whole = describeNotes(notes, { vocal: [], instrumental: [], topline }, plainGrid(beats));
    const described = {
      ...whole,
      chords: whole.chords.map(() => 'N'),
      melody: { vocal: [], instrumental: [], topline: [] },
    };
    const named = {
      song: decodeSketch(encodeSketch(described)),
      passage: 0,
      similarity: 0,
      tempo: 1 as const,
    };
    const strangers = Array.from({ length: 70 }, (_, seed) => found(seed + 20, 5));
    const ranked = rankCandidates(prepareSong(whole), [...strangers, named], 71);
    expect(ranked.find(({ candidate }) => candidate === 70)!.comparison).not.toBeNull();
    expect(ranked.filter(({ comparison }) => comparison !== null)).toHaveLength(22);
  });

  it('aligns in full what a passage of its chroma sequence alone names', () => {
    const mix = (seed: number): SongDescription => ({
      ...arranged(generateMelody(seed, 400), triads(seed + 100, 80)),
      source: 'audio',
      melody: { vocal: [], instrumental: [], topline: [] },
      chords: [],
    });
    const [host, song] = [mix(1), mix(2)];
    const between = (notes: readonly SongNote[], from: number, to: number): SongNote[] =>
      notes.filter(({ onsetBeats }) => onsetBeats >= from && onsetBeats < to);
    const taken = later(between(song.notes, 60, 88), 60);
    const notes = [...between(host.notes, 0, 120), ...taken, ...between(host.notes, 148, 400)];
    const query = prepareSong({ ...host, notes });
    const named = (description: SongDescription): FoundCandidate => ({
      song: decodeSketch(encodeSketch(description)),
      passage: 0,
      similarity: 0,
      tempo: 1,
    });
    const candidates = [song, ...Array.from({ length: 70 }, (_, at) => mix(at + 20))].map(named);
    const chroma = candidates.map((one) =>
      coarseChroma(query, prepareSong(one.song!.description, one.song!), []),
    );
    // By all of its rows it would not be among the few.
    expect(chroma.filter((value) => value > chroma[0]!).length).toBeGreaterThan(20);
    const aligned = rankCandidates(query, candidates, candidates.length).filter(
      ({ comparison }) => comparison?.tonal,
    );
    expect(aligned.map(({ candidate }) => candidate)).toContain(0);
    expect(aligned.length).toBeLessThanOrEqual(16);
  });

  it('compares all of 60 candidates in full, and of 61 only the best', () => {
    const long = prepareSong(tune(1, 420));
    const compared = (count: number): number =>
      rankCandidates(
        long,
        Array.from({ length: count }, (_, seed) => found(seed + 20, 5)),
        count,
      ).filter(({ comparison }) => comparison !== null).length;
    expect(compared(60)).toBe(60);
    expect(compared(61)).toBe(22);
  });

  it('reports the same evidence among few songs, and no longer among many', () => {
    const ranked = (songs: number) =>
      rankCandidates(prepareSong(tune(1, 14)), [found(1, 5)], songs)[0]!.comparison!;
    const [few, many] = [ranked(1), ranked(1e9)];
    expect(few.bits).toBe(many.bits);
    expect(few).toMatchObject({ reported: true, finding: 'found' });
    expect(many).toMatchObject({ reported: false, finding: 'possible' });
    expect(many.signatureMetric).toBeLessThan(few.signatureMetric);
  });
});
