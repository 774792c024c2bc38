/**
 * What the first answers say of the song as a whole: its melody's register and loudness, and what it repeats. A turn
 * of the melody comes back with its pitches and its rhythm; an answer of another voice, or of the accompaniment, seldom
 * comes back with the melody's notes around it.
 */
import { logistic } from '../../signal/logistic.js';
import type { MelodyCandidate } from './melody-candidates.js';

/** In the order of a row. */
export const songFeatureNames = [
  'pitch-over-melody',
  'pitch-distance',
  'attack-over-melody',
  'attack-distance',
  'level-over-melody',
  'level-distance',
  'share-of-pitch',
  'turn-from-before',
  'occurrences-from-before',
  'turn-to-after',
  'occurrences-to-after',
] as const;
export const songFeatureCount = songFeatureNames.length;

/** Notes less likely than this are no part of any turn. */
const faintestShare = 0.02;
const longestStepSeconds = 1.2;
const shortestStepSeconds = 0.07;
const stepUnitSeconds = 0.07;
const stepUnits = 32;
const levelUnit = 20;
/** As many doubtful occurrences elsewhere as this are no evidence yet. */
const support = 0.3;

/** notes × songFeatureCount; `logOdds` are the first answers. `notes` are sorted by start. */
export function songFeatures(
  notes: readonly MelodyCandidate[],
  logOdds: Float32Array,
  framesPerSecond: number,
): Float32Array {
  const share = logOdds.map((value) => logistic(Math.min(4, value)));
  const pitch = weightedMoments(notes, share, ({ midi }) => midi);
  const attack = trendOf(notes, share, ({ attacks }) => attacks[0]);
  const level = trendOf(notes, share, (note) => note.level);
  const often = new Float32Array(128);
  let mass = 1e-3;
  for (const [i, { midi }] of notes.entries()) {
    often[midi]! += share[i]!;
    mass += share[i]!;
  }
  const turns = turnsOf(notes, share, framesPerSecond);
  const features = new Float32Array(notes.length * songFeatureCount);
  for (const [i, note] of notes.entries()) {
    const own = share[i]!;
    const overAttack = note.attacks[0] - attack.at(note.midi);
    const overLevel = note.level - level.at(note.midi);
    features.set(
      [
        (note.midi - pitch.mean) / 6,
        Math.abs(note.midi - pitch.mean) / pitch.deviation,
        overAttack / levelUnit,
        Math.abs(overAttack) / attack.deviation,
        overLevel / levelUnit,
        Math.abs(overLevel) / level.deviation,
        Math.log((often[note.midi]! - own + 0.5) / mass),
        turns.fromBefore.likelihood[i]!,
        turns.fromBefore.mass[i]!,
        turns.toAfter.likelihood[i]!,
        turns.toAfter.mass[i]!,
      ],
      i * songFeatureCount,
    );
  }
  return features;
}

interface Repeats {
  /** Of each note: log odds that what stands in its place elsewhere in the song is the melody's. */
  readonly likelihood: Float32Array;
  /** How often the melody's other note of the turn comes back there. */
  readonly mass: Float32Array;
}

/** Steps from one pitch to another in a certain time: for each note as the second of one, and as the first. */
function turnsOf(
  notes: readonly MelodyCandidate[],
  share: Float32Array,
  framesPerSecond: number,
): { fromBefore: Repeats; toAfter: Repeats } {
  const starts = Float64Array.from(notes, ({ startFrame }) => startFrame);
  const pitches = Int32Array.from(notes, ({ midi }) => midi);
  const lowest = pitches.reduce((least, pitch) => Math.min(least, pitch), Number.POSITIVE_INFINITY);
  const span = pitches.reduce((most, pitch) => Math.max(most, pitch - lowest + 1), 1);
  // By pitches and step; with a place before the first and one behind the last.
  const places = span * span * stepUnits + 2;
  const both = new Float64Array(places);
  const first = new Float64Array(places);
  const second = new Float64Array(places);
  const kept = Int32Array.from(notes.keys()).filter((i) => share[i]! >= faintestShare);
  const steps = (visit: (i: number, j: number, place: number) => void): void => {
    let from = 0;
    for (let b = 0; b < kept.length; b++) {
      const j = kept[b]!;
      const start = starts[j]!;
      while (start - starts[kept[from]!]! > longestStepSeconds * framesPerSecond) from++;
      for (let a = from; a < b; a++) {
        const i = kept[a]!;
        const seconds = (start - starts[i]!) / framesPerSecond;
        if (seconds < shortestStepSeconds) break;
        const step = Math.round(seconds / stepUnitSeconds);
        visit(i, j, ((pitches[i]! - lowest) * span + pitches[j]! - lowest) * stepUnits + step + 1);
      }
    }
  };
  steps((i, j, place) => {
    both[place]! += share[i]! * share[j]!;
    first[place]! += share[i]!;
    second[place]! += share[j]!;
  });
  // Rounding may have put the same step into the next unit: neighbours count too.
  const around = (of: Float64Array, place: number): number => of[place - 1]! + of[place]! + of[place + 1]!;
  const beforeBoth = new Float32Array(notes.length);
  const beforeOne = new Float32Array(notes.length);
  const afterBoth = new Float32Array(notes.length);
  const afterOne = new Float32Array(notes.length);
  steps((i, j, place) => {
    const p = share[i]!;
    const q = share[j]!;
    const elsewhere = Math.max(0, around(both, place) - p * q);
    beforeBoth[j]! += p * elsewhere;
    beforeOne[j]! += p * Math.max(0, around(first, place) - p);
    afterBoth[i]! += q * elsewhere;
    afterOne[i]! += q * Math.max(0, around(second, place) - q);
  });
  const repeats = (hits: Float32Array, all: Float32Array): Repeats => ({
    likelihood: hits.map((hit, i) =>
      Math.log((hit + 0.2 * support) / (Math.max(0, all[i]! - hit) + 0.8 * support)),
    ),
    mass: all.map((value) => Math.log(value + 0.1)),
  });
  return { fromBefore: repeats(beforeBoth, beforeOne), toAfter: repeats(afterBoth, afterOne) };
}

function weightedMoments(
  notes: readonly MelodyCandidate[],
  weights: Float32Array,
  value: (note: MelodyCandidate) => number,
): { mean: number; deviation: number } {
  let mass = 1e-3;
  let sum = 0;
  for (const [i, note] of notes.entries()) {
    mass += weights[i]!;
    sum += weights[i]! * value(note);
  }
  const mean = sum / mass;
  let squares = 0;
  for (const [i, note] of notes.entries()) squares += weights[i]! * (value(note) - mean) ** 2;
  return { mean, deviation: Math.sqrt(squares / mass) + 1 };
}

/** How loud the melody is at each pitch: a straight line through its notes. */
function trendOf(
  notes: readonly MelodyCandidate[],
  weights: Float32Array,
  value: (note: MelodyCandidate) => number,
): { at(midi: number): number; deviation: number } {
  const pitch = weightedMoments(notes, weights, ({ midi }) => midi);
  const loudness = weightedMoments(notes, weights, value);
  let products = 0;
  let squares = 30;
  for (const [i, note] of notes.entries()) {
    const distance = note.midi - pitch.mean;
    products += weights[i]! * distance * (value(note) - loudness.mean);
    squares += weights[i]! * distance * distance;
  }
  const slope = products / squares;
  const at = (midi: number): number => loudness.mean + slope * (midi - pitch.mean);
  const { deviation } = weightedMoments(notes, weights, (note) => value(note) - at(note.midi));
  return { at, deviation };
}
