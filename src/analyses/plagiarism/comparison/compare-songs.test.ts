import { describe, expect, it } from 'vitest';
import type { SongDescription, SongNote } from '../../../music/song-description.js';
import { describeMidi } from '../../../music/symbolic/describe-midi.js';
import { generateMelody, writeMidi } from '../../../music/symbolic/test-support/melodies.js';
import { detailOf, resultOf } from '../result.js';
import { compareSongs } from './compare-songs.js';
import { quickLook } from './line-matches.js';
import { prepareSong } from './prepared-song.js';

const song = (notes: readonly SongNote[], options = {}): SongDescription =>
  describeMidi(writeMidi(notes, options));
const tune = generateMelody(11, 64);
const original = song(tune);

function shifted(notes: readonly SongNote[], beats: number): SongNote[] {
  return notes.map((note) => ({ ...note, onsetBeats: note.onsetBeats + beats }));
}

function moved(notes: readonly SongNote[], semitones: number): SongNote[] {
  return notes.map((note) => ({ ...note, midiPitch: note.midiPitch + semitones }));
}

/** `original` with other lines. */
const withLines = (lines: Partial<SongDescription['melody']>): SongDescription => ({
  ...original,
  melody: { vocal: [], instrumental: [], topline: [], ...lines },
});

it('a reported match of notes longer than its segments has a segment all the same, and so a place in the result', () => {
  const long = generateMelody(75, 32).map((note, index) => ({
    ...note,
    onsetBeats: 60 * index,
    durationBeats: 60,
  }));
  const a = song(long);
  const comparison = compareSongs(a, song(moved(long, 2)));
  expect(comparison.reported).toBe(true);
  expect(comparison.lines[0]!.segments.length).toBeGreaterThan(0);
  const named = { songId: 's', title: 'Drone', artist: '', link: null, musicId: null, rolls: [], comparison };
  expect(resultOf('Submitted', a, [named]).signature).toHaveLength(1);
});

describe('which lines are compared', () => {
  const sung = generateMelody(71, 60);

  it('are namesakes, however little they share beside other lines', () => {
    const other = [...moved(sung.slice(20, 32), 2), ...shifted(generateMelody(72, 30), 60)];
    const { lines } = compareSongs(
      withLines({ vocal: sung, topline: tune }),
      withLines({ vocal: other, topline: tune }),
    );
    const bitsOf = (name: string): number | undefined =>
      lines.find(({ lineA, lineB }) => lineA === name && lineB === name)?.bits;
    expect(bitsOf('topline')).toBeGreaterThan(100);
    expect(bitsOf('vocal')).toBeLessThan(0.3 * bitsOf('topline')!);
  });

  it('are every line and the other song’s topline, but no voice with an instrument, and each pair once', () => {
    const pairsOf = (a: SongDescription, b: SongDescription) => quickLook(prepareSong(a), prepareSong(b));
    const others = [generateMelody(73, 60), generateMelody(74, 60)] as const;
    const a = withLines({ vocal: sung, topline: others[0] });
    const apart = pairsOf(a, withLines({ instrumental: sung, topline: others[1] }));
    const above = pairsOf(a, withLines({ vocal: others[1], topline: sung }));
    expect(above.bits).toBeGreaterThan(apart.bits + 50);
    // The topline is the voice, so that four of seven pairs are two.
    const sameLines = withLines({ vocal: sung, instrumental: others[0], topline: sung });
    expect(pairsOf(sameLines, sameLines).pairs).toHaveLength(4);
  });

  it('give nothing where they have no two intervals in common', () => {
    const line = (steps: readonly number[]): SongNote[] =>
      Array.from({ length: 30 }, (_, beat) => ({
        onsetBeats: beat,
        durationBeats: 1,
        midiPitch: 60 + steps[beat % steps.length]!,
        salience: 1,
      }));
    const comparison = compareSongs(
      withLines({ topline: line([0]) }),
      withLines({ topline: line([0, 5, 1, 7]) }),
    );
    expect(comparison.lines).toEqual([]);
    expect(comparison.claims.melody).toBe(0);
  });
});

