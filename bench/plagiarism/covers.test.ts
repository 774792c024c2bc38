import { describe, expect, it } from 'vitest';
import { type MidiNote, readMidi } from '../../src/music/symbolic/midi-reader.js';
import { generateMelody } from '../../src/music/symbolic/test-support/melodies.js';
import { coverOf, original } from './cover-arrangement.js';
import { coverMaterial } from './cover-material.js';
import { writeMidiFile } from './midi-variants.js';

const ticks = 480;
const at = (onset: number, beats: number, pitch: number, channel: number): MidiNote => ({
  startTick: Math.round(onset * ticks),
  endTick: Math.round((onset + beats) * ticks),
  pitch,
  velocity: 90,
  channel,
  track: channel,
  program: 0,
});

/** A tune over a left hand on the first track, a triad a bar on the second, as the songs of the data are written. */
function written(seed: number): Uint8Array {
  const notes: MidiNote[] = [];
  const roots = generateMelody(seed + 500, 40).map(({ midiPitch }) => midiPitch % 12);
  for (let bar = 0; bar < 40; bar++) {
    const root = 48 + roots[bar]!;
    for (const step of [0, 4, 7]) notes.push(at(4 * bar, 4, root + step, 1));
    for (let beat = 0; beat < 4; beat++) notes.push(at(4 * bar + beat, 1, root - 12 + 7 * (beat % 2), 0));
    for (const { onsetBeats, durationBeats, midiPitch } of generateMelody(seed * 50 + bar, 4))
      if (onsetBeats < 4)
        notes.push(at(4 * bar + onsetBeats, Math.min(1, durationBeats), 66 + (midiPitch % 12), 0));
  }
  const tempos = [{ tick: 0, microsecondsPerQuarter: 500_000 }];
  return writeMidiFile({ ticksPerQuarter: ticks, notes, tempos, meters: [], trackNames: [] }, 1);
}

describe('covers of a written song', () => {
  const [material, other] = [1, 2].map((seed) => coverMaterial(written(seed))!);

  it('are made of its tune, which lies above the left hand, and of its chords', () => {
    expect(material!.tune.every(({ pitch }) => pitch >= 60)).toBe(true);
    expect(material!.tune.length).toBeGreaterThan(100);
    expect(material!.chords).toHaveLength(40);
    expect(material!.chords.every(({ root, bass, isMinor }) => root === bass && !isMinor)).toBe(true);
    expect(material!.bars).toBe(40);
  });

  it('begin on the first bar line where a note was played just before it', () => {
    const early = readMidi(written(1)).notes.map((note, place) =>
      place === 0
        ? { ...note, startTick: 2 * ticks - 20, endTick: 3 * ticks }
        : { ...note, startTick: note.startTick + 2 * ticks, endTick: note.endTick + 2 * ticks },
    );
    const tempos = [{ tick: 0, microsecondsPerQuarter: 500_000 }];
    const song = writeMidiFile(
      { ticksPerQuarter: ticks, notes: early, tempos, meters: [], trackNames: [] },
      1,
    );
    const { notes } = readMidi(original(coverMaterial(song)!, 'song', 30).midi);
    expect(notes.length).toBeGreaterThan(50);
    expect(notes.every(({ endTick }) => endTick < 200 * ticks)).toBe(true);
  });

  it('are not written where a note lies before the file begins', () => {
    const file = readMidi(written(1));
    const early = { ...file, notes: file.notes.map((note) => ({ ...note, startTick: note.startTick - 1 })) };
    expect(() => writeMidiFile(early, 1)).toThrow('before the file does');
  });

  it('are the same for the same name, and others for another', () => {
    const cover = (name: string) => coverOf(material!, other!, name, 75);
    expect(cover('song').midi).toEqual(cover('song').midi);
    expect(cover('song').midi).not.toEqual(cover('another').midi);
    expect(original(material!, 'song', 75)).toEqual(original(material!, 'song', 75));
  });

  it('stand in another key than the original, and last no longer than what is heard of it and a bar', () => {
    const classesOf = (midi: Uint8Array): number[] => {
      const counts = new Array<number>(12).fill(0);
      for (const { pitch, channel } of readMidi(midi).notes) if (channel !== 9) counts[pitch % 12]! += 1;
      return counts;
    };
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const { midi } = coverOf(material!, other!, name, 30);
      const { notes, tempos } = readMidi(midi);
      expect(
        new Set(tempos.map(({ microsecondsPerQuarter }) => microsecondsPerQuarter)).size,
      ).toBeGreaterThan(3);
      const seconds = tempos.reduce((sum, { tick, microsecondsPerQuarter }, place) => {
        const next = tempos[place + 1]?.tick ?? tick + 4 * ticks;
        return sum + ((next - tick) / ticks) * (microsecondsPerQuarter / 1e6);
      }, 0);
      expect(seconds).toBeLessThan(36);
      expect(Math.max(...notes.map(({ startTick }) => startTick))).toBeLessThanOrEqual(
        tempos.at(-1)!.tick + 4 * ticks,
      );
      expect(classesOf(midi)).not.toEqual(classesOf(original(material!, name, 30).midi));
    }
  });
});
