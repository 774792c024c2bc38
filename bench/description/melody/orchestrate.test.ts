import { describe, expect, it } from 'vitest';
import { orchestrate } from './orchestrate.js';

/** One track with a name, perhaps a program change, and one note. */
function track(name: string, channel: number, program?: number): number[] {
  const data = [
    ...[0, 0xff, 3, name.length, ...Buffer.from(name)],
    ...(program === undefined ? [] : [0, 0xc0 | channel, program]),
    ...[0, 0x90 | channel, 60, 90, 96, 0x80 | channel, 60, 0],
    ...[0, 0xff, 0x2f, 0],
  ];
  return [...Buffer.from('MTrk'), 0, 0, 0, data.length, ...data];
}

const head = [...Buffer.from('MThd'), 0, 0, 0, 6, 0, 1, 0, 2, 0, 96];

/** The programs that are set, in order. */
const programsOf = (midi: Buffer): number[] =>
  Array.from(midi.keys()).flatMap((at) =>
    midi[at] === 0 && midi[at + 1]! >> 4 === 12 ? [midi[at + 2]!] : [],
  );

describe('orchestrating a MIDI file', () => {
  it('sets one program a track, whether it had one or not, and the same for the same seed', () => {
    const midi = Buffer.from([...head, ...track('MELODY', 1, 0), ...track('PIANO', 2)]);
    const other = orchestrate(midi, 7);
    expect(programsOf(other)).toHaveLength(2);
    expect(other.length).toBe(midi.length + 3);
    expect(other.readUInt32BE(14 + track('MELODY', 1, 0).length + 4)).toBe(track('PIANO', 2).length - 8 + 3);
    expect(orchestrate(midi, 7)).toEqual(other);
    expect(
      new Set([1, 2, 3, 4, 5, 6].map((seed) => programsOf(orchestrate(midi, seed)).join())).size,
    ).toBeGreaterThan(1);
  });
});
