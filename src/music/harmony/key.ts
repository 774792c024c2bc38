/**
 * The key of a song: the correlation of how long each pitch class sounds with profiles of the 24 keys (Krumhansl
 * 1990; the profiles of Albrecht & Shanahan, "The use of large corpora to train a new type of key-finding
 * algorithm", Music Perception 2013), together with which chords are used as tonic, dominant and subdominant.
 */

import { loadTables } from '../../models/embedded/table-file.js';
import type { SongKey } from '../song-description.js';
import { profileCorrelation } from './profile-correlation.js';

const keyProfilesId = 'key-profiles';

const intervals = Array.from({ length: 12 }, (_, semitones) => `${semitones}`);
/** Rows: the modes. Columns by semitones above the tonic: pitch classes, or the roots of major, then of minor chords. */
const keyProfileShapes = {
  'pitch-classes': { rows: ['major', 'minor'], columns: intervals },
  chords: {
    rows: ['major', 'minor'],
    columns: ['maj', 'min'].flatMap((quality) => intervals.map((above) => `${above}:${quality}`)),
  },
  weights: { rows: ['weight'], columns: ['chords', 'closing-chord'] },
};

type KeyProfiles = ReturnType<typeof loadTables<keyof typeof keyProfileShapes>>;
let loaded: KeyProfiles | undefined;

/** Read once a process. Throws where the file is not the one that its card names. */
function keyProfiles(): KeyProfiles {
  loaded ??= loadTables(keyProfilesId, keyProfileShapes);
  return loaded;
}

/**
 * `pitchClasses`: 12 durations. `chordDurations`: 24, major then minor, by root. `closing`: chord states (0 … 23)
 * the song begins and ends with, where a tonic is likely. Null where nothing sounds.
 */
export function findKey(
  pitchClasses: Float32Array,
  chordDurations: Float32Array,
  closing: readonly number[],
): SongKey | null {
  const { 'pitch-classes': profiles, chords, weights } = keyProfiles();
  const [chordWeight, closingWeight] = weights[0] as [number, number];
  const total = pitchClasses.reduce((sum, value) => sum + value, 0);
  if (!(total > 1e-6)) return null;
  const chordTotal = chordDurations.reduce((sum, value) => sum + value, 0);
  const scores = new Float32Array(24);
  for (let tonic = 0; tonic < 12; tonic++) {
    for (const mode of [0, 1]) {
      let score = profileCorrelation(pitchClasses, profiles[mode]!, tonic);
      if (chordTotal > 0) {
        const typical = chords[mode]!;
        let sum = 0;
        for (let chord = 0; chord < 24; chord++) {
          const interval = ((chord % 12) - tonic + 12) % 12;
          sum += chordDurations[chord]! * typical[interval + (chord < 12 ? 0 : 12)]!;
        }
        score += (chordWeight * sum) / chordTotal;
      }
      for (const chord of closing) if (chord === tonic + 12 * mode) score += closingWeight;
      scores[tonic + 12 * mode] = score;
    }
  }
  const order = Array.from(scores.keys()).sort((a, b) => scores[b]! - scores[a]!);
  const best = order[0]!;
  const lead = scores[best]! - scores[order[1]!]!;
  return {
    tonic: best % 12,
    mode: best < 12 ? 'major' : 'minor',
    confidence: Math.min(1, Math.max(0, lead)),
  };
}
