import { describe, expect, it } from 'vitest';
import type { SongDescription, SongNote } from '../../../music/song-description.js';
import { describeMidi } from '../../../music/symbolic/describe-midi.js';
import { generateMelody, writeMidi } from '../../../music/symbolic/test-support/melodies.js';
import { arranged, higher, later, triads } from '../test-support/scenes.js';
import { isAccompaniment, shapesOfBars } from './accompaniment.js';
import { comparePrepared, compareSongs } from './compare-songs.js';
import { otherTempos } from './other-tempo.js';
import { prepareSong } from './prepared-song.js';

describe('an accompaniment that two songs share', () => {
  const triads: readonly (readonly number[])[] = [
    [48, 52, 55],
    [55, 59, 62],
    [57, 60, 64],
    [53, 57, 60],
  ];
  const bars = 32;
  const figures: Record<string, (triad: readonly number[]) => [number, number, readonly number[]][]> = {
    'block chords': (triad) => [[0, 4, triad]],
    'strummed chords': (triad) => [0, 1, 2, 3].map((beat) => [beat, 1, triad]),
    'an Alberti bass': ([low, middle, high]) =>
      [low, high, middle, high, low, high, middle, high].map((pitch, place) => [place / 2, 0.5, [pitch!]]),
    'a bass of roots and fifths': ([low, , high]) =>
      [low, high, low, high].map((pitch, beat) => [beat, 1, [pitch! - 12]]),
  };
  const accompanied = (seed: number, figure: string, bpm: number, isOneTrack = false): SongDescription => {
    const bass = Array.from({ length: bars }, (_, bar) =>
      figures[figure]!(triads[bar % 4]!).flatMap(([beat, durationBeats, pitches]) =>
        pitches.map((midiPitch) => ({ onsetBeats: 4 * bar + beat, durationBeats, midiPitch, salience: 1 })),
      ),
    ).flat();
    const tune = generateMelody(seed, 90).filter(({ onsetBeats }) => onsetBeats < 4 * bars);
    if (isOneTrack)
      return describeMidi(
        writeMidi(
          [...tune, ...bass].sort((a, b) => a.onsetBeats - b.onsetBeats),
          { bpm },
        ),
      );
    const [first, second] = [
      writeMidi(tune, { bpm, name: 'Melody' }),
      writeMidi(bass, { bpm, name: 'Piano', channel: 1 }),
    ];
    // One file of two tracks: format 1.
    const head = first.slice(0, 14);
    head[9] = 1;
    head[11] = 2;
    return describeMidi(Buffer.concat([head, first.subarray(14), second.subarray(14)]));
  };

  it.each(Object.keys(figures))('is no match of different tunes on I V vi IV: %s', (figure) => {
    const [one, other] = [accompanied(61, figure, 100), accompanied(62, figure, 118)];
    const comparison = compareSongs(one, other);
    const shared = comparison.lines.find(({ lineA }) => lineA === 'instrumental');
    expect(shared!.run.notes).toBeGreaterThan(25);
    expect(shared!.bits).toBeLessThan(10);
    expect(comparison.reported).toBe(false);
    expect(compareSongs(one, accompanied(61, figure, 118)).reported).toBe(true);
  });

  it.each(Object.keys(figures))(
    'nor where one song is written on one track, or both are heard: %s',
    (figure) => {
      const [one, other] = [accompanied(61, figure, 100), accompanied(62, figure, 118, true)];
      expect(compareSongs(one, other).reported).toBe(false);
      const heard = [one, other].map((song) => ({ ...song, source: 'audio' as const }));
      expect(compareSongs(heard[0]!, heard[1]!).reported).toBe(false);
      const [x, y] = heard.map((song) => prepareSong(song));
      // That explains the chroma sequence, which then stands out for nothing, and no tune is asked.
      const standing = comparePrepared(x!, y!, { chroma: otherTempos, standing: 9 });
      expect(standing.tonal!.bits).toBeGreaterThan(0);
      expect(standing).toMatchObject({
        standing: 0,
        tuneBeside: null,
        bits: compareSongs(heard[0]!, heard[1]!).bits,
      });
      expect(compareSongs(one, accompanied(61, figure, 118, true)).reported).toBe(true);
    },
  );

  it('is not what a tune in fragments is, though chords change more often than it moves', () => {
    // Eight notes, then a rest of as many bars, under a chord a beat.
    const fragments = generateMelody(71, 96).map((note, place) => ({
      ...note,
      onsetBeats: note.onsetBeats + 40 * Math.floor(place / 8),
    }));
    const last = fragments.at(-1)!.onsetBeats;
    const beats = Array.from({ length: Math.ceil(last) + 4 }, (_, beat) => beat);
    const chords = beats.map((beat) => (beat % 2 === 0 ? 'C:maj' : 'A:min'));
    const restless = { ...describeMidi(writeMidi(fragments, { name: 'Vocal' })), chords };
    const song: SongDescription = {
      ...restless,
      notes: triads[0]!.map((midiPitch) => ({
        onsetBeats: 0,
        durationBeats: last,
        midiPitch,
        salience: 1,
      })),
    };
    expect(compareSongs(song, song)).toMatchObject({ reported: true, basis: 'melody' });
  });

  it('is a figure that goes round only where it consists of its chords’ tones, and none where little is shared', () => {
    const beats = Array.from({ length: 128 }, (_, beat) => beat);
    const around = (pitches: readonly number[]) => {
      const notes = beats.map((beat) => ({
        onsetBeats: beat,
        durationBeats: 1,
        midiPitch: pitches[beat % pitches.length]!,
        salience: 1,
      }));
      const chords = beats.map((beat) => (beat % 8 < 4 ? 'C:maj' : 'A:min'));
      const held = triads[0]!.map((midiPitch) => ({
        onsetBeats: 0,
        durationBeats: 128,
        midiPitch,
        salience: 1,
      }));
      return prepareSong({ ...describeMidi(writeMidi(notes, { name: 'Vocal' })), chords, notes: held });
    };
    const run = { startA: 0, endA: 128, startB: 0, endB: 128, notes: 128 };
    const line = { lineA: 'topline', lineB: 'topline', transposition: 0, run } as const;
    const [tones, others] = [around([60, 64, 72, 64]), around([62, 65, 69, 65])];
    expect(isAccompaniment({ ...line, bits: 30 }, tones, tones)).toBe(true);
    expect(isAccompaniment({ ...line, bits: 30 }, others, others)).toBe(false);
    expect(isAccompaniment({ ...line, bits: 7 }, tones, tones)).toBe(false);
  });

  it('is the upper voice of block chords where it sounds seven tenths of the time, and moves no more often than they', () => {
    const bars = [0, 4, 8, 12];
    const block = (soundingBeats: number, moves: number) => {
      const line = bars.flatMap((start, bar) =>
        Array.from({ length: moves }, (_, move) => ({
          onsetBeats: start + move,
          durationBeats: soundingBeats / moves,
          midiPitch: 64 + 2 * ((2 * bar + move) % 5),
          salience: 1,
        })),
      );
      const held = triads[0]!.map((midiPitch) => ({
        onsetBeats: 0,
        durationBeats: 16,
        midiPitch,
        salience: 1,
      }));
      const chords = Array.from(
        { length: 18 },
        (_, beat) => ['C:maj', 'A:min', 'F:maj', 'G:maj'][Math.floor(beat / 4) % 4]!,
      );
      const song = describeMidi(writeMidi(generateMelody(1, 30)));
      const melody = { vocal: [], instrumental: [], topline: line };
      return prepareSong({ ...song, chords, melody, notes: held });
    };
    const run = { startA: 0, endA: 16, startB: 0, endB: 16, notes: 4 };
    const isUpperVoice = (sounding: number, moves = 1): boolean => {
      const own = block(sounding, moves);
      return isAccompaniment(
        { lineA: 'topline', lineB: 'topline', transposition: 0, run, bits: 30 },
        own,
        own,
      );
    };
    expect([4, 2.81, 2.79].map((sounding) => isUpperVoice(sounding))).toEqual([true, true, false]);
    expect(isUpperVoice(4, 2)).toBe(false);
  });
});

