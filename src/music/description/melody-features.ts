/**
 * What distinguishes a note of the melody from one of its accompaniment, measured at every candidate: how clear, loud and long
 * it is, what sounds with it, above and below it, and what goes on around its pitch. After the features of Salamon &
 * Gómez (IEEE TASLP 2012, pitch contours) and Friberg & Ahlbäck ("Recognition of the main melody in a polyphonic
 * symbolic score using perceptual knowledge", Journal of New Music Research 2009), note by note.
 */
import { type CandidateColumns, candidateColumns } from './candidate-columns.js';
import type { MelodyCandidate } from './melody-candidates.js';
import { WeightedMoments } from './weighted-moments.js';

/** In the order of a row. Levels and attacks in `levelUnit` steps; "clear" notes have an onset of a half or more. */
export const melodyFeatureNames = [
  'pitch-above-surroundings',
  'pitch',
  'pitch-squared',
  'level-above-surroundings',
  'level-above-song',
  'attack',
  'onset',
  'salience',
  'duration',
  'onset-above',
  'onset-below',
  'held-above',
  'level-over-held-above',
  'level-over-loudest-other',
  'gap-above',
  'gap-below',
  'octave-above',
  'octave-below',
  'overtone-of',
  'share-louder',
  'concurrent',
  'clear-above',
  'same-pitch-nearby',
  'notes-nearby',
  'notes-in-register',
  'continues-before',
  'continues-after',
  'since-same-pitch',
  'spread-of-surroundings',
  'is-highest',
  'attack-above-surroundings',
  'attack-at-octave',
  'attack-at-twelfth',
  'attack-over-loudest',
  'share-stronger',
  'attack-over-octave-below',
  'sustain',
] as const;
export const melodyFeatureCount = melodyFeatureNames.length;

const togetherSeconds = 0.05;
const aroundSeconds = 4;
const nearSeconds = 1;
/** Steps of level in which features count: an octave of amplitude is 22 steps. */
const levelUnit = 20;
/** How much of a continuation a note is that repeats the pitch. */
const repeatedShare = 0.7;

