import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../signal/seeded-random.js';
import type { SongNote } from '../song-description.js';
import { generateMelody } from '../symbolic/test-support/melodies.js';
import { alignedLines, lineEvidence, prepareLine, quickBits, scoreBeyondChance } from './evidence.js';

function evidence(a: readonly SongNote[], b: readonly SongNote[], lines: 'written' | 'transcribed') {
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

/** Where the plagiarism analysis reports (comparison/calibration.ts). */
const evenBits = 18;

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

/** Random calls on three pitches, each phrase played again. */
function calls(seed: number): SongNote[] {
  const random = seededRandom(seed);
  const phrases = [0, 1].map(() =>
    Array.from({ length: 16 }, () => [60, 64, 67, 72][Math.floor(random() * 4)]!),
  );
  return [0, 0, 1, 0, 0, 0, 1, 0]
    .flatMap((phrase) => phrases[phrase]!)
    .map((midiPitch, index) => ({ onsetBeats: index / 2, durationBeats: 0.5, midiPitch, salience: 1 }));
}

/** Runs of semitones up and down from one random place to another. */
function chromaticRuns(seed: number): SongNote[] {
  const random = seededRandom(seed);
  const notes: SongNote[] = [];
  for (let pitch = 66, onset = 0; notes.length < 300; ) {
    const direction = pitch > 75 ? -1 : pitch < 58 ? 1 : random() < 0.5 ? 1 : -1;
    for (let step = 4 + 2 * Math.floor(5 * random()); step > 0; step--, onset += 0.25, pitch += direction)
      notes.push({ onsetBeats: onset, durationBeats: 0.25, midiPitch: pitch, salience: 1 });
    if (random() < 0.4) pitch += [-7, -5, 5, 7][Math.floor(4 * random())]!;
  }
  return notes;
}

const idioms = { 'calls on the tones of one chord': calls, 'chromatic runs': chromaticRuns };

describe('a tune that returns in another key', () => {
  it('is found with all that it shares in one key: at another place the other key is no chance', () => {
    const tune = generateMelody(11, 64);
    const end = Math.ceil(tune.at(-1)!.onsetBeats + 1);
    const lifted = (semitones: number): SongNote[] =>
      tune.map((note) => ({
        ...note,
        onsetBeats: note.onsetBeats + end,
        midiPitch: note.midiPitch + semitones,
      }));
    const whole = evidence(tune, tune, 'written').bits;
    for (const semitones of [1, 2, 5]) {
      const { bits, alignment } = evidence(tune, [...tune, ...lifted(semitones)], 'written');
      expect(bits).toBeGreaterThan(0.7 * whole);
      expect(alignment.transposition).toBe(0);
    }
  });

  it('is no chance either where another tune of both songs stands in another key, some notes behind the first', () => {
    const [first, second] = [generateMelody(11, 40), moved(generateMelody(12, 24), 0, 60)];
    const a = prepareLine([...first, ...second]);
    const b = prepareLine([...first, ...moved(second, 2, 0)]);
    const { bits, alignment, reversedScore } = lineEvidence(a, b, alignedLines(a, b), 'written');
    expect(alignment.transposition).toBe(0);
    const places = Math.log2(64 * 64);
    expect(scoreBeyondChance(alignment.others[0]!.score, reversedScore, places, 'written')).toBeGreaterThan(
      8,
    );
    expect(bits).toBeCloseTo(scoreBeyondChance(alignment.score, reversedScore, places, 'written'), 6);
  });

  it('is chance where it lies beside the match itself, as of a figure that rises step by step', () => {
    const steps = [0, 6, 1, 11].flatMap((step, place) =>
      Array.from({ length: 14 }, (_, time) => ({
        onsetBeats: 4 * time + place,
        durationBeats: 1,
        midiPitch: 40 + 3 * time + step,
        salience: 1,
      })),
    );
    const rising = steps.sort((x, y) => x.onsetBeats - y.onsetBeats);
    const { bits, alignment, reversedScore } = evidence(rising, rising, 'written');
    const [other] = alignment.others;
    expect(other!.score).toBeGreaterThan(reversedScore);
    expect(bits).toBeLessThanOrEqual(alignment.score - Math.max(0.5 * other!.score, other!.score - 6));
  });
});

describe('the evidence of two lines', () => {
  it.each(Object.entries(idioms))(
    'is below the threshold for unrelated %s, and high for the same',
    (_, made) => {
      const lines = Array.from({ length: 24 }, (_each, index) => made(index + 1));
      for (const [place, line] of lines.entries())
        for (const other of lines.slice(0, place))
          expect(evidence(line, other, 'written').bits).toBeLessThan(evenBits);
      expect(evidence(lines[0]!, moved(lines[0]!, 3, 0), 'written').bits).toBeGreaterThan(evenBits);
    },
  );

  it.each(pairs)('is the same whichever comes first: $name', ({ a, b }) => {
    for (const lines of ['written', 'transcribed'] as const) {
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
