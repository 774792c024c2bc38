/**
 * Cuts a line into notes. Of all ways to cut it that one is taken whose notes begin where the network hears beginnings and keep to one
 * pitch each, by dynamic programming over the places where a note may begin (a segment model: Ostendorf et al., "From HMM's to segment
 * models", IEEE TSAP 1996, section III; of singing, Mauch et al., "Computer-aided melody note transcription using the Tony software", TENOR
 * 2015, cut by a hidden Markov model). Where a voice or a string trembles or glides the line changes its semitone, and the note network hears
 * onsets in a held note: neither alone begins a note.
 */
import { framesPerStep } from './landscapes.js';
import type { Landscape } from './melody-track.js';
import type { FollowedLine } from './note-beginnings.js';
import type { FrameNote } from './note-events.js';

const silentBelow = 0.01;
/** A note interrupted this shortly is one note. */
export const bridgeSteps = 3;
export const shortestSteps = 3;
/** Some ten seconds: longer ones are cut. */
const longestSteps = 430;

/**
 * Notes in frames of the activations. `weights`: of a beginning at each step, in steps in which the note's pitch is surely right. `earlyFrames`: by
 * which notes begin before their pitch is clear, less than two steps. Cost of a stretch without a pause: the square of the places where notes may
 * begin, ten seconds of them at most, and steps × pitches of memory.
 */
export function lineNotes(line: FollowedLine, weights: Float32Array, earlyFrames = 0): FrameNote[] {
  const notes = soundingStretches(line).flatMap((stretch) => cut(stretch, line, weights));
  return notes.map((note, at) => ({
    ...note,
    startFrame: Math.max(0, note.startFrame - earlyFrames),
    endFrame: Math.min(note.endFrame, (notes[at + 1]?.startFrame ?? Number.POSITIVE_INFINITY) - earlyFrames),
  }));
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** In steps; the path may run on through a short silence: that is no part of a note. */
function soundingStretches({ bins, landscape }: FollowedLine): Stretch[] {
  const { values, width } = landscape;
  const stretches: { start: number; end: number }[] = [];
  for (let step = 0; step < bins.length; step++) {
    const bin = bins[step]!;
    if (bin < 0 || values[step * width + bin]! < silentBelow) continue;
    const last = stretches.at(-1);
    if (last && step - last.end <= bridgeSteps) last.end = step + 1;
    else stretches.push({ start: step, end: step + 1 });
  }
  return stretches.filter(({ start, end }) => end - start >= shortestSteps);
}

/** Where a note may begin or end: where its weight has a peak, and where the line changes its pitch. */
function placesIn({ start, end }: Stretch, bins: Int16Array, weights: Float32Array): number[] {
  const places = [start];
  for (let step = start + 1; step < end; step++) {
    const next = weights[step + 1] ?? Number.NEGATIVE_INFINITY;
    const isPeak = weights[step]! >= weights[step - 1]! && weights[step]! > next;
    if (isPeak || bins[step] !== bins[step - 1]) places.push(step);
  }
  return [...places, end];
}

function cut(stretch: Stretch, line: FollowedLine, weights: Float32Array): FrameNote[] {
  const places = placesIn(stretch, line.bins, weights);
  const best = new Float64Array(places.length).fill(Number.NEGATIVE_INFINITY);
  best[0] = 0;
  const from = new Int32Array(places.length);
  const chosen = new Int16Array(places.length);
  const sums = new PitchSums(stretch, line.landscape);
  for (let to = 1; to < places.length; to++) {
    const pitch = new GrowingNote(line.bins, sums, places[to]!);
    for (let at = to - 1; at >= 0; at--) {
      const length = places[to]! - places[at]!;
      if (length > longestSteps && best[to]! > Number.NEGATIVE_INFINITY) break;
      pitch.growBack(places[at]!, places[at + 1]!);
      if (length < shortestSteps) continue;
      const value = best[at]! + (at === 0 ? 0 : weights[places[at]!]!) + pitch.sum;
      if (value <= best[to]!) continue;
      best[to] = value;
      from[to] = at;
      chosen[to] = pitch.bin;
    }
  }
  const notes: FrameNote[] = [];
  for (let to = places.length - 1; to > 0; to = from[to]!)
    notes.push(noteOf(places[from[to]!]!, places[to]!, chosen[to]!, line));
  return notes.reverse();
}

/** What each pitch holds from the beginning of a stretch on: what it holds between two steps is a difference. */
class PitchSums {
  private readonly sums: Float64Array;
  private readonly first: number;
  private readonly width: number;

  constructor({ start, end }: Stretch, { values, width }: Landscape) {
    this.first = start;
    this.width = width;
    this.sums = new Float64Array((end - start + 1) * width);
    for (let at = 0; at < (end - start) * width; at++)
      this.sums[at + width] = this.sums[at]! + values[start * width + at]!;
  }

  between(start: number, end: number, bin: number): number {
    const at = bin - this.first * this.width;
    return this.sums[end * this.width + at]! - this.sums[start * this.width + at]!;
  }
}

/** A note that is made longer at its beginning: of the pitches that the line has in it, the one that holds most in all of it. */
class GrowingNote {
  bin = 0;
  /** What its pitch holds. */
  sum = 0;
  private readonly bins: number[] = [];

  constructor(
    private readonly line: Int16Array,
    private readonly sums: PitchSums,
    private readonly end: number,
  ) {}

  growBack(start: number, end: number): void {
    for (let step = start; step < end; step++) {
      const bin = this.line[step]!;
      if (bin >= 0 && !this.bins.includes(bin)) this.bins.push(bin);
    }
    this.sum = 0;
    for (const bin of this.bins) {
      const held = this.sums.between(start, this.end, bin);
      if (held <= this.sum) continue;
      this.sum = held;
      this.bin = bin;
    }
  }
}

/** A note of some steps of a line, at one of its landscape's bins. */
export function noteOf(
  start: number,
  end: number,
  bin: number,
  { landscape, lowestMidi }: FollowedLine,
): FrameNote {
  const { values, width } = landscape;
  let sum = 0;
  for (let step = start; step < end; step++) sum += values[step * width + bin]!;
  return {
    startFrame: start * framesPerStep,
    endFrame: end * framesPerStep,
    midi: bin + lowestMidi,
    salience: Math.min(1, sum / (end - start)),
  };
}
