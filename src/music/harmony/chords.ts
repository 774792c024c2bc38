/**
 * Chords from chroma: each of 24 triads is scored by what sounds inside and outside of it and by what the bass
 * plays, and the likeliest sequence is found by Viterbi's algorithm (Sheh & Ellis, "Chord segmentation and
 * recognition using EM-trained hidden Markov models", ISMIR 2003), in which a chord changes more easily on a
 * downbeat.
 */
import { chordName } from '../song-description.js';
import type { Chroma } from './chroma.js';

const chordCount = 24;
/** The state `N`. */
export const noChord = 24;

/** Evidence by interval above the root. */
const inside = {
  maj: [1.0, -0.55, 0.0, -0.8, 1.0, -0.25, -0.55, 0.85, -0.5, -0.1, -0.05, -0.1],
  min: [1.0, -0.55, 0.0, 1.0, -0.8, -0.15, -0.55, 0.85, -0.35, -0.4, 0.0, -0.3],
} as const;
const bassEvidence = {
  maj: [1.0, -0.3, -0.1, -0.3, 0.25, -0.2, -0.3, 0.3, -0.3, -0.2, -0.1, -0.1],
  min: [1.0, -0.3, -0.1, 0.2, -0.3, -0.2, -0.3, 0.3, -0.2, -0.2, -0.1, -0.2],
} as const;

const bassWeight = 0.7;
const sharpness = 4;
const noChordScore = 0.3;
const quiet = 0.05;
const changeCost = 2.6;
const changeCostOnDownbeat = 1.2;

/** count × 25 scores of all states: 12 major, 12 minor, N. Independent of loudness. */
export function chordScores(chroma: Chroma): Float32Array {
  const states = chordCount + 1;
  const scores = new Float32Array(chroma.count * states);
  for (let row = 0; row < chroma.count; row++) {
    const treble = chroma.treble.subarray(row * 12, row * 12 + 12);
    const bass = chroma.bass.subarray(row * 12, row * 12 + 12);
    const trebleNorm = Math.hypot(...treble);
    const bassNorm = Math.hypot(...bass);
    if (trebleNorm < quiet) {
      scores[row * states + noChord] = sharpness;
      continue;
    }
    for (let root = 0; root < 12; root++) {
      let major = 0;
      let minor = 0;
      for (let interval = 0; interval < 12; interval++) {
        const at = (root + interval) % 12;
        const above = treble[at]! / trebleNorm;
        const below = bassNorm > 1e-3 ? (bassWeight * bass[at]!) / bassNorm : 0;
        major += above * inside.maj[interval]! + below * bassEvidence.maj[interval]!;
        minor += above * inside.min[interval]! + below * bassEvidence.min[interval]!;
      }
      scores[row * states + root] = sharpness * major;
      scores[row * states + 12 + root] = sharpness * minor;
    }
    scores[row * states + noChord] = sharpness * noChordScore;
  }
  return scores;
}

/** The likeliest sequence of states, 0 … 24. `isDownbeat(row)` says where changes are expected. */
export function chordPath(scores: Float32Array, isDownbeat: (row: number) => boolean): Uint8Array {
  const states = chordCount + 1;
  const count = scores.length / states;
  const path = new Uint8Array(count);
  if (count === 0) return path;
  const back = new Uint8Array(scores.length);
  let before = scores.slice(0, states);
  let now = new Float32Array(states);
  for (let row = 1; row < count; row++) {
    const cost = isDownbeat(row) ? changeCostOnDownbeat : changeCost;
    let best = 0;
    for (let state = 1; state < states; state++) if (before[state]! > before[best]!) best = state;
    const changed = before[best]! - cost;
    for (let state = 0; state < states; state++) {
      const stays = before[state]! >= changed;
      back[row * states + state] = stays ? state : best;
      now[state] = (stays ? before[state]! : changed) + scores[row * states + state]!;
    }
    [before, now] = [now, before];
  }
  let state = before.indexOf(Math.max(...before));
  for (let row = count - 1; row >= 0; row--) {
    path[row] = state;
    state = back[row * states + state]!;
  }
  return path;
}

/** `C:maj` … `B:min` or `N`. */
export function chordLabel(state: number): string {
  return state >= noChord ? 'N' : chordName(state % 12, state < 12 ? 'maj' : 'min');
}
