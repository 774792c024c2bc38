/**
 * Whether a query that a stretcher changed has the song's own fine structure (ours). A stretcher makes a waveform of its own,
 * and keeps how the level of each band wavers while notes sound: beating partials, vibrato, breath, noise.
 * Another rendition of the same notes shares their beginnings and decays and little of that; reverberation leaves it in the direct sound.
 */
import type { KernelTools } from '../../../domain/compute.js';
import { framing } from '../parameters.js';
import { samplesBetween } from '../waveform/samples-between.js';
import { type BandLevels, changesOf, type FrameLine, LevelMeter } from './band-levels.js';
import { isSameFineStructure } from './fine-structure-odds.js';
import { alignRises, risesOf } from './rises.js';
import {
  compareSustained,
  type FineMeasurements,
  type FineStructure,
  fineFramesPerSecond,
} from './sustained-levels.js';

/** Where the stretch's beginning lies: song seconds = startSeconds + scale · its seconds; its pitch above the song's. */
export interface FinePlace {
  readonly startSeconds: number;
  readonly scale: number;
  readonly pitchCents: number;
}

/** A stretch of the query, and where in the song it may lie. */
export interface FineInput {
  readonly queryPath: string;
  readonly songPath: string;
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** The likeliest first; compared until one is the same recording. */
  readonly places: readonly FinePlace[];
}

const rateHz = framing.sampleRateHz;
const hopSamples = rateHz / fineFramesPerSecond;
/** Frames by which a place may be wrong: peaks are late in reverberation. */
const maxLateFrames = 15;
/** With less nothing can be decided. */
const minFrames = 300;

/**
 * The fine structure at each place that was compared, in their order; null where there is too little sound. `isDecided` ends
 * the comparisons: what fits the odds compares all places.
 */
export async function compareFineStructures(
  { queryPath, songPath, fromSeconds, toSeconds, places }: FineInput,
  tools: KernelTools,
  isDecided: (measured: FineMeasurements) => boolean = isSameFineStructure,
): Promise<(FineStructure | null)[]> {
  const query = await samplesBetween(tools, queryPath, fromSeconds, toSeconds);
  const seconds = toSeconds - fromSeconds;
  const first = Math.max(0, Math.min(...places.map(({ startSeconds }) => startSeconds)) - 1);
  const last = Math.max(...places.map(({ startSeconds, scale }) => startSeconds + scale * seconds)) + 1;
  const song = await samplesBetween(tools, songPath, first, Math.max(first, last));
  const comparison = await FineComparison.create(query);
  try {
    const found: (FineStructure | null)[] = [];
    for (const place of places) {
      const measured = comparison.at(song, { ...place, startSeconds: place.startSeconds - first });
      found.push(measured);
      if (measured && isDecided(measured)) break;
    }
    return found;
  } finally {
    comparison.dispose();
  }
}

/** Compares a query with songs. Mono samples at framing.sampleRateHz. To be disposed of. */
export class FineComparison {
  private readonly query: BandLevels;

  static async create(query: Float32Array): Promise<FineComparison> {
    return new FineComparison(query, await LevelMeter.create());
  }

  private constructor(
    query: Float32Array,
    private readonly meter: LevelMeter,
  ) {
    const line: FrameLine = { startSamples: hopSamples / 2, stepSamples: hopSamples };
    this.query = meter.measure(query, line, Math.floor(query.length / hopSamples), 1);
  }

  dispose(): void {
    this.meter.dispose();
  }

  /** `startSeconds` counts from the beginning of `song`. Null where there is too little sound. */
  at(song: Float32Array, { startSeconds, scale, pitchCents }: FinePlace): FineStructure | null {
    const { query, meter } = this;
    const { frames } = query;
    if (frames < minFrames) return null;
    const ratio = 2 ** (-pitchCents / 1200);
    const stepSamples = scale * hopSamples;
    const songLine = (firstFrame: number, faster: number): FrameLine => ({
      // The middle of the query stays where it is.
      startSamples: startSeconds * rateHz + stepSamples * (firstFrame + 0.5 - (faster * frames) / 2),
      stepSamples: stepSamples * (1 + faster),
    });
    const wide = meter.measure(song, songLine(-maxLateFrames, 0), frames + 2 * maxLateFrames, ratio);
    const { lateFrames, faster } = alignRises(risesOf(query), risesOf(wide), maxLateFrames);
    const there = meter.measure(song, songLine(lateFrames, faster), frames, ratio);
    return compareSustained(changesOf(query), changesOf(there));
  }
}