describe('two-song comparison', () => {
  it('finds the same tune in every key, reports the transposition, and keeps the evidence', () => {
    const same = compareSongs(original, original);
    expect(same.reported).toBe(true);
    for (let shift = -5; shift <= 6; shift++) {
      const comparison = compareSongs(original, song(moved(tune, shift)));
      expect(comparison.bits).toBeCloseTo(same.bits, 3);
      expect(comparison.lines[0]!.transposition).toBe(shift);
    }
  });

  it('finds the same evidence in lines, and the opposite transposition, whichever song comes first', () => {
    const bass = moved(generateMelody(60, 50), -24);
    const quoting = song([...generateMelody(500, 40), ...shifted(moved(tune.slice(10, 50), 3), 60), ...bass]);
    for (const other of [quoting, song(generateMelody(61, 90)), song([...generateMelody(62, 90), ...bass])]) {
      const [one] = compareSongs(original, other).lines;
      const [turned] = compareSongs(other, original).lines;
      expect(turned!.bits).toBeCloseTo(one!.bits, 9);
      expect(turned!.lineA).toBe(one!.lineB);
      expect((turned!.transposition + one!.transposition) % 12).toBe(0);
      expect(turned!.matchedOnsets.length).toBe(one!.matchedOnsets.length);
    }
  });

  it('finds the tune whatever the tempo, at half note values, and with shifted bar lines', () => {
    const halved = tune.map((note) => ({
      ...note,
      onsetBeats: note.onsetBeats / 2,
      durationBeats: note.durationBeats / 2,
    }));
    expect(compareSongs(original, song(tune, { bpm: 77 })).reported).toBe(true);
    expect(compareSongs(original, song(halved)).reported).toBe(true);
    expect(compareSongs(original, song(shifted(tune, 3))).reported).toBe(true);
    expect(compareSongs(original, song(tune, { numerator: 3 })).reported).toBe(true);
  });

  it('finds the tune with ornaments, with dropped notes, and within other music', () => {
    const ornamented = tune.flatMap((note, position) =>
      position % 6 === 3 && note.durationBeats >= 1
        ? [
            { ...note, durationBeats: 0.25, midiPitch: note.midiPitch + 2 },
            { ...note, onsetBeats: note.onsetBeats + 0.25, durationBeats: note.durationBeats - 0.25 },
          ]
        : [note],
    );
    expect(ornamented.length).toBeGreaterThan(tune.length);
    expect(compareSongs(original, song(ornamented)).reported).toBe(true);
    expect(compareSongs(original, song(tune.filter((_, position) => position % 7 !== 2))).reported).toBe(
      true,
    );
    const before = generateMelody(500, 40);
    const start = before.at(-1)!.onsetBeats + 4;
    const inside = compareSongs(original, song([...before, ...shifted(tune.slice(10, 50), start)]));
    expect(inside.reported).toBe(true);
    expect(inside.lines[0]!.run.startB).toBeGreaterThan(start - 1);
  });

  it('reports no pair among unrelated melodies, and no scale against a scale', () => {
    for (let seed = 100; seed < 130; seed++)
      expect(compareSongs(original, song(generateMelody(seed, 64))).reported).toBe(false);
    const scale = (from: number): SongNote[] =>
      Array.from({ length: 64 }, (_, index) => {
        const place = index % 14;
        const degree = place < 8 ? place : 14 - place;
        return {
          onsetBeats: index,
          durationBeats: 1,
          midiPitch: from + [0, 2, 4, 5, 7, 9, 11, 12][degree]!,
          salience: 1,
        };
      });
    expect(compareSongs(song(scale(60)), song(scale(64))).reported).toBe(false);
  });

  it.each([
    ['4/4', 4, 2, 4, 0.5],
    ['3/4', 3, 2, 3, 0.5],
    ['2/4', 2, 2, 2, 0.5],
    // A beat is a dotted quarter.
    ['6/8', 6, 3, 2, 0.75],
    ['5/4', 5, 2, 5, 0.5],
    ['6/4', 6, 2, 6, 0.5],
    ['9/4', 9, 2, 9, 0.5],
    ['12/4', 12, 2, 12, 0.5],
  ])(
    'starts segments on downbeats and gives 16 beats with 16 chords, also in %s',
    (_metre, numerator, denominatorPower, meter, secondsABeat) => {
      const written = { numerator, denominatorPower };
      const a = song(tune, written);
      const comparison = compareSongs(a, song(tune, { ...written, bpm: 90 }));
      const segments = comparison.lines.flatMap((match) => match.segments);
      expect(segments.length).toBeGreaterThan(2);
      expect(comparison.comparisonMeter).toBe(meter);
      for (const segment of segments) {
        expect(a.downbeats).toContain(segment.startBeats[0]);
        for (const [side, seconds] of [
          [segment.original, 16 * secondsABeat],
          [segment.comparison, (16 * secondsABeat * 120) / 90],
        ] as const) {
          expect(side.chords).toHaveLength(16);
          expect(side.time_end - side.time_start).toBeCloseTo(seconds, 2);
          expect(side.meter).toBe(meter);
          // A bar begun at the end is one of the bars too.
          expect(side.bars[1] - side.bars[0] + 1).toBe(Math.ceil(16 / meter));
        }
      }
    },
  );

  it.each([
    ['4/4', 4, 2, 4],
    ['3/4', 3, 2, 3],
    ['6/4', 6, 2, 6],
    ['5/4', 5, 2, 5],
  ])(
    'names bars and beats a bar of a song in twice the note values as they are written there, in %s',
    (_metre, numerator, denominatorPower, meter) => {
      const doubled = tune.map((note) => ({
        ...note,
        onsetBeats: 2 * note.onsetBeats,
        durationBeats: 2 * note.durationBeats,
      }));
      const written = { numerator, denominatorPower };
      const [segment] = compareSongs(song(tune, written), song(doubled, written)).lines[0]!.segments;
      expect(segment!.comparisonTempo).toBe(0.5);
      const barsIn = ([first, last]: readonly [number, number]): number => last - first + 1;
      expect(barsIn(segment!.original.bars)).toBe(Math.ceil(16 / meter));
      expect(Math.abs(barsIn(segment!.comparison.bars) - 32 / meter)).toBeLessThan(1.5);
      // A bar of three would have one beat and a half of the 16 that are compared.
      expect(segment!.original.meter).toBe(meter);
      expect(segment!.comparison.meter).toBe(meter);
    },
  );

  it('fills up with N where a waltz ends before the 16th beat', () => {
    const short = song(
      tune.filter((note) => note.onsetBeats < 11),
      { numerator: 3 },
    );
    const [segment] = compareSongs(short, song(tune, { numerator: 3 })).lines[0]!.segments;
    expect(segment!.original.chords).toHaveLength(16);
    expect(segment!.original.chords.at(-1)).toBe('N');
    expect(segment!.original.time_end).toBe(short.durationSeconds);
  });

  it('finds a tune in 4/4 as a waltz, and lays its bars beside bars', () => {
    // The third and fourth beat of each bar are played in the time of one.
    const place = (beat: number): number => {
      const bar = Math.floor(beat / 4);
      const inBar = beat - bar * 4;
      return bar * 3 + (inBar <= 2 ? inBar : 2 + (inBar - 2) / 2);
    };
    const waltz = tune.map((note) => ({
      ...note,
      onsetBeats: place(note.onsetBeats),
      durationBeats: place(note.onsetBeats + note.durationBeats) - place(note.onsetBeats),
    }));
    const inThree = song(waltz, { numerator: 3 });
    const comparison = compareSongs(original, inThree);
    expect(comparison.reported).toBe(true);
    const [segment] = comparison.lines[0]!.segments;
    expect(segment!.original.chords).toHaveLength(16);
    expect(segment!.comparison.chords).toHaveLength(16);
    expect(segment!.lengthBeats).toEqual([16, 12]);
    expect(segment!.beside.comparison.chords).toEqual(segment!.comparison.chords.slice(0, 12));
    expect(segment!.startBeats[1] / 3).toBeCloseTo(segment!.startBeats[0] / 4, 6);
    expect(segment!.scores.topline.ratio).toBeGreaterThan(0.5);
    const [turned] = compareSongs(inThree, original).lines[0]!.segments;
    expect(turned!.lengthBeats).toEqual([12, 16]);
    expect(turned!.original.chords).toHaveLength(16);
    expect(turned!.startBeats[0] / 3).toBeCloseTo(turned!.startBeats[1] / 4, 6);
    expect(turned!.scores.topline.ratio).toBeGreaterThan(0.5);
  });

  it('lays a song counted at double time beside the other at its pace', () => {
    const doubled = tune.map((note) => ({
      ...note,
      onsetBeats: note.onsetBeats * 2,
      durationBeats: note.durationBeats * 2,
    }));
    const [segment] = compareSongs(original, song(doubled, { bpm: 240 })).lines[0]!.segments;
    expect(segment!.comparisonTempo).toBe(0.5);
    expect(segment!.lengthBeats).toEqual([16, 32]);
    expect(segment!.comparison.chords).toHaveLength(16);
    expect(segment!.comparison.time_end - segment!.comparison.time_start).toBeCloseTo(8, 3);
    expect(segment!.scores.topline.metric).toBeGreaterThan(0.9);
  });

  it('gives an empty, serialisable comparison for songs without melody or beat', () => {
    const silent: SongDescription = {
      ...original,
      beats: [],
      downbeats: [],
      chords: [],
      key: null,
      tempoBpm: 0,
      melody: { vocal: [], instrumental: [], topline: [] },
      notes: [],
    };
    const comparison = compareSongs(silent, original);
    expect(comparison).toMatchObject({
      signatureMetric: 0,
      bits: 0,
      basis: 'melody',
      reported: false,
      lines: [],
      harmony: null,
      tonal: null,
    });
    const compared = [
      { songId: 's', title: 'T', artist: '', link: null, musicId: null, comparison, rolls: [] },
    ];
    expect(resultOf('Q', silent, compared)).toEqual({ signature: [], vocal: [], inst: [], topline: [] });
    expect(detailOf(silent, compared).assessment).toBe('no steady beat');
  });

  it('writes documented match objects with nothing left out', () => {
    const comparison = compareSongs(original, original);
    const named = song(tune, { name: 'Vocal' });
    const sung = compareSongs(named, named);
    const link = 'https://x.test/t';
    const compared = [
      { songId: 's', title: 'T', artist: '', link, musicId: null, comparison: sung, rolls: [] },
    ];
    const result = resultOf('Q', named, compared) as Record<string, Record<string, unknown>[]>;
    expect(result.vocal!.length).toBeGreaterThan(0);
    expect(result.topline!.length).toBeGreaterThan(0);
    const [match] = result.signature!;
    expect(Object.keys(match!)).toEqual(['signature_metric', 'original', 'comparison', 'scores']);
    expect(Object.keys(match!.original as object)).toEqual([
      'title',
      'link',
      'time_start',
      'time_end',
      'key',
      'chords',
    ]);
    expect(Object.keys(match!.scores as object)).toEqual(['vocal', 'melody', 'topline', 'chord']);
    expect(comparison.signatureMetric).toBeGreaterThan(0.9);
  });
});
