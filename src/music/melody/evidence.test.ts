import { describe, expect, it } from 'vitest';
import type { SongNote } from '../song-description.js';
import { generateMelody } from '../symbolic/test-support/melodies.js';
import { alignedLines, lineEvidence, prepareLine, quickBits } from './evidence.js';

function evidence(a: readonly SongNote[], b: readonly SongNote[], lines: 'written' | 'heard') {
  const [x, y] = [prepareLine(a), prepareLine(b)];
  const alignment = alignedLines(x, y);
  return { quick: quickBits(x, y, alignment), ...lineEvidence(x, y, alignment, lines) };
}

const moved = (notes: readonly SongNote[], semitones: number, beats: number): SongNote[] =>
  notes.map((note) => ({
    ...note,
    midiPitch: note.midiPitch + semitones,
    onsetBeats: note.onsetBeats + beats,
  }));

const tune = generateMelody(3, 40);
const before = generateMelody(8, 30);
const quoting = [...before, ...moved(tune.slice(10, 34), 4, 30 + before.at(-1)!.onsetBeats)];

const pairs: { name: string; a: readonly SongNote[]; b: readonly SongNote[] }[] = [
  ...[20, 21, 22, 23, 24, 25].map((seed) => ({
    name: `unrelated lines of one length (${seed})`,
    a: generateMelody(seed, 120),
    b: generateMelody(seed + 50, 120),
  })),
  { name: 'unrelated lines of different lengths', a: generateMelody(31, 300), b: generateMelody(32, 70) },
  { name: 'a quotation in another key', a: tune, b: quoting },
  { name: 'the same line in another key', a: tune, b: moved(tune, 5, 0) },
];

describe('the evidence of two lines', () => {
  it.each(pairs)('is the same whichever comes first: $name', ({ a, b }) => {
    for (const lines of ['written', 'heard'] as const) {
      const one = evidence(a, b, lines);
      const other = evidence(b, a, lines);
      expect(one.alignment.score).toBeGreaterThan(0);
      expect(other.bits).toBe(one.bits);
      expect(other.quick).toBe(one.quick);
      expect(other.alignment.transposition).toBe((12 - one.alignment.transposition) % 12);
      expect(other.alignment.pairs.map((pair) => ({ a: pair.b, b: pair.a }))).toEqual(one.alignment.pairs);
    }
  });

  it('is much for a quotation and little for unrelated lines', () => {
    const { bits, alignment } = evidence(tune, quoting, 'written');
    expect(bits).toBeGreaterThan(20);
    expect(alignment.transposition).toBe(4);
    expect(alignment.pairs.length).toBeGreaterThanOrEqual(24);
    for (const { a, b } of pairs.slice(0, 7)) expect(evidence(a, b, 'written').bits).toBeLessThan(14);
  });
});
