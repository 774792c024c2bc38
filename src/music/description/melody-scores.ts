/** How much each candidate looks like a note of the melody: a first look at the note, a second at all that may be in their order. */
import { runNetwork } from '../../signal/small-network.js';
import type { MelodyCandidate } from './melody-candidates.js';
import { contextFeatureCount, contextFeatures } from './melody-context.js';
import { melodyFeatureCount, melodyFeatures } from './melody-features.js';
import { melodyNetworks } from './melody-networks.js';
import { melodySequence, secondLookFeatureNames, sequenceAnswers } from './melody-sequence.js';
import { songFeatureCount, songFeatures } from './melody-song.js';
import { Surroundings } from './surroundings.js';

const secondLookFeatureCount = secondLookFeatureNames.length;

/** Log odds of each note. `notes` are sorted by start. */
export function melodyScores(notes: readonly MelodyCandidate[], framesPerSecond: number): Float32Array {
  const features = melodyFeatures(notes, framesPerSecond);
  const networks = melodyNetworks();
  const first = runNetwork(networks.note, features);
  const measured = secondLook(notes, features, first, framesPerSecond);
  const sequence = melodySequence(notes, measured, first, framesPerSecond);
  const second = sequenceAnswers(networks.sequence, sequence, first);
  return amongThePresent(notes, second, framesPerSecond, networks.clearLogOdds);
}

const presentSeconds = 4;
const clearOnset = 0.5;
const clearSalience = 0.4;
/** Of a noise's candidates one in five hundred is clear, of music’s seldom fewer than one in twenty. */
const minClearShare = 0.02;
const inNoise = 6;

/**
 * Of a single flute the networks may think little. Where clear notes sound, the best of them
 * lead, so all around it are raised until the best has `clearLogOdds`. Where next to none is clear, as in noise,
 * all are lowered: the networks have never heard any, and take it for anything.
 */
export function amongThePresent(
  notes: readonly MelodyCandidate[],
  logOdds: Float32Array,
  framesPerSecond: number,
  clearLogOdds: number,
): Float32Array {
  const starts = Float64Array.from(notes, ({ startFrame }) => startFrame);
  const around = new Surroundings(starts, presentSeconds, framesPerSecond);
  const clearNotes = Uint8Array.from(notes, (note) => (isClear(note) ? 1 : 0));
  return logOdds.map((value, index) => {
    around.moveTo(starts[index]!);
    let best = Number.NEGATIVE_INFINITY;
    let clear = 0;
    for (let i = around.from; i < around.to; i++) {
      if (clearNotes[i] === 0) continue;
      clear++;
      best = Math.max(best, logOdds[i]!);
    }
    return clear < minClearShare * (around.to - around.from)
      ? value - inNoise
      : value + Math.max(0, clearLogOdds - best);
  });
}

/** One that nobody could miss: it begins and sounds clearly. */
export const isClear = ({ onset, salience }: Pick<MelodyCandidate, 'onset' | 'salience'>): boolean =>
  onset >= clearOnset && salience >= clearSalience;

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
    for (let i = 0; i < notes.length; i++) {
      const [source, target] = [i * width, i * secondLookFeatureCount + offset];
      for (let at = 0; at < width; at++) rows[target + at] = from[source + at]!;
    }
  };
  copy(features, melodyFeatureCount, 0);
  copy(context, contextFeatureCount, melodyFeatureCount);
  copy(song, songFeatureCount, melodyFeatureCount + contextFeatureCount);
  return rows;
}
