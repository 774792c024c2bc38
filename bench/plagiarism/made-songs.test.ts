import { describe, expect, it } from 'vitest';
import { compareSongs } from '../../src/analyses/plagiarism/comparison/compare-songs.js';
import { describeNotes } from '../../src/music/symbolic/describe-midi.js';
import { generateMelody, plainGrid } from '../../src/music/symbolic/test-support/melodies.js';
import { Composer } from './composed-songs.js';
import { deepTails } from './deep-tails.js';
import { backwards, upsideDown } from './mirrored-songs.js';

function song(seed: number) {
  const topline = generateMelody(seed, 120);
  const bass = topline
    .filter((_, place) => place % 4 === 0)
    .map((note) => ({ ...note, midiPitch: note.midiPitch - 24, durationBeats: 2 }));
  const notes = [...topline, ...bass].sort(
    (a, b) => a.onsetBeats - b.onsetBeats || a.midiPitch - b.midiPitch,
  );
  const beats = Math.ceil(Math.max(...notes.map((note) => note.onsetBeats + note.durationBeats))) + 2;
  return describeNotes(notes, { vocal: [], instrumental: [], topline }, plainGrid(beats));
}

describe('mirrored songs', () => {
  const own = song(3);
  const pitches = (line: readonly { midiPitch: number }[]): number[] =>
    line.map(({ midiPitch }) => midiPitch);

  it('are the song again where they are mirrored twice', () => {
    const twice = backwards(backwards(own));
    expect(pitches(twice.melody.topline)).toEqual(pitches(own.melody.topline));
    for (const [at, note] of twice.melody.topline.entries())
      expect(note.onsetBeats).toBeCloseTo(own.melody.topline[at]!.onsetBeats, 6);
    expect(twice.chords).toEqual(own.chords);
    const upright = upsideDown(upsideDown(own)).melody.topline;
    const shift = upright[0]!.midiPitch - own.melody.topline[0]!.midiPitch;
    expect(shift % 12).toBe(0);
    expect(pitches(upright).map((pitch) => pitch - shift)).toEqual(pitches(own.melody.topline));
  });

  it('have what may carry the melody mirrored with it, and none where none was heard', () => {
    const heard = { ...own, possibleLeads: own.melody.topline };
    const turned = backwards(heard);
    expect(turned.possibleLeads).toEqual(turned.melody.topline);
    const classes = (line: readonly { midiPitch: number }[]): number[] =>
      pitches(line).map((pitch) => pitch % 12);
    const over = upsideDown(heard);
    expect(classes(over.possibleLeads!).sort()).toEqual(classes(over.melody.topline).sort());
    for (const none of [backwards(own), upsideDown(own)]) expect(none).not.toHaveProperty('possibleLeads');
  });

  it('share no tune with it that is reported, and keep its notes within the grid', () => {
    for (const mirrored of [backwards(own), upsideDown(own), upsideDown(backwards(own))]) {
      expect(compareSongs(own, mirrored).reported).toBe(false);
      expect(mirrored.melody.topline).toHaveLength(own.melody.topline.length);
      for (const { onsetBeats, durationBeats } of mirrored.notes) {
        expect(onsetBeats).toBeGreaterThanOrEqual(0);
        expect(onsetBeats + durationBeats).toBeLessThanOrEqual(own.beats.length);
      }
    }
  });
});

describe('composed songs', () => {
  const material = [1, 2, 3, 4].map((seed) => ({ sources: [`song ${seed}`], description: song(seed) }));
  const composer = new Composer(material);

  it('are the same for the same seed, name what they were made of, and have the form AABA', () => {
    const [one, again, other] = [5, 5, 6].map((seed) => composer.compose(seed));
    expect(one).toEqual(again);
    expect(one!.description.melody).not.toEqual(other!.description.melody);
    for (const source of one!.sources) expect(material.flatMap(({ sources }) => sources)).toContain(source);
    const part = (place: number): number[] =>
      one!.description.melody.topline
        .filter(({ onsetBeats }) => Math.floor(onsetBeats / 32) === place)
        .map(({ midiPitch }) => midiPitch);
    expect(part(0).length).toBeGreaterThan(0);
    expect(part(1)).toEqual(part(0));
    expect(part(3)).toEqual(part(0));
    expect(part(2)).not.toEqual(part(0));
  });

  it('share no tune with the songs that they are made of', () => {
    for (let seed = 0; seed < 6; seed++)
      for (const { description } of material)
        expect(compareSongs(composer.compose(seed).description, description).reported).toBe(false);
  });
});

describe('the tail of unrelated songs', () => {
  it('is as rare at each level as the pairs say, by the kind of song, and leaves out what may be one tune', () => {
    const strongest = (query: number) =>
      Array.from({ length: 10 }, (_, place) => ({
        song: `${place}`,
        kind: 'composed' as const,
        // An exponential tail: e times rarer every 2 bits.
        bits: 2 * Math.log(100_000 / (query + 100 * place + 1)),
        basis: 'melody',
        claims: { melody: 1, harmony: 0, tonal: 0 },
        isAlone: false,
        candidates: [],
        trigrams: place === 0 && query === 0 ? 0.9 : 0,
      }));
    const queries = Array.from({ length: 100 }, (_, query) => ({
      query: `${query}`,
      unrelated: { real: 0, mirrored: 0, composed: 1000 },
      answers: [],
      drawn: [],
      strongest: strongest(query),
    }));
    const [tail, ...none] = deepTails({ kind: 'pop', queries });
    expect(none).toEqual([]);
    expect(tail!.pairs).toBe(100_000);
    // 100 of 100,000 are 1 of 1,000.
    expect(tail!.levels[4]).toBeCloseTo(2 * Math.log(1000), 1);
    expect(tail!.decay).toBeCloseTo(2, 0);
    expect(tail!.levels[0]).toBeNull();
  });

  it('is down to one in 1,000 of the real songs that were drawn, a candidate of a search or not', () => {
    const strongest = (query: number) =>
      Array.from({ length: 3 }, (_, place) => ({
        song: `${place}`,
        kind: 'real' as const,
        bits: 20 + query / 100 + place,
        basis: 'tonal',
        claims: { melody: 0, harmony: 0, tonal: 1 },
        isAlone: false,
        candidates: [],
        trigrams: 0,
      }));
    const queries = Array.from({ length: 100 }, (_, query) => ({
      query: `${query}`,
      unrelated: { real: 10_000, mirrored: 0, composed: 0 },
      answers: [],
      // 6,000 pairs that have 0 … 5.999 bits, each as often.
      drawn: Array.from({ length: 60 }, (_, place) => (60 * query + place) / 1000),
      strongest: strongest(query),
    }));
    const [tail] = deepTails({ kind: 'recordings', queries });
    const level = (rate: number): number => tail!.levels[tail!.rates.indexOf(rate)]!;
    expect(level(10)).toBeCloseTo(5.94, 2);
    expect(level(1)).toBeCloseTo(5.994, 2);
    expect(level(0.1)).toBeGreaterThan(20);
  });
});
