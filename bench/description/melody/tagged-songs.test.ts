import { describe, expect, it } from 'vitest';
import { readMidi } from '../../../src/music/symbolic/midi-reader.js';
import { tempoMap } from '../../../src/music/symbolic/tempo-map.js';
import { excerptOf, excerptSeconds, type TaggedNote, type TaggedSong } from './tagged-songs.js';

/** A tune above a lower voice that has the tune's first note too, on and on for several minutes. */
const written: TaggedNote[] = Array.from({ length: 800 }, (_, beat): TaggedNote[] => [
  [beat * 480, beat * 480 + 960, 72, 100, 0.9, 0, 1],
  [beat * 480, beat * 480 + 240, 48, 60, 0.1, 0, 0],
]).flat();
const song: Pick<TaggedSong, 'name' | 'notes'> = { name: '001', notes: written };

describe('an excerpt of a tagged song', () => {
  it('has the melody where it sounds, in the excerpt’s own key and tempo', () => {
    const { midi, melody } = excerptOf(song);
    const file = readMidi(midi);
    const seconds = tempoMap(file);
    const highest = Math.max(...file.notes.map(({ pitch }) => pitch));
    const sounding = file.notes.filter(({ pitch }) => pitch === highest);
    expect(melody).toHaveLength(sounding.length);
    for (const [i, { startTick, pitch }] of sounding.entries()) {
      expect(melody[i]!.pitch).toBe(pitch);
      expect(melody[i]!.start).toBeCloseTo(seconds.secondsAt(startTick), 3);
    }
    expect(melody.at(-1)!.start).toBeLessThan(excerptSeconds);
  });

  it('keeps both notes where a key is struck while it is held', () => {
    const { midi, melody } = excerptOf(song);
    const tune = readMidi(midi).notes.filter(({ pitch }) => pitch === melody[0]!.pitch);
    expect(tune.every(({ startTick, endTick }) => endTick - startTick === 960)).toBe(true);
  });

  it('is the same whenever it is made', () => {
    expect(excerptOf(song).midi.equals(excerptOf(song).midi)).toBe(true);
  });
});
