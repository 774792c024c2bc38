import { describe, expect, it } from 'vitest';
import { notesOfTrack } from '../midi-notes.js';
import { rearrange } from './rearrange.js';
import { trackEvents } from './track-events.js';

function track(events: readonly number[], name: string): number[] {
  const data = [0, 0xff, 3, name.length, ...Buffer.from(name), ...events, 0, 0xff, 0x2f, 0];
  return [...Buffer.from('MTrk'), 0, 0, 0, data.length, ...data];
}

const halfSecondBeats = [0, 0xff, 0x51, 3, 0x07, 0xa1, 0x20];
const melody = [0, 0x90, 60, 90, 96, 0x80, 60, 0, 0, 0x90, 64, 100, 96, 64, 0];
const drum = [0, 0x99, 38, 90, 96, 0x89, 38, 0];
const midi = Buffer.from([
  ...[...Buffer.from('MThd'), 0, 0, 0, 6, 0, 1, 0, 3, 0, 96],
  ...track(halfSecondBeats, 'tempo'),
  ...track(melody, 'MELODY'),
  ...track(drum, 'DRUMS'),
]);

describe('rearranging a MIDI file', () => {
  const seeds = Array.from({ length: 12 }, (_, i) => i + 1);

  it('moves all pitches by the same interval and keeps the rhythm in another tempo, drums where they are', () => {
    for (const seed of seeds) {
      const changed = rearrange(midi, seed);
      const [first, second] = notesOfTrack(changed, 'MELODY');
      expect(second!.pitch - first!.pitch).toBe(4);
      expect(Math.abs(first!.pitch - 60)).toBeLessThanOrEqual(4);
      expect(second!.start / first!.end).toBeCloseTo(1);
      expect(first!.end).toBeGreaterThan(0.4);
      expect(first!.end).toBeLessThan(0.6);
      expect(notesOfTrack(changed, 'DRUMS')[0]!.pitch).toBe(38);
    }
    expect(
      new Set(seeds.map((seed) => notesOfTrack(rearrange(midi, seed), 'MELODY')[0]!.pitch)).size,
    ).toBeGreaterThan(3);
  });

  it('makes tracks louder or softer, never silent, the same for the same seed, and leaves the file as it was', () => {
    const before = Buffer.from(midi);
    const velocities = (changed: Buffer): number[] => {
      const from = changed.indexOf('MELODY') - 4;
      const body = changed.subarray(from, from + melody.length + 14);
      return trackEvents(body)
        .notes.filter(({ kind }) => kind === 9)
        .map(({ place }) => body[place + 1]!);
    };
    expect(velocities(midi)).toEqual([90, 100, 0]);
    for (const seed of seeds) {
      const [first, second, end] = velocities(rearrange(midi, seed));
      expect(second! - first!).toBe(10);
      expect(end).toBe(0);
      expect(rearrange(midi, seed)).toEqual(rearrange(midi, seed));
    }
    expect(new Set(seeds.map((seed) => velocities(rearrange(midi, seed))[0])).size).toBeGreaterThan(3);
    expect(midi).toEqual(before);
  });
});
