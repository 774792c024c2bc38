/**
 * A second look: once every note has a first answer, its neighbours' answers say where the melody probably runs, and
 * a note can be judged by how well it fits there: in register and loudness, as a continuation, against its rivals.
 */
import { logistic } from '../../signal/logistic.js';
import { candidateColumns } from './candidate-columns.js';
import type { MelodyCandidate } from './melody-candidates.js';

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
const levelUnit = 20;
const absent = -6;

/** notes × contextFeatureCount; `logOdds` are the first answers. `notes` are sorted by start. */
export function contextFeatures(
  notes: readonly MelodyCandidate[],
  logOdds: Float32Array,
  framesPerSecond: number,
): Float32Array {
  const features = new Float32Array(notes.length * contextFeatureCount);
  const { starts, ends, pitches, levels, attacks, sustains } = candidateColumns(notes);
  const odds = logOdds.map((value) => Math.min(4, Math.max(absent, value)));
  const share = odds.map(logistic);
  let from = 0;
  let to = 0;
  for (let index = 0; index < notes.length; index++) {
    const start = starts[index]!;
    const pitch = pitches[index]!;
    const level = levels[index]!;
    const ownAttack = attacks[index]!;
    while (starts[from]! < start - wideSeconds * framesPerSecond) from++;
    while (to < notes.length && starts[to]! <= start + wideSeconds * framesPerSecond) to++;
    const own = odds[index]!;
    const wide = new Register();
    const near = new Register();
    let rival = absent;
    let rivalAbove = absent;
    let through = absent;
    let ringing = absent;
    let ringingInterval = 0;
    let hasty = absent;
    let ahead = 0;
    const before = new Link();
    const after = new Link();
    let sinceSure = linkSeconds;
    let untilSure = linkSeconds;
    for (let i = from; i < to; i++) {
      if (i === index) continue;
      const seconds = (starts[i]! - start) / framesPerSecond;
      const distance = Math.abs(seconds);
      const interval = pitches[i]! - pitch;
      const value = odds[i]!;
      if (distance <= togetherSeconds) {
        rival = Math.max(rival, value);
        if (interval > 0) rivalAbove = Math.max(rivalAbove, value);
        continue;
      }
      const attack = (attacks[i]! - ownAttack) / levelUnit;
      wide.add(share[i]!, interval, (levels[i]! - level) / levelUnit, attack);
      if (distance > nearSeconds) continue;
      near.add(share[i]!, interval, 0, attack);
      if (distance < 0.4 && value > own) ahead++;
      if (distance < fastestSeconds) hasty = Math.max(hasty, value);
      if (distance > linkSeconds) continue;
      if (seconds < 0) before.offer(value, interval, distance);
      else after.offer(value, interval, distance);
      if (value > 0 && seconds < 0) sinceSure = Math.min(sinceSure, distance);
      if (value > 0 && seconds > 0) untilSure = Math.min(untilSure, distance);
      if (seconds < 0 && ends[i]! > start + togetherSeconds * framesPerSecond)
        through = Math.max(through, value);
      if (
        seconds < 0 &&
        interval !== 0 &&
        value > ringing &&
        sustains[i]! / framesPerSecond > distance + 0.15
      ) {
        ringing = value;
        ringingInterval = interval;
      }
    }
    const row = features.subarray(index * contextFeatureCount, (index + 1) * contextFeatureCount);
    row[0] = own;
    row[1] = own - rival;
    row[2] = own - rivalAbove;
    row[3] = own - through;
    row[4] = hasty;
    row[5] = Math.min(6, ahead) / 3;
    row[6] = -near.interval / 6;
    row[7] = near.spread / 6;
    row[8] = -wide.interval / 6;
    row[9] = wide.spread / 6;
    row[10] = -wide.level;
    row[11] = -wide.attack;
    row[12] = -near.attack;
    row[13] = Math.min(3, near.mass / 4);
    row[20] = own - ringing;
    row[21] = ringingInterval / 12;
    row.set([before.value, before.interval / 6, after.value, after.interval / 6, sinceSure, untilSure], 14);
  }
  return features;
}

/** Weighted mean and spread of intervals to the notes around, and their mean loudness. */
class Register {
  mass = 1e-3;
  private sum = 0;
  private squares = 0;
  private levels = 0;
  private attacks = 0;

  add(weight: number, interval: number, level: number, attack: number): void {
    this.mass += weight;
    this.sum += weight * interval;
    this.squares += weight * interval * interval;
    this.levels += weight * level;
    this.attacks += weight * attack;
  }

  get interval(): number {
    return this.sum / this.mass;
  }

  get spread(): number {
    return Math.sqrt(Math.max(0, this.squares / this.mass - this.interval ** 2));
  }

  get level(): number {
    return this.levels / this.mass;
  }

  get attack(): number {
    return this.attacks / this.mass;
  }
}

/** The note on one side that would best be the neighbour in the line. */
class Link {
  value = absent;
  interval = 0;

  offer(odds: number, interval: number, seconds: number): void {
    const value = odds - 0.15 * Math.abs(interval) - seconds;
    if (value <= this.value) return;
    this.value = value;
    this.interval = Math.min(18, Math.max(-18, interval));
  }
}
