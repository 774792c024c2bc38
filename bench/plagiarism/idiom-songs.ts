/**
 * Songs that share nothing but an idiom: tunes made at random on few pitches, in runs, riffs and rows, alone or over broken
 * chords; and covers of them, which must be found.
 */
import { seededRandom } from '../../src/signal/seeded-random.js';
import { type Figure, midiOf } from './made-midi.js';
import type { StockSong } from './stock-songs.js';

interface Idiom {
  /** Semitones above the tonic. */
  readonly scale: readonly number[];
  readonly rhythms: readonly (readonly number[])[];
  /** Share of notes that repeat the one before. */
  readonly repeated: number;
  /** Phrases of this many bars, in the order of the letters. */
  readonly phraseBars: number;
  readonly form: string;
}

const plain = [
  [1, 1, 1, 1],
  [1.5, 0.5, 1, 1],
  [1, 0.5, 0.5, 2],
  [0.5, 0.5, 0.5, 0.5, 1, 1],
  [2, 1, 1],
];
const quick = [
  [0.75, 0.25, 1, 0.5, 0.5, 1],
  [0.5, 0.5, 1, 0.5, 0.25, 0.25, 1],
  [1, 1, 0.75, 0.25, 1],
];

const idioms: Readonly<Record<string, Idiom>> = {
  'calls on one chord': { scale: [0, 4, 7], rhythms: quick, repeated: 0.3, phraseBars: 2, form: 'AABA' },
  'three neighbours': { scale: [0, 2, 4], rhythms: plain, repeated: 0.35, phraseBars: 4, form: 'ABAC' },
  'five tones, many repeated': {
    scale: [0, 2, 4, 7, 9],
    rhythms: plain,
    repeated: 0.45,
    phraseBars: 4,
    form: 'AABA',
  },
  'blues riffs': { scale: [0, 3, 5, 6, 7, 10], rhythms: quick, repeated: 0.15, phraseBars: 2, form: 'AABB' },
  'loops of two bars': {
    scale: [0, 2, 3, 5, 7, 8, 11],
    rhythms: quick,
    repeated: 0.15,
    phraseBars: 2,
    form: 'A',
  },
  'whole tones': { scale: [0, 2, 4, 6, 8, 10], rhythms: plain, repeated: 0.1, phraseBars: 4, form: 'ABAC' },
};

const bars = 32;
const [lowest, highest] = [7, 31];

function tuneOf({ scale, rhythms, repeated, phraseBars, form }: Idiom, random: () => number): Figure {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const pitches = Array.from({ length: highest - lowest }, (_, step) => lowest + step).filter((each) =>
    scale.includes(each % 12),
  );
  let place = pitches.length >> 1;
  const phrases = new Map<string, Figure>();
  const notes: (readonly [number, number, number])[] = [];
  for (let phrase = 0; phrase * phraseBars < bars; phrase++) {
    const letter = form[phrase % form.length]!;
    if (!phrases.has(letter)) {
      const made: [number, number, number][] = [];
      for (let bar = 0, beat = 0; bar < phraseBars; bar++)
        for (const beats of pick(rhythms)) {
          const step = random() < repeated ? 0 : pick([-3, -2, -1, -1, 1, 1, 2, 3]);
          place = Math.abs(place + step) % pitches.length;
          made.push([beat, beats, pitches[place]!]);
          beat += beats;
        }
      phrases.set(letter, made);
    }
    for (const [onset, beats, pitch] of phrases.get(letter)!)
      notes.push([4 * phraseBars * phrase + onset, beats, pitch]);
  }
  return notes;
}

/** Sixteenths up and down by semitones, with leaps between the runs. */
function chromaticRuns(random: () => number): Figure {
  const notes: [number, number, number][] = [];
  let pitch = 19;
  while (notes.length < 16 * (bars - 8)) {
    const direction = pitch > 28 ? -1 : pitch < 10 ? 1 : random() < 0.5 ? 1 : -1;
    for (let step = 4 + 2 * Math.floor(5 * random()); step > 0; step--, pitch += direction)
      notes.push([notes.length / 4, 0.25, pitch]);
    if (random() < 0.4) pitch += [-7, -5, 5, 7][Math.floor(4 * random())]!;
  }
  return notes;
}

const triads = [
  [0, 4, 7],
  [7, 11, 14],
  [9, 12, 16],
  [5, 9, 12],
] as const;

/** Sixteenths round one chord a bar, from any of four. */
function brokenChords(random: () => number): Figure {
  return Array.from({ length: bars }, (_, bar) => {
    const [low, middle, high] = triads[Math.floor(random() * 4)]!;
    return Array.from(
      { length: 16 },
      (_each, at) => [4 * bar + at / 4, 0.25, [low, middle, high, low + 12][at % 4]!] as const,
    );
  }).flat();
}

export interface Covered {
  readonly song: StockSong;
  /** The same tune in another key, a sixth faster, on another track over other broken chords. */
  readonly cover: StockSong;
}

/** Eight songs of each idiom, every other one without company. Weights and rules are chosen on the first part. */
export function idiomSongs(part: 'choose' | 'report'): Covered[] {
  const tunes = {
    ...Object.fromEntries(
      Object.entries(idioms).map(([name, idiom]) => [name, (r: () => number) => tuneOf(idiom, r)]),
    ),
    'chromatic runs': chromaticRuns,
  };
  return Object.entries(tunes).flatMap(([name, tuned], family) =>
    Array.from({ length: 8 }, (_, place): Covered => {
      const random = seededRandom(1 + place + 100 * family + (part === 'report' ? 5000 : 0));
      const tune = tuned(random);
      const tonic = 45 + Math.floor(random() * 7);
      const bpm = 90 + 40 * random();
      const chords = place % 2 === 0 ? [] : brokenChords(random);
      const id = `${name} ${place + 1}`;
      return {
        song: { id, midi: midiOf(tune, chords, { tonic, bpm, place: 1 }) },
        cover: {
          id: `${id}, cover`,
          midi: midiOf(tune, brokenChords(random), { tonic: tonic + 4, bpm: bpm * 1.17, place: 1 }),
        },
      };
    }),
  );
}
