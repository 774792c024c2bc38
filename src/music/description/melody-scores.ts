/** How much each candidate looks like a note of the melody: a first look at the note, a second at its neighbours and the song. */
import { runNetwork } from '../../signal/small-network.js';
import type { MelodyCandidate } from './melody-candidates.js';
import { contextFeatureCount, contextFeatures } from './melody-context.js';
import { melodyFeatureCount, melodyFeatures } from './melody-features.js';
import { melodyNetworks, secondLookFeatureNames } from './melody-networks.js';
import { songFeatureCount, songFeatures } from './melody-song.js';

export const secondLookFeatureCount = secondLookFeatureNames.length;

/** Log odds of each note. `notes` are sorted by start. */
export function melodyScores(notes: readonly MelodyCandidate[], framesPerSecond: number): Float32Array {
  const features = melodyFeatures(notes, framesPerSecond);
  const { note, context } = melodyNetworks();
  const first = runNetwork(note, features);
  const second = runNetwork(context, secondLook(notes, features, first, framesPerSecond));
  return amongThePresent(notes, second, framesPerSecond);
}

const presentSeconds = 4;
/** The least weight of the best note around. */
const minBest = 1;
const clearOnset = 0.5;
const clearSalience = 0.4;
/** Of a noise's candidates one in five hundred is clear, of music’s seldom fewer than one in twenty. */
const minClearShare = 0.02;
const inNoise = 6;

/**
 * The networks know accompanied melodies; of a single flute they think little. Where clear notes sound, the best of them
 * lead, so all around it are raised until the best is as sure as `minBest`. Where next to none is clear, as in noise,
 * all are lowered: the networks have never heard any, and take it for anything.
 */
export function amongThePresent(
  notes: readonly MelodyCandidate[],
  logOdds: Float32Array,
  framesPerSecond: number,
): Float32Array {
  const halfWidth = presentSeconds * framesPerSecond;
  let from = 0;
  let to = 0;
  return logOdds.map((value, index) => {
    const { startFrame } = notes[index]!;
    while (notes[from]!.startFrame < startFrame - halfWidth) from++;
    while (to < notes.length && notes[to]!.startFrame <= startFrame + halfWidth) to++;
    let best = Number.NEGATIVE_INFINITY;
    let clear = 0;
    for (let i = from; i < to; i++) {
      const { onset, salience } = notes[i]!;
      if (onset < clearOnset || salience < clearSalience) continue;
      clear++;
      best = Math.max(best, logOdds[i]!);
    }
    return clear < minClearShare * (to - from) ? value - inNoise : value + Math.max(0, minBest - best);
  });
}

/** notes × secondLookFeatureCount: what melodyFeatures measured, and what the first answers say around each note and of the song. */
export function secondLook(
  notes: readonly MelodyCandidate[],
  features: Float32Array,
  first: Float32Array,
  framesPerSecond: number,
): Float32Array {
  const context = contextFeatures(notes, first, framesPerSecond);
  const song = songFeatures(notes, first, framesPerSecond);
  const rows = new Float32Array(notes.length * secondLookFeatureCount);
  const copy = (from: Float32Array, width: number, offset: number): void => {
    for (let i = 0; i < notes.length; i++)
      rows.set(from.subarray(i * width, (i + 1) * width), i * secondLookFeatureCount + offset);
  };
  copy(features, melodyFeatureCount, 0);
  copy(context, contextFeatureCount, melodyFeatureCount);
  copy(song, songFeatureCount, melodyFeatureCount + contextFeatureCount);
  return rows;
}
