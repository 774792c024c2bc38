/**
 * A query's level contrast summed over a song's peaks under assumed changes, at every place of the song, by a WebAssembly SIMD kernel
 * (wasm/level-sums.ts).
 */
import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { reserveBytes, wasm } from '../../../signal/wasm/wasm.js';
import { framesPerSecond } from '../parameters.js';
import { type ChangeKind, kindOf } from './assumed-changes.js';
import type { LevelContrast } from './level-contrast.js';
import { type AssumedChange, layOutRows, type RowLayout, writeRows } from './level-rows.js';
import type { ScoredPlace } from './place-fit.js';
import { drawnPeaks, minPeaks, overlappingPlaces, unit } from './scoring.js';

/** Places nearer than this are one. */
const distinctSeconds = 0.5;
const wordBytes = 4;
/** From this many frames a step has several peaks, which are added up first. */
const longSteps = 12;

/** One memory for all sweeps of the process: each is through before another begins. */
const memory = new wasm.Memory({ initial: 8 });
const kernel = instantiateKernel('level-sums', memory);

/** How finely places are distinguished, and what the query may have undergone. */
export interface SumsPlan {
  /** Frames of a step from place to place. */
  readonly framesPerStep: number;
  readonly changes: readonly AssumedChange[];
}

/** Scores at places a step apart; at the first the query ends with the song's first step. Valid until the next ones. */
interface Scores {
  readonly change: AssumedChange;
  readonly steps: number;
  /** Index of the highest; −1 where none is above chance. */
  readonly highest: number;
  readonly values: Float32Array;
}

/** The scores of one query at the places of many songs. The next instance takes its memory. */
export class LevelSums {
  private readonly framesPerStep: number;
  private readonly layout: RowLayout;
  private readonly add: typeof kernel.add;

  constructor(contrast: LevelContrast, { framesPerStep, changes }: SumsPlan) {
    this.framesPerStep = framesPerStep;
    this.add = framesPerStep < longSteps ? kernel.add : kernel.addBySteps;
    this.layout = layOutRows(contrast.frames, framesPerStep, changes);
    reserveBytes(memory, this.layout.bytes);
    writeRows(memory.buffer, this.layout, contrast, framesPerStep);
  }

  /** The best place of a song, by its packed peaks, under any of the changes; null where none is above chance. */
  best(packed: Uint8Array): ScoredPlace | null {
    return this.bestOfKinds(packed)[0] ?? null;
  }

  /** The best place under the changes of each kind, or under those of them that are `wanted`; kinds in the order of their best, without those of none above chance. */
  bestOfKinds(packed: Uint8Array, wanted?: (change: AssumedChange) => boolean): ScoredPlace[] {
    const best = new Map<ChangeKind, ScoredPlace>();
    this.each(packed, wanted, (scores) => {
      const { change, highest, values } = scores;
      const kind = kindOf(change);
      if (highest >= 0 && values[highest]! / unit > (best.get(kind)?.score ?? 0))
        best.set(kind, this.placeAt(scores, highest));
    });
    return [...best.values()].sort((a, b) => b.score - a.score);
  }

  /** At most `limit` places of a song under the first change whose scores are at least `shareOfBest` of the best one's, best first. */
  places(packed: Uint8Array, limit: number, shareOfBest: number): ScoredPlace[] {
    const places: ScoredPlace[] = [];
    const distinct = Math.round((distinctSeconds * framesPerSecond) / this.framesPerStep);
    this.each(packed, undefined, (scores) => {
      const { values } = scores;
      let { highest } = scores;
      while (places.length < limit && highest >= 0) {
        const place = this.placeAt(scores, highest);
        if (place.score < shareOfBest * (places[0]?.score ?? 0)) break;
        places.push(place);
        values.fill(0, Math.max(0, highest - distinct), highest + distinct + 1);
        highest = values.reduce((best, score, at) => (score > (values[best] ?? 0) ? at : best), -1);
      }
    });
    return places;
  }

  private placeAt({ change, steps, values }: Scores, place: number): ScoredPlace {
    return {
      ...change,
      startFrames: (place + 1 - steps) * this.framesPerStep,
      score: values[place]! / unit,
    };
  }

  /** Calls `visit` with the scores under each change that is wanted; where that is not given, each. */
  private each(
    packed: Uint8Array,
    wanted: ((change: AssumedChange) => boolean) | undefined,
    visit: (scores: Scores) => void,
  ): void {
    const { framesPerStep, layout } = this;
    const packedAt = layout.bytes;
    const wordsAt = 4 * Math.ceil((packedAt + packed.length) / 4);
    const sumsAt = wordsAt + (wordBytes / 2) * packed.length;
    reserveBytes(memory, sumsAt);
    new Uint8Array(memory.buffer, packedAt, packed.length).set(packed);
    const songSteps = Math.floor(kernel.lastHalfFrame(packedAt, packed.length) / (2 * framesPerStep)) + 1;
    const room = 2 * Math.ceil((songSteps + layout.longestStride) / 2);
    const countsAt = sumsAt + 2 * room;
    const scoresAt = countsAt + 2 * room;
    reserveBytes(memory, scoresAt + 4 * room);
    const { buffer } = memory;
    new Uint8Array(buffer, countsAt, 2 * room).fill(0);
    const count = kernel.unpack(
      packedAt,
      packed.length,
      2 * framesPerStep,
      layout.isUsedAt,
      wordsAt,
      countsAt,
    );
    if (count === 0) return;
    const sums = new Uint8Array(buffer, sumsAt, 2 * room);
    const values = new Float32Array(buffer, scoresAt, room);
    for (const { change, steps, stride, rowOfAt, rowsAt } of layout.changed) {
      if (wanted && !wanted(change)) continue;
      sums.fill(0);
      this.add(wordsAt, count, rowOfAt, rowsAt, stride, sumsAt);
      const { first, end } = overlappingPlaces(songSteps, steps, framesPerStep);
      const highest = kernel.scores(sumsAt, countsAt, steps, first, end, minPeaks, drawnPeaks, scoresAt);
      visit({ change, steps, highest, values: values.subarray(0, end) });
    }
  }
}
