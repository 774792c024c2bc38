/** Named measurements of the readings of a song: each tempo that is tried, counted in three and in four. */
import type { FrameNote } from '../../../src/music/description/note-events.js';
import type { PitchActivations } from '../../../src/music/description/pitch-activations.js';
import { countedBars } from '../../../src/music/rhythm/downbeats.js';
import { placeProbabilities } from '../../../src/music/rhythm/metrical-network.js';
import type { OnsetEvidence } from '../../../src/music/rhythm/onset-evidence.js';
import { candidatePulses } from '../../../src/music/rhythm/pulses.js';
import { medianInterval } from '../../../src/music/rhythm/rhythm.js';
import { accentFeatureNames, accentFeatures } from './accent-features.js';
import { beginningsOf, type Count, type PulsedSong, pulsedSong } from './counted-song.js';
import { divisionFeatureNames, divisionFeatures } from './division-features.js';
import { repetitionFeatureNames, repetitionFeatures, repetitionOf } from './repetition-features.js';
import { tempoFeatureNames, tempoFeatures } from './tempo-features.js';

export const readingFeatureNames: readonly string[] = [
  ...tempoFeatureNames,
  ...divisionFeatureNames,
  ...accentFeatureNames,
  ...repetitionFeatureNames,
];

export interface MeasuredReading {
  readonly meter: 3 | 4;
  readonly bpm: number;
  /** Frames of the beats, fractional, rising. */
  readonly beatFrames: readonly number[];
  /** Indexes into beatFrames. */
  readonly downbeats: readonly number[];
  /** In the order of the names. */
  readonly features: readonly number[];
}

/** Tempos that differ by less, as a natural logarithm, are one, as in the product. */
const sameTempo = 0.04;

/** Every tempo in its likelier metre, then in the other; empty where nothing repeats. */
export function measuredReadings(
  onsets: OnsetEvidence,
  activations: PitchActivations,
  notes: readonly FrameNote[],
): MeasuredReading[] {
  if (onsets.isEmpty) return [];
  const beginnings = beginningsOf(notes);
  const tempos: number[] = [];
  return candidatePulses(onsets).flatMap((pulses): MeasuredReading[] => {
    const song = pulsedSong(pulses, onsets, activations, notes, beginnings);
    const counts = countedBars(placeProbabilities(song.features));
    const tempoOf = (frames: readonly number[]): number =>
      (60 * onsets.framesPerSecond) / medianInterval(frames);
    const counted = counts.map(({ beats }) => beats.map((pulse) => pulses.frames[pulse]!));
    const bpm = tempoOf(counted[0]!);
    if (tempos.some((known) => Math.abs(Math.log(known / bpm)) < sameTempo)) return [];
    tempos.push(bpm);
    const features = readingFeatures(song, counts);
    return counts.map(({ meter, downbeats }, at) => ({
      meter,
      bpm: tempoOf(counted[at]!),
      beatFrames: counted[at]!,
      downbeats,
      features: features[at]!,
    }));
  });
}

/** Of the same pulses counted both ways, a row each, in the order of `counts`. */
function readingFeatures(song: PulsedSong, counts: readonly [Count, Count]): [number[], number[]] {
  const repetition = repetitionOf(song);
  const row = (count: Count, other: Count): number[] => [
    ...tempoFeatures(song, count, other),
    ...divisionFeatures(song, count),
    ...accentFeatures(song, count),
    ...repetitionFeatures(repetition, count),
  ];
  return [row(counts[0], counts[1]), row(counts[1], counts[0])];
}
