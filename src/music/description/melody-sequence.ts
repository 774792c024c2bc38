/**
 * A second look at the candidates of a melody in their order: what is measured of each by itself and its neighbours, and
 * where it stands after the one before it, for a network that reads them as one sequence. Most candidates are out of the
 * question at first look; those are left out, so that the sequence spans more of the song.
 */
import { runSequenceNetwork, type SequenceNetwork } from '../../signal/sequence-network.js';
import type { MelodyCandidate } from './melody-candidates.js';
import { contextFeatureNames } from './melody-context.js';
import { melodyFeatureNames } from './melody-features.js';
import { songFeatureNames } from './melody-song.js';

/** What the second look measures: the note, the first answers around it, the song. */
export const secondLookFeatureNames = [...melodyFeatureNames, ...contextFeatureNames, ...songFeatureNames];

const placeFeatureNames = [
  'octaves-above-middle-c',
  'since-candidate-before',
  'begins-with-candidate-before',
  'length',
  'first-answer',
  'own-level',
];

export const sequenceFeatureNames = [...secondLookFeatureNames, ...placeFeatureNames];
export const sequenceFeatureCount = sequenceFeatureNames.length;

/** A candidate less likely than this at first look is no part of the sequence: log-odds. The weights were fitted with it. */
export const minFirstAnswer = -5;

const middleC = 60;
const longestStepSeconds = 1;
const togetherSeconds = 0.03;
const longestSeconds = 4;
const lowestAnswer = -6;
const highestAnswer = 4;
/** Brings what is measured to a size of about one. */
const perSecond = 4;
const perAnswer = 1 / 3;
const perLevel = 1 / 20;

export interface MelodySequence {
  /** Of the candidates that are in it, ascending. */
  readonly places: Int32Array;
  /** places × sequenceFeatureCount. */
  readonly rows: Float32Array;
}

/** `notes` are sorted by start; `measured` is notes × secondLookFeatureNames, `first` the first look's log-odds. */
export function melodySequence(
  notes: readonly MelodyCandidate[],
  measured: Float32Array,
  first: Float32Array,
  framesPerSecond: number,
): MelodySequence {
  const places = Int32Array.from(notes.keys()).filter((place) => first[place]! > minFirstAnswer);
  const rows = new Float32Array(places.length * sequenceFeatureCount);
  const width = secondLookFeatureNames.length;
  let before = places.length > 0 ? notes[places[0]!]!.startFrame : 0;
  for (let row = 0; row < places.length; row++) {
    const place = places[row]!;
    const { startFrame, endFrame, midi, level } = notes[place]!;
    const step = (startFrame - before) / framesPerSecond;
    before = startFrame;
    let at = row * sequenceFeatureCount;
    for (let i = 0; i < width; i++) rows[at++] = measured[place * width + i]!;
    rows[at++] = (midi - middleC) / 12;
    rows[at++] = Math.min(longestStepSeconds, step) * perSecond;
    rows[at++] = step < togetherSeconds ? 1 : 0;
    rows[at++] = Math.min(longestSeconds, (endFrame - startFrame) / framesPerSecond);
    rows[at++] = Math.max(lowestAnswer, Math.min(highestAnswer, first[place]!)) * perAnswer;
    rows[at++] = level * perLevel;
  }
  return { places, rows };
}

/** Log-odds of every candidate: the mean of what the networks answer; of those outside of the sequence the first answer. */
export function sequenceAnswers(
  networks: readonly SequenceNetwork[],
  { places, rows }: MelodySequence,
  first: Float32Array,
): Float32Array {
  const answers = Float32Array.from(first);
  const sums = new Float64Array(places.length);
  for (const network of networks) {
    const own = runSequenceNetwork(network, rows);
    for (let row = 0; row < sums.length; row++) sums[row]! += own[row]!;
  }
  for (let row = 0; row < sums.length; row++) answers[places[row]!] = sums[row]! / networks.length;
  return answers;
}
