/**
 * The rhythm as it was read before the bar network: pulses of several tempi, classified one by one. Chooses among readings: which tempo, where the
 * beats are, which beats begin bars.
 */
import type { FrameNote } from '../../../src/music/description/note-events.js';
import type { PitchActivations } from '../../../src/music/description/pitch-activations.js';
import { medianInterval } from '../../../src/music/rhythm/median-interval.js';
import { mayHaveBeats, type OnsetEvidence } from '../../../src/music/rhythm/onset-evidence.js';
import type { TempoHypothesis } from '../../../src/music/song-description.js';
import { type CountedBars, countedBars } from './downbeats.js';
import { metricalFeatures } from './metrical-features.js';
import { placeProbabilities } from './metrical-network.js';
import { candidatePulses } from './pulses.js';
import { tempoPrior } from './tempo.js';

export interface Reading {
  readonly bpm: number;
  /** Frames of the beats, fractional, rising. */
  readonly beatFrames: readonly number[];
  /** Indexes into beatFrames. */
  readonly downbeats: readonly number[];
  readonly meter: 3 | 4;
  /** What speaks for the reading, in the order of `readingWeights`. */
  readonly evidence: readonly number[];
  /** Log likelihood up to a constant. */
  readonly score: number;
  /** The same pulses counted in the other metre. */
  readonly other: CountedReading;
}

interface CountedReading extends Pick<Reading, 'beatFrames' | 'downbeats' | 'meter' | 'score'> {}

/** The likeliest reading in the other metre, at whatever tempo. */
interface OtherMetre extends CountedReading {
  /** Of the metre, 0.1 … 0.5: over all readings in it. */
  readonly probability: number;
}

interface Rhythm extends Omit<Reading, 'other'> {
  readonly hypotheses: readonly TempoHypothesis[];
  /** Null where the metre is certain. */
  readonly otherMetre: OtherMetre | null;
}

/** A reading less likely than this beside the best is not kept as a hypothesis. */
const minKeptProbability = 0.1;
/** Prior, periodicity, how well the bars explain the pulses, mean onset strength on the pulses. */
const readingWeights = [1, 0.4, 2.5, 0.25];
const barsWeight = 2;
const sharpness = 2.5;
/**
 * The same for metres, fitted by likelihood on 327 rendered songs whose metre is written (the best value is 5 to 7 whichever
 * collection is left out).
 */
const metreSharpness = 6;

/** All readings, best first; empty where nothing repeats. */
function rhythmReadings(
  onsets: OnsetEvidence,
  activations: PitchActivations,
  notes: readonly FrameNote[],
): Reading[] {
  if (!mayHaveBeats(onsets)) return [];
  const { framesPerSecond } = onsets;
  const readings: Reading[] = [];
  for (const pulses of candidatePulses(onsets)) {
    const places = placeProbabilities(metricalFeatures(pulses.frames, onsets, activations, notes));
    const [bars, otherBars] = countedBars(places);
    const beatFrames = bars.beats.map((pulse) => pulses.frames[pulse]!);
    // The tempo as played: the curve may have drifted away from where it began.
    const bpm = (60 * framesPerSecond) / medianInterval(beatFrames);
    if (readings.some((other) => Math.abs(Math.log(other.bpm / bpm)) < 0.04)) continue;
    const evidence = [Math.log(tempoPrior(bpm)), Math.log(pulses.weight), bars.gain, pulses.strength];
    const score = evidence.reduce((sum, value, i) => sum + value * readingWeights[i]!, 0);
    readings.push({
      bpm,
      beatFrames,
      downbeats: bars.downbeats,
      meter: bars.meter,
      evidence,
      score,
      other: counted(otherBars, pulses.frames, score),
    });
  }
  return readings.sort((a, b) => b.score - a.score);
}

function counted(bars: CountedBars, frames: readonly number[], score: number): CountedReading {
  return {
    beatFrames: bars.beats.map((pulse) => frames[pulse]!),
    downbeats: bars.downbeats,
    meter: bars.meter,
    score: score - bars.behind * readingWeights[barsWeight]!,
  };
}

/** A reading's count in a metre, with its tempo as played in that count. */
function countedIn(reading: Reading, meter: 3 | 4, framesPerSecond: number): Omit<Reading, 'other'> {
  const { other, ...own } = reading;
  if (own.meter === meter) return own;
  return { ...own, ...other, bpm: (60 * framesPerSecond) / medianInterval(other.beatFrames) };
}

/** How likely the song is in three, over all readings. */
function probabilityOfThree(readings: readonly Reading[]): number {
  const best = readings[0]!.score;
  const weights = { 3: 0, 4: 0 };
  for (const { meter, score } of readings.flatMap((reading) => [reading, reading.other]))
    weights[meter] += Math.exp(metreSharpness * (score - best));
  return weights[3] / (weights[3] + weights[4]);
}

/**
 * The best reading in the likelier metre, and how likely half or double time are beside it. Null where there is no beat.
 * The metre is decided over all readings: one good reading in three is outweighed by several that are nearly as good in four.
 */
export function findRhythm(
  onsets: OnsetEvidence,
  activations: PitchActivations,
  notes: readonly FrameNote[],
): Rhythm | null {
  const readings = rhythmReadings(onsets, activations, notes);
  return readings.length > 0 ? chosenRhythm(readings, onsets.framesPerSecond) : null;
}

/** `readings`: best first, at least one. */
export function chosenRhythm(readings: readonly Reading[], framesPerSecond: number): Rhythm {
  const three = probabilityOfThree(readings);
  const meter = three > 0.5 ? 3 : 4;
  const ranked = (metre: 3 | 4): Omit<Reading, 'other'>[] =>
    readings.map((one) => countedIn(one, metre, framesPerSecond)).sort((a, b) => b.score - a.score);
  const [main, ...rest] = ranked(meter) as [Omit<Reading, 'other'>, ...Omit<Reading, 'other'>[]];
  const others = rest.flatMap(({ bpm, score }) => {
    const ratio = [0.5, 2].find((each) => Math.abs(Math.log2(bpm / main.bpm / each)) < 0.1);
    const weight = Math.exp(sharpness * (score - main.score));
    return ratio !== undefined && weight > minKeptProbability ? [{ ratio, weight }] : [];
  });
  const total = 1 + others.reduce((sum, { weight }) => sum + weight, 0);
  const probability = Math.min(three, 1 - three);
  const { beatFrames, downbeats, meter: second, score } = ranked(meter === 3 ? 4 : 3)[0]!;
  return {
    ...main,
    hypotheses: others.map(({ ratio, weight }) => ({ ratio, probability: weight / total })),
    otherMetre:
      probability < minKeptProbability ? null : { beatFrames, downbeats, meter: second, score, probability },
  };
}
