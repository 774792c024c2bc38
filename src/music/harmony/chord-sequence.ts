/** The chords of a song as a list of changes: what remains of harmony when tempo, key and bar lines are taken away. */
import { chordIndex } from '../song-description.js';

export interface ChordSequence {
  readonly length: number;
  /** 0 … 11 major, 12 … 23 minor, by root; neighbours differ. */
  readonly chord: Uint8Array;
  readonly startBeat: Float32Array;
  readonly beats: Float32Array;
  /** log2 of how long the chord lasts beside the one before it; 0 for the first. */
  readonly rhythm: Float32Array;
}

/** A bound on work: more than an hour at two chords a bar of 120 BPM. */
const maxChords = 2000;
/** Longer than this a chord says nothing more. */
const longestBeats = 16;

/** `chords`: one a beat. Beats without a chord are left out; the chord before them ends there. */
export function chordSequenceOf(chords: readonly string[]): ChordSequence {
  const found: { chord: number; start: number; beats: number }[] = [];
  for (let beat = 0; beat < chords.length; beat++) {
    const chord = chordIndex(chords[beat]!);
    if (chord < 0) continue;
    const last = found.at(-1);
    if (last?.chord === chord) last.beats = Math.min(longestBeats, last.beats + 1);
    else if (found.length < maxChords) found.push({ chord, start: beat, beats: 1 });
  }
  const sequence = emptySequence(found.length);
  found.forEach(({ chord, start, beats }, index) => {
    sequence.chord[index] = chord;
    sequence.startBeat[index] = start;
    sequence.beats[index] = beats;
    if (index > 0) sequence.rhythm[index] = Math.log2(beats / found[index - 1]!.beats);
  });
  return sequence;
}

/** The same chords and durations in the opposite order. */
export function backwardsChords(sequence: ChordSequence): ChordSequence {
  const { length } = sequence;
  const turned = emptySequence(length);
  let start = 0;
  for (let index = 0; index < length; index++) {
    const from = length - 1 - index;
    const beats = sequence.beats[from]!;
    turned.chord[index] = sequence.chord[from]!;
    turned.beats[index] = beats;
    turned.startBeat[index] = start;
    if (index > 0) turned.rhythm[index] = Math.log2(beats / turned.beats[index - 1]!);
    start += beats;
  }
  return turned;
}

function emptySequence(length: number): ChordSequence {
  return {
    length,
    chord: new Uint8Array(length),
    startBeat: new Float32Array(length),
    beats: new Float32Array(length),
    rhythm: new Float32Array(length),
  };
}
