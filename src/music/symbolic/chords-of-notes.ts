/** Chords a beat and the key, from notes with known pitches. */
import { findKey } from '../harmony/key.js';
import { keyOfLine, pitchClassDurations } from '../harmony/key-of-line.js';
import { isAccompanied } from '../harmony/tonal-rows.js';
import { chordIndex, chordName, type SongKey, type SongNote } from '../song-description.js';
import { addSums } from './running-sums.js';

/** Chord tones by weight: root, third, fifth; what else sounds counts against the chord. */
const toneWeights = { root: 1, third: 0.9, fifth: 0.8 };
/** What a change of chord must gain, in units of a full beat's evidence. */
const changeCost = 0.35;
/** Evidence of "no chord": a beat whose best chord explains less than this stays N. */
const noChordScore = 0.45;
/** Of notes that last longer than this many beats, the beats in the middle are counted together: work does not grow with how long notes are held. */
const longBeats = 32;

/** A duration weight per pitch class and beat: 12 × beats, row by beat. */
function pitchClassRows(notes: readonly SongNote[], beats: number): Float32Array {
  const rows = new Float32Array(beats * 12);
  /** By how much what sounds through whole beats becomes more, or less, from one beat to the next; made when it is needed. */
  let changes: Float64Array | null = null;
  for (const note of notes) {
    const end = Math.min(note.onsetBeats + note.durationBeats, beats);
    const pitchClass = note.midiPitch % 12;
    // The bass says more about the chord than the treble.
    const weight = note.midiPitch < 52 ? 1.5 : 1;
    const add = (from: number, until: number): void => {
      for (let beat = from; beat < until; beat++) {
        const sounding = Math.min(end, beat + 1) - Math.max(note.onsetBeats, beat);
        if (beat >= 0 && sounding > 0) rows[beat * 12 + pitchClass]! += sounding * weight;
      }
    };
    const first = Math.floor(note.onsetBeats);
    if (end - first <= longBeats) {
      add(first, end);
      continue;
    }
    const last = Math.floor(end);
    add(first, first + 1);
    add(last, end);
    changes ??= new Float64Array((beats + 1) * 12);
    changes[(first + 1) * 12 + pitchClass]! += weight;
    changes[last * 12 + pitchClass]! -= weight;
  }
  if (changes) addSums(rows, changes, 12);
  return rows;
}

/** The best path through 24 chords and N, one state a beat (Viterbi with one cost for any change). */
export function chordsOfNotes(notes: readonly SongNote[], beats: number): string[] {
  if (beats === 0) return [];
  const rows = pitchClassRows(notes, beats);
  const states = 25;
  const from = new Uint8Array(beats * states);
  let score = new Float64Array(states);
  let next = new Float64Array(states);
  for (let beat = 0; beat < beats; beat++) {
    let best = 0;
    for (let state = 1; state < states; state++) if (score[state]! > score[best]!) best = state;
    let total = 0;
    for (let pitchClass = 0; pitchClass < 12; pitchClass++) total += rows[beat * 12 + pitchClass]!;
    for (let state = 0; state < states; state++) {
      const stays = score[state]! >= score[best]! - changeCost;
      from[beat * states + state] = stays ? state : best;
      next[state] = (stays ? score[state]! : score[best]! - changeCost) + chordFit(rows, beat, total, state);
    }
    [score, next] = [next, score];
  }
  let state = score.indexOf(Math.max(...score));
  const names = new Array<string>(beats);
  for (let beat = beats - 1; beat >= 0; beat--) {
    names[beat] = state === 24 ? 'N' : chordName(state % 12, state < 12 ? 'maj' : 'min');
    state = from[beat * states + state]!;
  }
  return names;
}

/** 0 … 1: how much of the beat's sound is the chord's. `total`: of the beat's row. */
function chordFit(rows: Float32Array, beat: number, total: number, state: number): number {
  if (state === 24) return total === 0 ? 1 : noChordScore;
  if (total === 0) return 0.8;
  const root = state % 12;
  const third = (root + (state < 12 ? 4 : 3)) % 12;
  const fifth = (root + 7) % 12;
  const at = (pitchClass: number): number => Math.min(1, rows[beat * 12 + pitchClass]! / total);
  return at(root) * toneWeights.root + at(third) * toneWeights.third + at(fifth) * toneWeights.fifth;
}

/**
 * The key of a song whose `chords` (one a beat) were found by chordsOfNotes. Chords show more of it than pitches where they
 * are played; those of a line alone are guesses, so that the durations of its pitch classes decide. Null without notes.
 */
export function keyOfNotes(notes: readonly SongNote[], chords: readonly string[]): SongKey | null {
  if (!isAccompanied(notes)) return keyOfLine(notes);
  const durations = pitchClassDurations(notes);
  const played = chords.map(chordIndex).filter((chord) => chord >= 0);
  const beats = new Float32Array(24);
  for (const chord of played) beats[chord]!++;
  return findKey(durations, beats, played.length > 0 ? [played[0]!, played.at(-1)!] : []);
}
