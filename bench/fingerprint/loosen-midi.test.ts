import { describe, expect, it } from 'vitest';
import { readMidi } from '../../src/music/symbolic/midi-reader.js';
import { generateMelody, writeMidi } from '../../src/music/symbolic/test-support/melodies.js';
import { loosenMidi } from './loosen-midi.js';

describe('a MIDI file played by another hand', () => {
  const file = writeMidi(generateMelody(3, 60));
  it('keeps the notes and moves each by some milliseconds of its own', () => {
    const before = onsets(file);
    const after = onsets(loosenMidi(file, 6, 1));
    expect(after.map(({ pitch }) => pitch)).toEqual(before.map(({ pitch }) => pitch));
    const moved = after.map(({ seconds }, i) => seconds - before[i]!.seconds);
    const deviation = Math.sqrt(moved.reduce((sum, by) => sum + by * by, 0) / moved.length);
    expect(deviation).toBeGreaterThan(0.004);
    expect(deviation).toBeLessThan(0.009);
    expect(new Set(moved.map((by) => by.toFixed(4))).size).toBeGreaterThan(20);
  });

  it('is the same for the same seed, and refuses what is no MIDI file', () => {
    expect(loosenMidi(file, 6, 1).equals(loosenMidi(file, 6, 1))).toBe(true);
    expect(loosenMidi(file, 6, 1).equals(loosenMidi(file, 6, 2))).toBe(false);
    expect(() => loosenMidi(Buffer.alloc(40), 6, 1)).toThrow(RangeError);
  });
});

function onsets(bytes: Uint8Array): { seconds: number; pitch: number }[] {
  const { notes, ticksPerQuarter } = readMidi(bytes);
  return notes.map(({ startTick, pitch }) => ({ seconds: (0.5 * startTick) / ticksPerQuarter, pitch }));
}
