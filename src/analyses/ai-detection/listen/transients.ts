/**
 * When the sound sets in, to a third of a millisecond: what a sequencer places on a grid of time. Drums from samples
 * draw even lines because their *onsets* are evenly spaced; a decoder's lines are there whatever its music's onsets do.
 */
import { analysisRateHz } from './mean-spectrum.js';

const blockSamples = 16;
/** Before and after are compared over 23 ms: a buzz of 45 Hz or more, a decoder's own among them, is in both. */
const aroundBlocks = 64;
/** An onset's first block stands 9 dB above the time before, */
const minAttack = 8;
/** and the time after it, on the whole, 5 dB. */
const minRise = 3;
/** No two onsets within 30 ms: a hit has one. */
const apartBlocks = Math.round((0.03 * analysisRateHz) / blockSamples);
/** Energy of a block at −80 dBFS: quieter onsets are dither. */
const floorEnergy = blockSamples * 1e-8;
/** An hour of fast drums; what comes later says nothing new. */
const maxTransients = 50_000;

/** Finds onsets in a stream, in bounded memory. */
export class TransientStream {
  private readonly times: number[] = [];
  /** Energies of the last blocks, and their sum. */
  private readonly last = new Float64Array(aroundBlocks);
  private lastSum = 0;
  private block = 0;
  private energy = 0;
  private filled = 0;
  private previous = 0;
  /** An attack that waits for the time after it. */
  private attack = Number.NEGATIVE_INFINITY;
  private before = 0;

  /** Mono samples at the analysis rate. Differences are taken: attacks are sharpest in the treble. */
  push(mono: Float32Array): void {
    for (let n = 0; n < mono.length; n++) {
      const difference = mono[n]! - this.previous;
      this.previous = mono[n]!;
      this.energy += difference * difference;
      if (++this.filled === blockSamples) this.onBlock();
    }
  }

  private onBlock(): void {
    const { block, last, energy } = this;
    if (block === this.attack + aroundBlocks && this.lastSum > minRise * this.before) {
      if (this.times.length < maxTransients) this.times.push((this.attack * blockSamples) / analysisRateHz);
    }
    const isAttack = energy * aroundBlocks > minAttack * this.lastSum + aroundBlocks * floorEnergy;
    if (isAttack && block >= aroundBlocks && block - this.attack >= apartBlocks) {
      this.attack = block;
      this.before = this.lastSum;
    }
    const slot = block % aroundBlocks;
    this.lastSum = Math.max(0, this.lastSum + energy - last[slot]!);
    last[slot] = energy;
    this.block++;
    this.energy = 0;
    this.filled = 0;
  }

  /** Times of the onsets in seconds, rising. */
  finish(): Float64Array {
    return Float64Array.from(this.times);
  }
}

export interface GridFit {
  /** 0 … 1: length of the mean of the onsets' phases within the period. 1: all at one phase. */
  readonly concentration: number;
  /** −log10 of how often onsets at random are concentrated so much (Rayleigh's test). */
  readonly evidence: number;
}

/** How far onsets keep to a grid of `rateHz` marks a second. Fewer than eight onsets say nothing. */
export function onsetGridFit(times: Float64Array, rateHz: number): GridFit {
  if (times.length < 8) return { concentration: 0, evidence: 0 };
  let re = 0;
  let im = 0;
  for (const seconds of times) {
    const turns = 2 * Math.PI * ((seconds * rateHz) % 1);
    re += Math.cos(turns);
    im += Math.sin(turns);
  }
  const concentration = Math.hypot(re, im) / times.length;
  return { concentration, evidence: times.length * concentration ** 2 * Math.LOG10E };
}
