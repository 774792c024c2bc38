/**
 * Songs that share nothing but custom: tunes made at random, as pop tunes go (tones of the chord on the first beat, steps
 * of the scale elsewhere), over changes on which thousands of songs stand, played in usual ways.
 */
import { seededRandom } from '../../src/signal/seeded-random.js';
import { type Figure, midiOf } from './made-midi.js';

export interface StockSong {
  /** Progression, way of playing, and which of two tunes. */
  readonly id: string;
  readonly midi: Uint8Array;
}

/** A bar's chord, semitones above the tonic. */
type Triad = readonly [root: number, third: number, fifth: number];

const major = (root: number): Triad => [root, root + 4, root + 7];
const minor = (root: number): Triad => [root, root + 3, root + 7];

interface Progression {
  readonly scale: readonly number[];
  readonly bars: readonly Triad[];
}

const majorScale = [0, 2, 4, 5, 7, 9, 11];
const minorScale = [0, 2, 3, 5, 7, 8, 10];
const inMajor = (...bars: Triad[]): Progression => ({ scale: majorScale, bars });
const inMinor = (...bars: Triad[]): Progression => ({ scale: minorScale, bars });
const [one, four, five] = [major(0), major(5), major(7)];

/** Weights and rules are chosen on the first part and reported on the second. */
const progressions: Readonly<Record<'choose' | 'report', Readonly<Record<string, Progression>>>> = {
  choose: {
    'I V vi IV': inMajor(one, five, minor(9), four),
    'I vi IV V': inMajor(one, minor(9), four, five),
    blues: inMajor(one, one, one, one, four, four, one, one, five, four, one, five),
    'i VII VI V': inMinor(minor(0), major(10), major(8), five),
    'I V vi iii IV I IV V': inMajor(one, five, minor(9), minor(4), four, one, four, five),
    'i iv VII III VI iio V i': inMinor(
      minor(0),
      minor(5),
      major(10),
      major(3),
      major(8),
      [2, 5, 8],
      five,
      minor(0),
    ),
  },
  report: {
    'IV V iii vi': inMajor(four, five, minor(4), minor(9)),
    'I ii IV V': inMajor(one, minor(2), four, five),
    'I bVII IV I': inMajor(one, major(10), four, one),
    'i VI III VII': inMinor(minor(0), major(8), major(3), major(10)),
    'ii V I vi': inMajor(minor(2), five, one, minor(9)),
    'minor blues': inMinor(...[0, 0, 0, 0, 5, 5, 0, 0].map(minor), major(8), five, minor(0), five),
  },
};

const barBeats = 4;
const bars = 32;

/** What accompanies one bar. */
const accompaniments: Readonly<Record<string, (triad: Triad, bar: number) => Figure>> = {
  'block chords': (triad) => triad.map((pitch) => [0, 4, pitch]),
  strummed: (triad) => [0, 1, 2, 3].flatMap((beat) => triad.map((pitch) => [beat, 0.9, pitch] as const)),
  'Alberti bass': ([low, middle, high]) =>
    [low, high, middle, high, low, high, middle, high].map((pitch, place) => [place / 2, 0.5, pitch]),
  arpeggios: ([low, middle, high]) =>
    Array.from({ length: 16 }, (_, place) => [place / 4, 0.25, [low, middle, high, low + 12][place % 4]!]),
  'walking bass': ([low, middle, high], bar) =>
    [low, middle, high, middle + (bar % 2 === 0 ? 1 : -1)].map((pitch, beat) => [beat, 1, pitch - 12]),
};

const rhythms = [
  [1, 1, 1, 1],
  [1.5, 0.5, 1, 1],
  [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5],
  [1, 0.5, 0.5, 2],
  [2, 1, 1],
  [0.5, 1, 0.5, 1, 1],
];

/** Eight bars made at random, played four times with the last two bars made anew. */
function tuneOver({ scale, bars: triads }: Progression, random: () => number): Figure {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const notes: [number, number, number][] = [];
  let pitch = 24;
  const written = new Map<number, readonly (readonly [number, number, number])[]>();
  for (let bar = 0; bar < bars; bar++) {
    const repeats = bar >= 8 && bar % 8 < 6 && triads.length <= 8 ? written.get(bar % 8) : undefined;
    const made: [number, number, number][] = [];
    let beat = 0;
    for (const beats of repeats ? [] : pick(rhythms)) {
      const allowed = beat === 0 ? triads[bar % triads.length]! : scale;
      const near = Array.from({ length: 20 }, (_, step) => pitch - 10 + step)
        .filter((each) => each >= 12 && each <= 36 && allowed.some((tone) => (each - tone) % 12 === 0))
        .sort((a, b) => Math.abs(a - pitch) - Math.abs(b - pitch));
      pitch = near[Math.min(near.length - 1, Math.floor(random() * 4))]!;
      made.push([beat, beats, pitch]);
      beat += beats;
    }
    const notesOfBar = repeats ?? made;
    written.set(bar % 8, written.get(bar % 8) ?? notesOfBar);
    for (const [onset, beats, each] of notesOfBar) notes.push([bar * barBeats + onset, beats, each]);
  }
  return notes;
}

/** For each progression and way of playing two songs: one of two tracks, and another tune on one track. */
export function stockSongs(part: 'choose' | 'report'): StockSong[] {
  return Object.entries(progressions[part]).flatMap(([name, progression], family) =>
    Object.entries(accompaniments).flatMap(([style, accompany], way) =>
      [0, 1].map((place): StockSong => {
        const random = seededRandom(1 + place + 2 * way + 20 * family + (part === 'report' ? 1000 : 0));
        const tonic = 48 + Math.floor(random() * 7) - 3;
        const figure = Array.from({ length: bars }, (_, bar) =>
          accompany(progression.bars[bar % progression.bars.length]!, bar).map(
            ([onset, beats, pitch]) => [bar * barBeats + onset, beats, pitch] as const,
          ),
        ).flat();
        const tune = tuneOver(progression, random);
        const bpm = 90 + 50 * random();
        return {
          id: `${name}, ${style}, ${place === 0 ? 'two tracks' : 'one track'}`,
          midi: midiOf(tune, figure, { tonic, bpm, place: 1 - place }),
        };
      }),
    ),
  );
}
