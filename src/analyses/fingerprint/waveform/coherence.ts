/**
 * Whether two recordings are one waveform. A room, a telephone and noise leave a copy's waveform coherent with the
 * original's at one delay, that of the direct sound; another rendition of the same notes, whatever its timing, is not.
 * The generalised cross-correlation with phase transform (Knapp and Carter 1976) of short blocks, summed over the
 * blocks along a line of delays: clocks differ, and a place is known to a frame only.
 */
import { hannWindow } from '../../../signal/window.js';
import { framing } from '../parameters.js';
import { BlockCorrelator, type CorrelatedBlocks } from './block-correlator.js';
import { type StrongestLag, strongestSum } from './delay-lines.js';
import { heldBlocks } from './held-blocks.js';
import { isSameWaveform, isSurelySameWaveform, type WaveformMeasurements } from './waveform-odds.js';

export interface Coherence extends WaveformMeasurements {
  /** Of the direct sound, 0 … 1: 1 where one is a delayed copy of the other, about the share of direct sound in a room. */
  readonly coefficient: number;
  /** The geometric mean of what it is over all delays and over those just before it. */
  readonly prominence: number;
  /** Samples by which the query comes later than the song, in the middle. */
  readonly lagSamples: number;
  /** Samples a sample by which it comes ever later: what the assumed speed was wrong by. */
  readonly drift: number;
  /** Energy of the reflections, 3 to 37 ms behind the direct sound, over the direct sound's; none: about 0. */
  readonly reflections: number;
  /** Of the blocks of a second, every half second: those in which the query sounds, and those that show the delay. */
  readonly heard: readonly boolean[];
  readonly shown: readonly boolean[];
  /** Those that show it, and those in which the song is likelier heard than not (held-blocks.ts). */
  readonly held: readonly boolean[];
}

/** Seconds from one block to the next. */
export const coherenceHopSeconds = 0.512;

/** Rate of the samples that are compared: twice a telephone's band, which is all that is looked at. */
export const coherenceRateHz = framing.sampleRateHz / 2;
/** A second: longer than what a room does, short enough for clocks that differ. */
const blockSamples = 8192;
const hopSamples = coherenceHopSeconds * coherenceRateHz;
/** A telephone's band. */
const lowBin = Math.round((300 / coherenceRateHz) * blockSamples);
const highBin = Math.round((3400 / coherenceRateHz) * blockSamples);
/**
 * Delays searched, both ways: reverberation makes peaks late, by up to 0.1 s. They are a small part of a block, whose
 * window hides what a delay carries round its ends.
 */
const maxDelaySamples = 0.12 * coherenceRateHz;
const lags = 2 * maxDelaySamples + 1;
/** Drifts searched, in steps that blur no block. */
const driftStep = 3e-5;
const driftSteps = 33;
const drifts = Array.from({ length: driftSteps }, (_, step) => (step - (driftSteps >> 1)) * driftStep);
/** A synthesiser's dither is the same in all that it plays: blocks and bins at its level show nothing. */
const quietDecibels = -55;
const floorDecibels = -75;
/** Chance alone reaches so much in a hundred blocks, and a copy that can be shown by all of its blocks more in half of them. */
const hopelessProminence = 4.5;

/** Whether not even more of the two could show one recording at this place and speed. */
export function isHopeless({ prominence }: Pick<Coherence, 'prominence'>): boolean {
  return prominence < hopelessProminence;
}

/** Whether half of the blocks, which show less than all, say that most of the query is the song, or are sure. */
function saysWhere(half: WaveformMeasurements): boolean {
  return half.shownShare >= 0.5 || isSurelySameWaveform(half);
}

/** With fewer blocks nothing can be decided. */
const minBlocks = 3;

/**
 * Of two mono recordings at coherenceRateHz that begin at one moment of the music, to 0.1 s, and run at one
 * speed, to 0.04 %. Where every second block shows nothing at all, or what `isDecided` takes for one recording, the others are
 * not compared. Null where there is too little sound.
 */
