/** Weighted sums over notes that follow one another, from running sums over all of them: any stretch costs two look-ups. */
import type { CandidateColumns } from './candidate-columns.js';

/** Pitches are counted from here, so that sums of squares stay small and exact. */
const middlePitch = 64;

/** Sums over stretches of notes, against one note's own pitch, level and attack; to be cleared before the next note's. */
export class WeightedMoments {
  mass = 0;
  /** Weighted sums of differences from the note that `against` named, and of their squares for the pitch. */
  pitches = 0;
  squares = 0;
  levels = 0;
  attacks = 0;
  private readonly masses: Float64Array;
  private readonly pitchSums: Float64Array;
  private readonly squareSums: Float64Array;
  private readonly levelSums: Float64Array;
  private readonly attackSums: Float64Array;
  private pitch = 0;
  private level = 0;
  private attack = 0;

  constructor({ pitches, levels, attacks }: CandidateColumns, weights: Float32Array | Float64Array) {
    const count = weights.length;
    this.masses = new Float64Array(count + 1);
    this.pitchSums = new Float64Array(count + 1);
    this.squareSums = new Float64Array(count + 1);
    this.levelSums = new Float64Array(count + 1);
    this.attackSums = new Float64Array(count + 1);
    for (let i = 0; i < count; i++) {
      const weight = weights[i]!;
      const pitch = pitches[i]! - middlePitch;
      this.masses[i + 1] = this.masses[i]! + weight;
      this.pitchSums[i + 1] = this.pitchSums[i]! + weight * pitch;
      this.squareSums[i + 1] = this.squareSums[i]! + weight * (pitch * pitch);
      this.levelSums[i + 1] = this.levelSums[i]! + weight * levels[i]!;
      this.attackSums[i + 1] = this.attackSums[i]! + weight * attacks[i]!;
    }
  }

  /** Empties the sums. */
  against(pitch: number, level: number, attack: number): void {
    this.pitch = pitch - middlePitch;
    this.level = level;
    this.attack = attack;
    this.mass = 0;
    this.pitches = 0;
    this.squares = 0;
    this.levels = 0;
    this.attacks = 0;
  }

  /** Adds the notes from `from` up to, not including, `to`. */
  add(from: number, to: number): void {
    const { pitch } = this;
    const mass = this.masses[to]! - this.masses[from]!;
    const pitches = this.pitchSums[to]! - this.pitchSums[from]!;
    const squares = this.squareSums[to]! - this.squareSums[from]!;
    this.mass += mass;
    this.pitches += pitches - pitch * mass;
    this.squares += squares - 2 * pitch * pitches + pitch * pitch * mass;
    this.levels += this.levelSums[to]! - this.levelSums[from]! - this.level * mass;
    this.attacks += this.attackSums[to]! - this.attackSums[from]! - this.attack * mass;
  }
}
