import { describe, expect, it } from 'vitest';
import { leadingPitchCount, leadingPitchLowestMidi } from '../../music/description/leading-pitch.js';
import type { MidiNote } from '../../music/symbolic/midi-reader.js';
import { notePlanes } from '../../music/symbolic/note-planes.js';
import {
  secondsAsTicks as map,
  noteInSeconds as noteOf,
} from '../../music/symbolic/test-support/seconds-as-ticks.js';
import { seededRandom } from '../../signal/seeded-random.js';
import { melodyOfNotes } from './notes-melody-network.js';

const tune = [72, 74, 76, 77, 79, 77, 76, 74, 72, 76, 79, 84, 83, 79, 76, 74];
const noteSeconds = 0.6;
const repeats = 6;

/** A tune that is sung above chords, as a transcriber hears it: in pieces of unequal length, faint, with a glide before each note. */
function transcribed(): MidiNote[] {
  const random = seededRandom(4);
  const notes: MidiNote[] = [];
  for (let place = 0; place < tune.length * repeats; place++) {
    const [at, pitch] = [place * noteSeconds, tune[place % tune.length]!];
    const cut = 0.15 + 0.25 * random();
    notes.push(noteOf(at, 0.08, pitch - 1, 45), noteOf(at + 0.08, cut - 0.08, pitch, 60));
    notes.push(noteOf(at + cut, noteSeconds - cut - 0.05, pitch, 55));
    if (place % 4 === 0)
      for (const chord of [36, 48, 52, 55]) notes.push(noteOf(at, 4 * noteSeconds - 0.1, chord, 75));
  }
  return notes.sort((a, b) => a.startTick - b.startTick);
}

describe('the network of a transcription’s melody', () => {
  it('finds a sung tune in pieces above chords that are louder', async () => {
    const found = await melodyOfNotes(notePlanes(transcribed(), map));
    const likeliest = (seconds: number): number => {
      const from = Math.round(seconds * found.framesPerSecond) * leadingPitchCount;
      const row = found.pitches.subarray(from, from + leadingPitchCount);
      return leadingPitchLowestMidi + row.indexOf(Math.max(...row));
    };
    const places = Array.from({ length: tune.length * repeats }, (_, place) => place);
    const right = places.filter(
      (place) => likeliest((place + 0.5) * noteSeconds) === tune[place % tune.length],
    );
    expect(right.length / places.length).toBeGreaterThan(0.8);
  });

  it('hears no line in silence, and answers for every frame of a long file', async () => {
    const one = noteOf(0, 1, 60, 80);
    const found = await melodyOfNotes(notePlanes([one, noteOf(200, 1, 60, 80)], map));
    expect(found.frames / found.framesPerSecond).toBeGreaterThanOrEqual(201);
    expect(found.pitches.length).toBe(found.frames * leadingPitchCount);
    const middle = found.sounding.subarray(
      Math.round(60 * found.framesPerSecond),
      Math.round(140 * found.framesPerSecond),
    );
    expect(Math.max(...middle)).toBeLessThan(128);
  });
});