export async function waveformCoherence(
  query: Float32Array,
  song: Float32Array,
  isDecided: (half: WaveformMeasurements) => boolean = isSameWaveform,
): Promise<Coherence | null> {
  const blocks = Math.floor((Math.min(query.length, song.length) - blockSamples) / hopSamples) + 1;
  const correlations: Float32Array[] = Array.from({ length: Math.max(0, blocks) }, () => quiet);
  const heard = correlations.map(() => false);
  const correlator = await BlockCorrelator.create(correlated);
  /** The line through the blocks correlated so far; null where they are too few. */
  const lineFrom = (first: number): Omit<Coherence, 'heard'> | null => {
    for (let block = first; block < blocks; block += 2) {
      const at = block * hopSamples;
      const [q, s] = [query.subarray(at, at + blockSamples), song.subarray(at, at + blockSamples)];
      heard[block] = isLoud(q);
      if (heard[block] && isLoud(s)) correlations[block] = correlator.correlate(q, s);
    }
    const loud = correlations.filter((correlation) => correlation !== quiet).length;
    if (loud < minBlocks) return null;
    const { line, ofBlocks, phase } = strongestLine(correlations, loud);
    const { agreements, shown, strays } = blocksOn(correlations, line, ofBlocks, phase);
    const sounding = heard.filter(Boolean).length;
    const held = heldBlocks(agreements).map((isHeld, block) => heard[block]! && (isHeld || shown[block]!));
    return { ...line, shown, strays, held, shownShare: shown.filter(Boolean).length / sounding };
  };
  try {
    // Blocks overlap by half: every second one alone shows what is surely another recording, and what is surely this one.
    const half = lineFrom(0);
    const isEnough = half && (isHopeless(half) || (isDecided(half) && saysWhere(half)));
    const line = isEnough ? half : lineFrom(1);
    return line && { ...line, heard };
  } finally {
    correlator.dispose();
  }
}

type Line = Omit<Coherence, 'heard' | 'shown' | 'held' | 'shownShare' | 'strays'>;

/** A block shows the delay where its correlation there, added to its neighbours', stands so far out of all delays'. */
const shownProminence = 3;
/** Blocks on either side that are added: in noise one alone shows little, and its ends are known to a second or so. */
const neighbours = 2;
/** A block's own strongest delay is another one where it stands so far out: chance among all delays reaches 4.5. */
const strayProminence = 6;
/** Samples about the line that are its delay. */
const onLineSamples = 2;

interface BlocksOnLine extends Pick<Coherence, 'shown' | 'strays'> {
  /** By what each agrees at the line's delay (held-blocks.ts); null where it was not compared. */
  readonly agreements: readonly (number | null)[];
}

/** Which blocks show the line's delay, and the share of those whose sound agrees at another one, as notes that are played anew do. */
function blocksOn(
  correlations: readonly Float32Array[],
  line: Line,
  ofBlocks: readonly (StrongestLag | null)[],
  phase: Phase,
): BlocksOnLine {
  const middle = (correlations.length - 1) / 2;
  const lagAt = (block: number): number =>
    maxDelaySamples + line.lagSamples + Math.round(line.drift * hopSamples * (block - middle));
  let compared = 0;
  let strays = 0;
  /** Mean energy of each block's delays. */
  const typical = ofBlocks.map((strongest, block) => {
    if (!strongest) return 0;
    compared++;
    const { lag, energy, typicalEnergy } = strongest;
    const isOff = Math.abs(lag - lagAt(block)) > onLineSamples;
    if (isOff && energy > strayProminence ** 2 * typicalEnergy) strays++;
    return typicalEnergy;
  });
  const shows = (block: number, beside: number): boolean => {
    let [re, im, chance] = [0, 0, 0];
    for (let near = block - neighbours; near <= block + neighbours; near++) {
      const correlation = correlations[near] ?? quiet;
      const at = 2 * (lagAt(near) + beside);
      re += correlation[at] ?? 0;
      im += correlation[at + 1] ?? 0;
      chance += typical[near] ?? 0;
    }
    return re * re + im * im > shownProminence ** 2 * chance;
  };
  const shown = correlations.map(
    (correlation, block) => correlation !== quiet && [-1, 0, 1].some((beside) => shows(block, beside)),
  );
  const agreements = correlations.map((correlation, block) => {
    if (!typical[block]) return null;
    const at = 2 * lagAt(block);
    const inPhase = (correlation[at] ?? 0) * phase.re + (correlation[at + 1] ?? 0) * phase.im;
    return inPhase / Math.sqrt(typical[block]!);
  });
  return { shown, strays: compared > 0 ? strays / compared : 0, agreements };
}