describe('the upper voice of chords as they are played', () => {
  const beats = Array.from({ length: 64 }, (_, beat) => beat);
  const tops = [60, 64, 65, 67, 62, 69, 71];
  const line = (every: number, from = 0): SongNote[] =>
    beats
      .filter((beat) => beat % every === 0)
      .map((beat, place) => ({
        onsetBeats: beat,
        durationBeats: every,
        midiPitch: from + tops[(3 * place + Math.floor(place / 7)) % 7]!,
        salience: 1,
      }));
  const bare = describeMidi(writeMidi(generateMelody(1, 30)));
  // Chords as they are estimated never change, so that the line would move too often for them.
  const song = (topline: SongNote[], chordLines?: SongDescription['chordLines']): SongDescription => ({
    ...bare,
    chords: beats.map(() => 'C:maj'),
    notes: [...line(2), ...line(2, 4)],
    melody: { vocal: topline, instrumental: line(2), topline },
    ...(chordLines && { chordLines }),
  });
  const run = { startA: 0, endA: 64, startB: 0, endB: 64, notes: 32 };
  const isShared = (a: SongDescription, b: SongDescription): boolean =>
    isAccompaniment(
      { lineA: 'instrumental', lineB: 'instrumental', transposition: 0, run, bits: 30 },
      prepareSong(a),
      prepareSong(b),
    );
  const known = song(line(1, 12), ['instrumental']);

  it('is an accompaniment under a tune that moves twice as often, where both songs play it so', () => {
    expect(isShared(known, known)).toBe(true);
    expect(isShared(known, song(line(1, 12)))).toBe(false);
    expect(isShared(song(line(1, 12)), known)).toBe(false);
    expect(isShared(known, song(line(1, 12), ['vocal']))).toBe(false);
  });

  it('is none where the tune beside it moves less than twice as often: chords under each note of a tune do', () => {
    // 31 moves beside 63, and beside 61.
    const slower = song([...line(1, 12).slice(0, 60), ...line(2, 12).slice(30)], ['instrumental']);
    expect(isShared(known, slower)).toBe(false);
    expect(isShared(slower, known)).toBe(false);
    expect(isShared(known, song([], ['instrumental']))).toBe(false);
  });

  it('leaves it at one look, as a song keeps which of its lines are figures', () => {
    let reads = 0;
    const counted = prepareSong({
      ...known,
      get downbeats() {
        reads++;
        return [0, 4];
      },
    });
    const before = reads;
    const answers = [1, 2, 3].map(() => counted.isFigure('instrumental'));
    expect(answers).toEqual([false, false, false]);
    expect(reads - before).toBe(1);
  });
});

