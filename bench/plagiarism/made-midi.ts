/** MIDI files of made-up songs: a tune and what accompanies it. */
import type { MidiFile, MidiNote } from '../../src/music/symbolic/midi-reader.js';
import { writeMidiFile } from './midi-variants.js';

const ticksPerQuarter = 480;

/** Onset and length in beats, and semitones above the tonic an octave below middle C. */
export type Figure = readonly (readonly [onset: number, beats: number, pitch: number])[];

/** `place`: the channel and track of what accompanies; the tune is on the first. */
export function midiOf(
  tune: Figure,
  accompaniment: Figure,
  { tonic, bpm, place }: { readonly tonic: number; readonly bpm: number; readonly place: number },
): Uint8Array {
  const file: MidiFile = {
    ticksPerQuarter,
    notes: [...notesOf(tune, tonic, 0, 95), ...notesOf(accompaniment, tonic, place, 70)],
    tempos: [{ tick: 0, microsecondsPerQuarter: Math.round(60e6 / bpm) }],
    meters: [],
    trackNames: [],
  };
  return writeMidiFile(file, 1);
}

function notesOf(figure: Figure, tonic: number, channel: number, velocity: number): MidiNote[] {
  return figure.map(([onset, beats, pitch]) => ({
    startTick: Math.round(onset * ticksPerQuarter),
    endTick: Math.round((onset + beats) * ticksPerQuarter),
    pitch: tonic + pitch,
    velocity,
    channel,
    track: channel,
    program: 0,
  }));
}
