/** The key of a line alone: what chords a beat it would have are guesses, so that how long it holds each pitch class decides. */
import type { SongKey, SongNote } from '../song-description.js';
import { profileCorrelation } from './profile-correlation.js';

/** Key profiles of Temperley (1999), "What's Key for Key?", Music Perception 17(1), table 3. */
const majorProfile = [5, 2, 3.5, 2, 4.5, 4, 2, 4.5, 2, 3.5, 1.5, 4];
const minorProfile = [5, 2, 3.5, 4.5, 2, 4, 2, 4.5, 3.5, 2, 1.5, 4];

/** In beats. */
export function pitchClassDurations(notes: readonly SongNote[]): Float32Array {
  const durations = new Float32Array(12);
  for (const { midiPitch, durationBeats } of notes) durations[midiPitch % 12]! += durationBeats;
  return durations;
}

/** Null without notes. */
export function keyOfLine(notes: readonly SongNote[]): SongKey | null {
  return keyOfHistogram(pitchClassDurations(notes));
}

/** `histogram`: twelve weights by pitch class. */
function keyOfHistogram(histogram: ArrayLike<number>): SongKey | null {
  const scores: { tonic: number; mode: 'major' | 'minor'; score: number }[] = [];
  for (let tonic = 0; tonic < 12; tonic++) {
    scores.push({ tonic, mode: 'major', score: profileCorrelation(histogram, majorProfile, tonic) });
    scores.push({ tonic, mode: 'minor', score: profileCorrelation(histogram, minorProfile, tonic) });
  }
  scores.sort((a, b) => b.score - a.score);
  const [best, second] = scores;
  if (!best || !second || !(best.score > 0)) return null;
  return {
    tonic: best.tonic,
    mode: best.mode,
    confidence: Math.min(1, Math.max(0, (best.score - second.score) * 4)),
  };
}
