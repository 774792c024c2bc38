/** What is measured of a song once for each tempo that is tried, before its bars are counted in three or in four. */
import type { FrameNote } from '../../../src/music/description/note-events.js';
import type { PitchActivations } from '../../../src/music/description/pitch-activations.js';
import { type Chroma, chromaBetween } from '../../../src/music/harmony/chroma.js';
import { metricalFeatures } from '../../../src/music/rhythm/metrical-features.js';
import type { OnsetEvidence } from '../../../src/music/rhythm/onset-evidence.js';
import type { Pulses } from '../../../src/music/rhythm/pulses.js';

export interface PulsedSong {
  readonly pulses: Pulses;
  readonly framesPerSecond: number;
  /** Strength of onsets, by frames. */
  readonly onsets: Float32Array;
  /** pulses × metricalFeatureCount. */
  readonly features: Float32Array;
  /** From each pulse to the next. */
  readonly chroma: Chroma;
  /** Frames at which one note or more begin, rising. */
  readonly beginnings: readonly number[];
}

/** A count of the pulses in one metre. */
export interface Count {
  readonly meter: 3 | 4;
  /** Indexes of pulses, rising. */
  readonly beats: readonly number[];
  /** Indexes into `beats`, rising. */
  readonly downbeats: readonly number[];
  /** How much better the places in these bars explain the pulses than chance does (log likelihood a pulse). */
  readonly gain: number;
}

/** `beginnings`: as beginningsOf gives them, once a song. */
export function pulsedSong(
  pulses: Pulses,
  onsets: OnsetEvidence,
  activations: PitchActivations,
  notes: readonly FrameNote[],
  beginnings: readonly number[],
): PulsedSong {
  const { frames } = pulses;
  const last = frames.at(-1)!;
  return {
    pulses,
    framesPerSecond: onsets.framesPerSecond,
    onsets: onsets.all,
    features: metricalFeatures(frames, onsets, activations, notes),
    chroma: chromaBetween(activations, [...frames, last + (last - frames.at(-2)!)]),
    beginnings,
  };
}

/** Notes of a chord are heard to begin within this many frames. */
const togetherFrames = 3;

/** `notes`: sorted by their starts. */
export function beginningsOf(notes: readonly FrameNote[]): number[] {
  const beginnings: number[] = [];
  for (const { startFrame } of notes)
    if (startFrame - (beginnings.at(-1) ?? Number.NEGATIVE_INFINITY) > togetherFrames)
      beginnings.push(startFrame);
  return beginnings;
}
