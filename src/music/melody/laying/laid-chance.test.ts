import { describe, expect, it } from 'vitest';
import type { SongNote } from '../../song-description.js';
import { generateMelody } from '../../symbolic/test-support/melodies.js';
import { type LayableLine, laidEvidence, layableLine } from './laid-evidence.js';
import { layingRule } from './laying-rule.js';
import { agreeingNotes, layings } from './note-layings.js';
import { cellsABeat } from './sounding-cells.js';

type Line = readonly SongNote[];
const { sparedBits, muchChanceBits } = layingRule();
const paces = [1];
const [fewestBits, fewestSecondBits] = [4, 8];

const moved = (line: Line, semitones: number, beats: number): SongNote[] =>
  line.map((note) => ({
    ...note,
    midiPitch: note.midiPitch + semitones,
    onsetBeats: note.onsetBeats + beats,
  }));
const endOf = (line: Line): number => line.at(-1)!.onsetBeats + line.at(-1)!.durationBeats;
/** The lines one behind the other, with two bars between them. */
function inTurn(...lines: readonly Line[]): SongNote[] {
  const all: SongNote[] = [];
  for (const line of lines) all.push(...moved(line, 0, all.length > 0 ? endOf(all) + 8 : 0));
  return all;
}
const prepared = (line: Line): LayableLine => layableLine(line)!;

const bitsOf = (sounding: Line, laid: Line): number | undefined =>
  laidEvidence(prepared(sounding), prepared(laid), paces)?.bits;
/** In each key the best bits, falling, and the best bits backwards. */
function scoresOf(sounding: Line, laid: Line) {
  const { cells } = prepared(sounding);
  const { moving, backwards } = prepared(laid);
  const keys = layings(cells, moving, paces);
  return {
    keys: keys.map(({ bits }) => bits),
    backwards: layings(cells, backwards, paces)[0]!.bits,
    /** Of a key, by its place among the keys, the beats at which its notes agree. */
    beatsOf: (key: number) =>
      agreeingNotes(cells, moving, keys[key]!).map(({ startCell }) => startCell / cellsABeat),
  };
}
const beyond = (bits: number, chance: number): number =>
  bits - Math.max(0, chance - sparedBits) - Math.max(0, chance - muchChanceBits);

describe('what of laid notes is chance', () => {
  it('is what they score backwards beyond the bits that are spared, and beyond much of it twice; fewer than four bits are none', () => {
    const seen = { spared: 0, once: 0, twice: 0, nearlyEnough: 0, justEnough: 0 };
    for (let seed = 0; seed < 60; seed++)
      for (const count of [3, 4, 5, 6, 8, 12, 24]) {
        const line = generateMelody(seed, count);
        const { keys, backwards } = scoresOf(line, line);
        if (keys[1]! > Math.max(backwards, sparedBits)) continue;
        const expected = beyond(keys[0]!, backwards);
        if (expected < fewestBits) expect(bitsOf(line, line)).toBeUndefined();
        else expect(bitsOf(line, line)).toBeCloseTo(expected, 9);
        seen[backwards <= sparedBits ? 'spared' : backwards <= muchChanceBits ? 'once' : 'twice']++;
        if (Math.abs(expected - fewestBits) < 1)
          seen[expected < fewestBits ? 'nearlyEnough' : 'justEnough']++;
      }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
  });

  it('is what they score in another key at another place, where that is less than eight bits beyond chance', () => {
    const seen = { nearlyEnough: 0, justEnough: 0 };
    for (let seed = 0; seed < 25; seed++)
      for (let count = 6; count < 14; count++) {
        const tune = generateMelody(seed, 40);
        const sounding = inTurn(tune, moved(tune.slice(0, count), 2, 0));
        const { keys, backwards, beatsOf } = scoresOf(sounding, tune);
        if (keys[1]! < backwards || beatsOf(1)[0]! < endOf(tune)) continue;
        const second = beyond(keys[1]!, backwards);
        const chance = second < fewestSecondBits ? keys[1]! : Math.max(keys[2]!, backwards);
        expect(bitsOf(sounding, tune)).toBeCloseTo(beyond(keys[0]!, chance), 9);
        if (Math.abs(second - fewestSecondBits) < 1)
          seen[second < fewestSecondBits ? 'nearlyEnough' : 'justEnough']++;
      }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
  });

  it('is what they score in another key at the same place, however much, as where each note is heard a tone higher behind itself', () => {
    const tune = generateMelody(8, 40).map((note, at) => ({ ...note, onsetBeats: 2 * at, durationBeats: 1 }));
    const echoed = tune.flatMap((note) => [note, ...moved([note], 2, 1)]);
    const { keys, backwards } = scoresOf(echoed, tune);
    expect(beyond(keys[1]!, backwards)).toBeGreaterThan(fewestSecondBits);
    expect(beyond(keys[0]!, Math.max(keys[2]!, backwards))).toBeGreaterThan(40);
    expect(bitsOf(echoed, tune)).toBeUndefined();
  });

  it('is what they score in a third key, at whatever place', () => {
    const tune = generateMelody(8, 40);
    const twice = inTurn(tune, moved(tune, 2, 0));
    expect(bitsOf(twice, tune)).toBeGreaterThan(40);
    const thrice = inTurn(tune, moved(tune, 2, 0), moved(tune, 5, 0));
    expect(bitsOf(thrice, tune)).toBeUndefined();
  });

  it('is a second key that begins in the midst of the best one where most of it lies there, and not where most lies behind', () => {
    const tune = generateMelody(8, 40);
    const higher = moved(tune, 2, tune[20]!.onsetBeats);
    const inside = higher.slice(0, 10);
    const after = tune.filter(({ onsetBeats }) => onsetBeats >= endOf(inside));
    const behind = higher.filter(({ onsetBeats }) => onsetBeats >= endOf(tune));
    const soundingWith = (count: number): SongNote[] => [
      ...tune.slice(0, 20),
      ...inside,
      ...after,
      ...behind.slice(0, count),
    ];
    for (const [count, isChance] of [
      [8, true],
      [12, false],
    ] as const) {
      const { keys, backwards } = scoresOf(soundingWith(count), tune);
      expect(beyond(keys[1]!, backwards)).toBeGreaterThan(fewestSecondBits);
      const bits = beyond(keys[0]!, Math.max(keys[isChance ? 1 : 2]!, backwards));
      expect(bitsOf(soundingWith(count), tune) ?? 0).toBeCloseTo(bits < fewestBits ? 0 : bits, 9);
    }
  });
});