/** notes × melodyFeatureCount. `notes` are sorted by start. */
export function melodyFeatures(notes: readonly MelodyCandidate[], framesPerSecond: number): Float32Array {
  const features = new Float32Array(notes.length * melodyFeatureCount);
  const together = togetherSeconds * framesPerSecond;
  const around = aroundSeconds * framesPerSecond;
  const near = nearSeconds * framesPerSecond;
  const columns = candidateColumns(notes);
  const { starts, ends, pitches, levels: heard, onsets, attacks: added } = columns;
  const songLevel = meanOf(notes, ({ level }) => level);
  const surroundings = new WeightedMoments(
    columns,
    onsets.map((onset) => onset * onset + 0.05),
  );
  const same = nearestSame(columns, around);
  const held = new Int32Array(notes.length);
  let heldCount = 0;
  let enteredHeld = 0;
  let from = 0;
  let to = 0;
  let nearFrom = 0;
  let nearTo = 0;
  for (const [index, note] of notes.entries()) {
    const { startFrame: start, midi: ownPitch, level: ownLevel } = note;
    const ownAttack = note.attacks[0];
    while (starts[from]! < start - around) from++;
    while (to < notes.length && starts[to]! <= start + around) to++;
    while (start - starts[nearFrom]! > near) nearFrom++;
    while (nearTo < notes.length && starts[nearTo]! - start <= near) nearTo++;
    const row = features.subarray(index * melodyFeatureCount, (index + 1) * melodyFeatureCount);
    // Of the notes that began earlier those that sound on.
    while (start - starts[enteredHeld]! > together) held[heldCount++] = enteredHeld++;
    let heldAbove = 0;
    let heldLevel = 0;
    let kept = 0;
    for (let at = 0; at < heldCount; at++) {
      const i = held[at]!;
      if (i < from || ends[i]! <= start + together) continue;
      held[kept++] = i;
      if (pitches[i]! <= ownPitch) continue;
      heldAbove = Math.max(heldAbove, onsets[i]!);
      heldLevel = Math.max(heldLevel, heard[i]!);
    }
    heldCount = kept;
    let clearAbove = 0;
    let above = 0;
    let below = 0;
    let loudestOther = 0;
    let gapAbove = 24;
    let gapBelow = 24;
    let octaveAbove = 0;
    let octaveBelow = 0;
    let overtoneOf = 0;
    let louder = 0;
    let concurrent = 0;
    let sameNearby = 0;
    let inRegister = 0;
    let loudestAttack = 0;
    let attackBelow = 0;
    let stronger = 0;
    let rivals = 0;
    const before = new Continuation(framesPerSecond);
    const after = new Continuation(framesPerSecond);
    for (let i = nearFrom; i < nearTo; i++) {
      if (i === index) continue;
      const lag = starts[i]! - start;
      const distance = Math.abs(lag);
      const onset = onsets[i]!;
      const isClear = onset >= 0.5;
      if (!isClear && distance > together) continue;
      const interval = pitches[i]! - ownPitch;
      const loudness = heard[i]!;
      const attack = added[i]!;
      if (distance <= together) {
        concurrent++;
        loudestAttack = Math.max(loudestAttack, attack);
        if (interval === -12) attackBelow = attack;
        if (loudness > ownLevel) louder++;
        if (isClear && loudness > loudestOther) loudestOther = loudness;
        if (interval > 0) {
          above = Math.max(above, onset);
          if (isClear) {
            clearAbove++;
            gapAbove = Math.min(gapAbove, interval);
          }
        } else {
          below = Math.max(below, onset);
          if (isClear) gapBelow = Math.min(gapBelow, -interval);
        }
        if (interval === 12) octaveAbove = Math.max(octaveAbove, onset);
        if (interval === -12) octaveBelow = Math.max(octaveBelow, onset);
        if (interval === -12 || interval === -19 || interval === -24)
          overtoneOf = Math.max(overtoneOf, loudness - ownLevel + 40);
        if (!isClear) continue;
      }
      const apart = Math.abs(interval);
      if (apart <= 9) {
        if (interval === 0) sameNearby++;
        if (apart <= 5) inRegister++;
        rivals++;
        if (attack > ownAttack) stronger++;
      }
      if (distance <= together) continue;
      (lag < 0 ? before : after).offer(apart, Math.abs(loudness - ownLevel), distance);
    }
    const nearby = nearTo - nearFrom - 1;
    surroundings.against(0, 0, 0);
    surroundings.add(from, to);
    const weight = surroundings.mass;
    const mean = surroundings.pitches / weight;
    const spread = Math.sqrt(Math.max(4, surroundings.squares / weight - mean * mean));
    const seconds = (note.endFrame - note.startFrame) / framesPerSecond;
    row[0] = (note.midi - mean) / spread;
    row[1] = (note.midi - 70) / 12;
    row[2] = ((note.midi - 70) / 12) ** 2;
    row[3] = (note.level - surroundings.levels / weight) / levelUnit;
    row[4] = (note.level - songLevel) / levelUnit;
    row[5] = note.attacks[0] / levelUnit;
    row[6] = note.onset;
    row[7] = note.salience;
    row[8] = Math.log2(Math.max(0.06, seconds) / 0.25);
    row[9] = above;
    row[10] = below;
    row[11] = heldAbove;
    row[12] = (heldAbove > 0 ? note.level - heldLevel : 0) / levelUnit;
    row[13] = (loudestOther > 0 ? note.level - loudestOther : 0) / levelUnit;
    row[14] = Math.min(24, gapAbove) / 12;
    row[15] = Math.min(24, gapBelow) / 12;
    row[16] = octaveAbove;
    row[17] = octaveBelow;
    row[18] = overtoneOf / levelUnit;
    row[19] = concurrent > 0 ? louder / concurrent : 0;
    row[20] = Math.min(6, concurrent) / 3;
    row[21] = Math.min(3, clearAbove);
    row[22] = Math.min(6, sameNearby) / 3;
    row[23] = nearby / 20;
    row[24] = Math.min(12, inRegister) / 6;
    row[25] = before.similarity;
    row[26] = after.similarity;
    row[27] = Math.min(1, same[index]! / near);
    row[28] = spread / 12;
    row[29] = heldAbove === 0 && above === 0 ? 1 : 0;
    row[30] = (note.attacks[0] - surroundings.attacks / weight) / levelUnit;
    row[31] = (note.attacks[1] - note.attacks[0]) / levelUnit;
    row[32] = (note.attacks[2] - note.attacks[0]) / levelUnit;
    row[33] = (note.attacks[0] - loudestAttack) / levelUnit;
    row[34] = rivals > 0 ? stronger / rivals : 0;
    row[35] = attackBelow > 0 ? (note.attacks[0] - attackBelow) / levelUnit : 0;
    row[36] = note.sustainFrames / framesPerSecond;
  }
  return features;
}

/** How well the note that would best continue another does so: near in time and pitch, as loud. */
class Continuation {
  similarity = 0;
  /** What the logarithm of any better one exceeds; a little less, for it is rounded. */
  private least = Number.NEGATIVE_INFINITY;

  constructor(private readonly framesPerSecond: number) {}

  /** Semitones, steps of level and frames from the note, ≥ 0. */
  offer(interval: number, levels: number, frames: number): void {
    const likelihood = -interval / 3 - levels / levelUnit - frames / (0.5 * this.framesPerSecond);
    if (likelihood <= this.least) return;
    const similarity =
      Math.exp(-interval / 3 - levels / levelUnit) *
      (interval === 0 ? repeatedShare : 1) *
      Math.exp(-frames / (0.5 * this.framesPerSecond));
    if (similarity <= this.similarity) return;
    this.similarity = similarity;
    this.least = Math.log(similarity) - 1e-9;
  }
}

/** Frames from each note to the nearest of its pitch, `most` where none is nearer. */
function nearestSame({ starts, pitches }: CandidateColumns, most: number): Float64Array {
  const nearest = new Float64Array(starts.length).fill(most);
  const last = new Map<number, number>();
  for (let index = 0; index < starts.length; index++) {
    const other = last.get(pitches[index]!);
    last.set(pitches[index]!, index);
    if (other === undefined) continue;
    const distance = starts[index]! - starts[other]!;
    nearest[index] = Math.min(nearest[index]!, distance);
    nearest[other] = Math.min(nearest[other]!, distance);
  }
  return nearest;
}

function meanOf(notes: readonly MelodyCandidate[], value: (note: MelodyCandidate) => number): number {
  return notes.reduce((sum, note) => sum + value(note), 0) / Math.max(1, notes.length);
}
