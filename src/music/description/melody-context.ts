/**
 * A second look: once every note has a first answer, its neighbours' answers say where the melody probably runs, and
 * a note can be judged by how well it fits there: in register and loudness, as a continuation, against its rivals.
 */
import { logistic } from '../../signal/logistic.js';
import { candidateColumns } from './candidate-columns.js';
import type { MelodyCandidate } from './melody-candidates.js';
import { Surroundings } from './surroundings.js';
import { WeightedMoments } from './weighted-moments.js';

/** In the order of a row; odds are the first answers, intervals semitones. */
export const contextFeatureNames = [
  'first-odds',
  'odds-over-rival',
  'odds-over-rival-above',
  'odds-over-held-note',
  'odds-of-hasty-neighbour',
  'better-notes-close-by',
  'interval-to-near-line',
  'spread-of-near-line',
  'interval-to-wide-line',
  'spread-of-wide-line',
  'level-over-wide-line',
  'attack-over-wide-line',
  'attack-over-near-line',
  'mass-of-near-line',
  'link-before',
  'interval-before',
  'link-after',
  'interval-after',
  'since-sure-note',
  'until-sure-note',
  'odds-over-ringing-note',
  'interval-of-ringing-note',
] as const;
export const contextFeatureCount = contextFeatureNames.length;

const togetherSeconds = 0.05;
const wideSeconds = 6;
const nearSeconds = 2;
const linkSeconds = 1.5;
/** Melodies are not faster than this from note to note. */
const fastestSeconds = 0.17;
const aheadSeconds = 0.4;
/** What a line weighs of which nothing is known. */
const minMass = 1e-3;
const levelUnit = 20;
const absent = -6;

/** notes × contextFeatureCount; `logOdds` are the first answers. `notes` are sorted by start. */
export function contextFeatures(
  notes: readonly MelodyCandidate[],
  logOdds: Float32Array,
  framesPerSecond: number,
): Float32Array {
  const features = new Float32Array(notes.length * contextFeatureCount);
  const columns = candidateColumns(notes);
  const { starts, ends, pitches, levels, attacks, sustains } = columns;
  const odds = logOdds.map((value) => Math.min(4, Math.max(absent, value)));
  const around = new WeightedMoments(columns, odds.map(logistic));
  const wide = new Surroundings(starts, wideSeconds, framesPerSecond);
  const near = new Surroundings(starts, nearSeconds, framesPerSecond);
  const linked = new Surroundings(starts, linkSeconds, framesPerSecond);
  const together = new Surroundings(starts, togetherSeconds, framesPerSecond);
  const before = new Link();
  const after = new Link();
  for (let index = 0; index < notes.length; index++) {
    const start = starts[index]!;
    const pitch = pitches[index]!;
    const own = odds[index]!;
    for (const surroundings of [wide, near, linked, together]) surroundings.moveTo(start);
    let rival = absent;
    let rivalAbove = absent;
    for (let i = together.from; i < together.to; i++) {
      if (i === index) continue;
      rival = Math.max(rival, odds[i]!);
      if (pitches[i]! > pitch) rivalAbove = Math.max(rivalAbove, odds[i]!);
    }
    let through = absent;
    let ringing = absent;
    let ringingInterval = 0;
    let hasty = absent;
    let ahead = 0;
    before.clear();
    after.clear();
    let sinceSure = linkSeconds;
    let untilSure = linkSeconds;
    for (let i = linked.from; i < together.from; i++) {
      const distance = (start - starts[i]!) / framesPerSecond;
      const interval = pitches[i]! - pitch;
      const value = odds[i]!;
      if (distance < aheadSeconds && value > own) ahead++;
      if (distance < fastestSeconds) hasty = Math.max(hasty, value);
      before.offer(value, interval, distance);
      if (value > 0) sinceSure = Math.min(sinceSure, distance);
      if (ends[i]! > start + togetherSeconds * framesPerSecond) through = Math.max(through, value);
      if (interval !== 0 && value > ringing && sustains[i]! / framesPerSecond > distance + 0.15) {
        ringing = value;
        ringingInterval = interval;
      }
    }
    for (let i = together.to; i < linked.to; i++) {
      const distance = (starts[i]! - start) / framesPerSecond;
      const value = odds[i]!;
      if (distance < aheadSeconds && value > own) ahead++;
      if (distance < fastestSeconds) hasty = Math.max(hasty, value);
      after.offer(value, pitches[i]! - pitch, distance);
      if (value > 0) untilSure = Math.min(untilSure, distance);
    }
    const at = index * contextFeatureCount;
    features[at] = own;
    features[at + 1] = own - rival;
    features[at + 2] = own - rivalAbove;
    features[at + 3] = own - through;
    features[at + 4] = hasty;
    features[at + 5] = Math.min(6, ahead) / 3;
    // Those that sound together are rivals, and no part of the line around.
    around.against(pitch, levels[index]!, attacks[index]!);
    around.add(near.from, together.from);
    around.add(together.to, near.to);
    const nearMass = around.mass + minMass;
    features[at + 6] = -around.pitches / nearMass / 6;
    features[at + 7] = spreadOf(around) / 6;
    features[at + 12] = -around.attacks / levelUnit / nearMass;
    features[at + 13] = Math.min(3, nearMass / 4);
    around.add(wide.from, near.from);
    around.add(near.to, wide.to);
    const wideMass = around.mass + minMass;
    features[at + 8] = -around.pitches / wideMass / 6;
    features[at + 9] = spreadOf(around) / 6;
    features[at + 10] = -around.levels / levelUnit / wideMass;
    features[at + 11] = -around.attacks / levelUnit / wideMass;
    features[at + 14] = before.value;
    features[at + 15] = before.interval / 6;
    features[at + 16] = after.value;
    features[at + 17] = after.interval / 6;
    features[at + 18] = sinceSure;
    features[at + 19] = untilSure;
    features[at + 20] = own - ringing;
    features[at + 21] = ringingInterval / 12;
  }
  return features;
}

/** Semitones that the notes lie apart around their mean. */
function spreadOf({ mass, pitches, squares }: WeightedMoments): number {
  const mean = pitches / (mass + minMass);
  return Math.sqrt(Math.max(0, squares / (mass + minMass) - mean ** 2));
}

/** The note on one side that would best be the neighbour in the line. */
class Link {
  value = absent;
  interval = 0;

  clear(): void {
    this.value = absent;
    this.interval = 0;
  }

  offer(odds: number, interval: number, seconds: number): void {
    const value = odds - 0.15 * Math.abs(interval) - seconds;
    if (value <= this.value) return;
    this.value = value;
    this.interval = Math.min(18, Math.max(-18, interval));
  }
}