/** Of a sum of correlations: a complex number of magnitude 1. */
interface Phase {
  readonly re: number;
  readonly im: number;
}

/** The correlation of a block that shows nothing. */
const quiet = new Float32Array(0);

function isLoud(samples: Float32Array): boolean {
  const wanted = samples.length * 10 ** (quietDecibels / 10);
  let sum = 0;
  for (let n = 0; n < samples.length; n++) {
    sum += samples[n]! * samples[n]!;
    // Most blocks are loud by their first milliseconds.
    if (sum > wanted) return true;
  }
  return false;
}

const blockWindow = hannWindow(blockSamples);
/** Magnitudes of a bin below this are dither. */
const minMagnitude =
  blockWindow.reduce((sum, weight) => sum + weight * weight, 0) * 10 ** (floorDecibels / 10);

const correlated: CorrelatedBlocks = {
  window: blockWindow,
  band: { low: lowBin, high: highBin },
  minMagnitude,
  maxDelaySamples,
};

/** The line delay = lag + drift · time along which the blocks' correlations add up to most. */
function strongestLine(
  correlations: readonly Float32Array[],
  loud: number,
): { readonly line: Line; readonly ofBlocks: readonly (StrongestLag | null)[]; readonly phase: Phase } {
  const strongest = strongestSum(correlations, {
    lags,
    drifts: drifts.map((drift) => drift * hopSamples),
  });
  const direct = strongest.lag;
  const { sums, typicalEnergy: typical } = strongest;
  const energy = energyBetween(sums, direct);
  const overAll = typical > 0 ? Math.sqrt(energy / typical) : 0;
  const overNear = overJustBefore(sums, direct, energy);
  const line = {
    coefficient: Math.sqrt(energy) / loud,
    lagSamples: direct - maxDelaySamples,
    drift: drifts[strongest.line]!,
    overAll,
    overNear,
    prominence: Math.sqrt(overAll * overNear),
    reflections: reflections(sums, direct),
  };
  const magnitude = Math.sqrt(energyAt(sums, direct)) || 1;
  const phase = { re: sums[2 * direct]! / magnitude, im: sums[2 * direct + 1]! / magnitude };
  return { line, ofBlocks: strongest.ofBlocks, phase };
}

/** Delays just before the direct sound: reflections come behind it, and tones reach to both sides. */
const justBefore = { from: 4, to: 32 } as const;

/** How far a coefficient stands out of those at delays just before it; of as many behind it where those before it were not searched. */
function overJustBefore(sums: Float32Array, direct: number, directEnergy: number): number {
  let energy = 0;
  for (let apart = justBefore.from; apart <= justBefore.to; apart++)
    energy += energyAt(sums, direct >= apart ? direct - apart : direct + apart);
  const count = justBefore.to - justBefore.from + 1;
  return energy > 0 ? Math.sqrt((directEnergy * count) / energy) : 0;
}

/** Of the maximum, which lies between two delays: by a parabola through the magnitudes. */
function energyBetween(sums: Float32Array, lag: number): number {
  const [before, at, after] = [lag - 1, lag, lag + 1].map((near) => Math.sqrt(energyAt(sums, near))) as [
    number,
    number,
    number,
  ];
  const curvature = before - 2 * at + after;
  return curvature < 0 ? (at - (before - after) ** 2 / (8 * curvature)) ** 2 : at * at;
}

function energyAt(sums: Float32Array, lag: number): number {
  return (sums[2 * lag] ?? 0) ** 2 + (sums[2 * lag + 1] ?? 0) ** 2;
}

const reflectionSamples = { from: 24, to: 296 } as const;

/** Reflections come behind the direct sound; what noise and the music itself leave lies on both sides equally. */
function reflections(sums: Float32Array, direct: number): number {
  let surplus = 0;
  for (let apart = reflectionSamples.from; apart < reflectionSamples.to; apart++) {
    // Both sides, or neither: the delays searched end somewhere.
    if (direct - apart < 0 || direct + apart >= lags) break;
    surplus += energyAt(sums, direct + apart) - energyAt(sums, direct - apart);
  }
  const energy = energyAt(sums, direct);
  return energy > 0 ? surplus / energy : 0;
}