describe('the shapes of a line', () => {
  const downbeats = Array.from({ length: 200 }, (_, bar) => 4 * bar);
  const song = { downbeats, meter: 4 } as const;
  const tune = generateMelody(11, 60);
  const barsOfTune = Math.ceil(tune.at(-1)!.onsetBeats / 4 + 0.01);
  const repeated = (times: number): SongNote[] =>
    Array.from({ length: times }, (_, verse) => later(tune, verse * 4 * barsOfTune)).flat();

  it('are nearly as many as its bars in a tune, however often that is repeated', () => {
    const once = shapesOfBars(tune, song);
    expect(once.shapes).toBeGreaterThan(0.8 * once.bars);
    // The interval that leads into a verse is another one from the verse before it.
    expect(shapesOfBars(repeated(8), song)).toEqual({
      played: 8 * once.played,
      bars: once.bars + 1,
      shapes: once.shapes,
    });
    const lifted = Array.from({ length: 4 }, (_, verse) =>
      later(higher(tune, verse), verse * 4 * barsOfTune),
    ).flat();
    expect(shapesOfBars(lifted, song).shapes).toBeGreaterThan(0.7 * shapesOfBars(lifted, song).bars);
  });

  it('are one where a figure goes round with the chords', () => {
    const figure = Array.from({ length: 8 }, (_, bar) =>
      [0, 7, 4, 7, 0, 7, 4, 7].map((step, place) => ({
        onsetBeats: 4 * bar + place / 2,
        durationBeats: 0.5,
        midiPitch: 48 + ((bar * 5) % 12) + step,
        salience: 1,
      })),
    ).flat();
    expect(shapesOfBars(figure, song)).toEqual({ played: 8, bars: 3, shapes: 1 });
  });

  it('take bars of few notes together, and count on where downbeats end', () => {
    const long = tune.map((note) => ({ ...note, onsetBeats: 4 * note.onsetBeats }));
    const { bars, shapes } = shapesOfBars(long, { downbeats: [0, 4], meter: 4 });
    expect(bars).toBeLessThanOrEqual(15);
    expect(shapes).toBeGreaterThan(0.8 * bars);
    expect(shapesOfBars([], song)).toEqual({ played: 0, bars: 0, shapes: 0 });
  });

  it('let no number of verses make a copied song an accompaniment', () => {
    const sung = (verses: number, semitones: number): SongDescription =>
      arranged(higher(repeated(verses), semitones), higher(triads(3, barsOfTune * verses), semitones));
    const bits = [1, 4, 8].map((verses) => compareSongs(sung(1, 0), sung(verses, 2)).bits);
    expect(Math.min(...bits)).toBeGreaterThan(40);
    expect(compareSongs(sung(8, 0), sung(8, 0)).bits).toBeGreaterThan(40);
  });
});
