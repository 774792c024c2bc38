/**
 * What a voice sings keeps mostly to the seven pitch classes of one scale, and what is heard a semitone beside them is more often
 * a glide, a note out of tune or another instrument. The scale is the voice's own, by where its pitches lie most (the idea of
 * Krumhansl, "Cognitive Foundations of Musical Pitch", 1990, ch. 4, with the seven classes of major and natural minor alone).
 */
import { lowestMelodyMidi } from './landscapes.js';
import type { Landscape } from './melody-track.js';

export interface ScaleRule {
  /** Of what a pitch outside the scale has, the share that does not count; 0 to 1. */
  readonly discount: number;
  /** How much surer a scale is for one that holds all of the singing than for one that holds none, in nats. */
  readonly surenessNats: number;
}

const pitchClassCount = 12;
/** Semitones above the major tonic. */
const scaleSteps = [0, 2, 4, 5, 7, 9, 11] as const;

/** A landscape in which pitches outside the voice's scale have less: less so where several scales hold what is sung. */
export function inScale(landscape: Landscape, { discount, surenessNats }: ScaleRule): Landscape {
  const { frames, width, values } = landscape;
  const inside = membership(highestByPitchClass(landscape), surenessNats);
  const factors = Float32Array.from(
    { length: width },
    (_, bin) => 1 - discount * (1 - inside[pitchClassOf(bin)]!),
  );
  const weighted = new Float32Array(frames * width);
  for (let at = 0, frame = 0; frame < frames; frame++)
    for (let bin = 0; bin < width; bin++, at++) weighted[at] = values[at]! * factors[bin]!;
  return { frames, width, values: weighted };
}

const pitchClassOf = (bin: number): number => (lowestMelodyMidi + bin) % pitchClassCount;

/** The sum of each frame's highest value, by the pitch class that has it. */
function highestByPitchClass({ frames, width, values }: Landscape): Float64Array {
  const sums = new Float64Array(pitchClassCount);
  for (let frame = 0; frame < frames; frame++) {
    const row = frame * width;
    let best = 0;
    for (let bin = 1; bin < width; bin++) if (values[row + bin]! > values[row + best]!) best = bin;
    sums[pitchClassOf(best)]! += values[row + best]!;
  }
  return sums;
}

/** The probability that each pitch class is one of the scale's. All are where nothing is sung. */
function membership(sums: Float64Array, surenessNats: number): Float64Array {
  const total = sums.reduce((sum, value) => sum + value, 0);
  if (total === 0) return new Float64Array(pitchClassCount).fill(1);
  const held = sums.map((_, tonic) =>
    scaleSteps.reduce<number>((sum, step) => sum + sums[(tonic + step) % pitchClassCount]!, 0),
  );
  const most = Math.max(...held);
  const odds = held.map((value) => Math.exp((surenessNats * (value - most)) / total));
  const allOdds = odds.reduce((sum, value) => sum + value, 0);
  const inside = new Float64Array(pitchClassCount);
  for (let tonic = 0; tonic < pitchClassCount; tonic++)
    for (const step of scaleSteps) inside[(tonic + step) % pitchClassCount]! += odds[tonic]! / allOdds;
  return inside;
}
