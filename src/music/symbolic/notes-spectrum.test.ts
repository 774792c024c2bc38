import { describe, expect, it } from 'vitest';
import { spectrumBandCount as bandCount } from '../../signal/centre-salience.js';
import type { MidiNote } from './midi-reader.js';
import { notesSpectrum } from './notes-spectrum.js';
import { tempoMap } from './tempo-map.js';

const framesPerSecond = 22_050 / 512;
const frames = Math.ceil(4 * framesPerSecond);
/** A tick a millisecond. */
const map = tempoMap({ ticksPerQuarter: 500, tempos: [] });
const note = (pitch: number, startTick: number, endTick: number, channel = 0): MidiNote => ({
  startTick,
  endTick,
  pitch,
  velocity: 100,
  channel,
  track: 0,
  program: 0,
});
const levelsAt = (notes: readonly MidiNote[], seconds: number): Uint8Array => {
  const frame = Math.round(seconds * framesPerSecond);
  return notesSpectrum(notes, map, frames).mix.subarray(frame * bandCount, (frame + 1) * bandCount);
};
const bandOf = (midi: number): number => 3 * (midi - 36);

describe('the spectrum of notes', () => {
  it('has the fundamental loudest, then the octave and the twelfth', () => {
    const levels = levelsAt([note(60, 1000, 3000)], 1.2);
    const [first, octave, twelfth] = [60, 72, 79].map((midi) => levels[bandOf(midi)]!);
    expect(levels.indexOf(Math.max(...levels))).toBe(bandOf(60));
    expect(first).toBeGreaterThan(octave!);
    expect(octave).toBeGreaterThan(twelfth!);
    expect(twelfth).toBeGreaterThan(levels[bandOf(66)]! + 10);
  });

  it('begins and ends with the note, which decays', () => {
    const at = (seconds: number): number => levelsAt([note(60, 1000, 3000)], seconds)[bandOf(60)]!;
    expect(at(0.7)).toBe(at(0));
    expect(at(1.2)).toBeGreaterThan(at(2.8));
    expect(at(2.8)).toBeGreaterThan(at(3.8));
    expect(at(3.8)).toBe(at(0));
  });

  it('adds up where notes share a partial', () => {
    const octave = bandOf(72);
    const both = levelsAt([note(60, 1000, 3000), note(72, 1000, 3000)], 1.2)[octave]!;
    expect(both).toBeGreaterThan(levelsAt([note(72, 1000, 3000)], 1.2)[octave]!);
  });

  it('has a bass drum low and a hi-hat high', () => {
    const loudest = (pitch: number): number => {
      const levels = levelsAt([note(pitch, 1000, 1100, 9)], 1.05);
      return levels.indexOf(Math.max(...levels));
    };
    expect(loudest(36)).toBeLessThan(60);
    expect(loudest(42)).toBeGreaterThanOrEqual(170);
  });

  it('is made in bounded work of notes that nobody releases', () => {
    const held = Array.from({ length: 2000 }, (_, at) => note(40 + (at % 40), at, 3_600_000));
    const long = notesSpectrum(held, map, Math.ceil(120 * framesPerSecond));
    expect(Math.max(...long.mix.subarray(-bandCount))).toBe(Math.min(...long.mix.subarray(-bandCount)));
  });

  it('is a floor where nothing sounds', () => {
    const { mix } = notesSpectrum([], map, 10);
    expect(new Set(mix).size).toBe(1);
  });
});
