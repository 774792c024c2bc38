import { describe, expect, it } from 'vitest';
import { chordRules, chordSide } from '../harmony/chord-rules.js';
import { chordSequenceOf } from '../harmony/chord-sequence.js';
import { chordBits } from '../harmony/chord-surprisal.js';
import { noveltyBits } from '../melody/evidence.js';
import { melodyRules, melodySide } from '../melody/melody-rules.js';
import { sequenceOf } from '../melody/sequence.js';
import { chordName } from '../song-description.js';
import { generateMelody } from '../symbolic/test-support/melodies.js';
import { type AlignedSide, type AlignmentRules, movedSymbol, stepsABit } from './aligned-side.js';
import { alignLocally } from './local-alignment.js';
import { likelyTranspositions } from './transpositions.js';

/** Smith and Waterman as they are taught: a whole table, the greatest of four, the path back from the first best cell. */
function taught(a: AlignedSide, b: AlignedSide, rules: AlignmentRules, shift: number) {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const steps = table.map((row) => row.map(() => ''));
  let best = { score: 0, i: 0, j: 0 };
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const [x, y] = [movedSymbol(a.symbol[i - 1]!, shift), b.symbol[j - 1]!];
      const change = Math.abs(a.rhythm[i - 1]! - b.rhythm[j - 1]!);
      const rhythm =
        change < rules.sameRhythmWithin
          ? a.sameRhythm[i - 1]!
          : change > rules.otherRhythmBeyond
            ? rules.otherRhythm
            : 0;
      let earned = rules.replaced[x * rules.symbols + y]!;
      if (x === y) earned += a.weight[i - 1]! + b.weight[j - 1]!;
      if (x === y || !rules.rhythmOfMatchesOnly) earned += rhythm;
      const ways = [
        { score: table[i - 1]![j - 1]! + earned, step: x === y ? 'match' : 'replace' },
        { score: table[i - 1]![j]! - a.gap[i - 1]!, step: 'skip a' },
        { score: table[i]![j - 1]! - b.gap[j - 1]!, step: 'skip b' },
      ];
      const way = ways.reduce((first, other) => (other.score > first.score ? other : first));
      if (way.score <= 0) continue;
      table[i]![j] = way.score;
      steps[i]![j] = way.step;
      if (way.score > best.score) best = { score: way.score, i, j };
    }
  }
  const pairs: { a: number; b: number }[] = [];
  for (let { i, j } = best; steps[i]![j] !== ''; ) {
    const step = steps[i]![j]!;
    if (step === 'match') pairs.unshift({ a: i - 1, b: j - 1 });
    if (step !== 'skip b') i--;
    if (step !== 'skip a') j--;
  }
  return { score: best.score / stepsABit, pairs };
}

const melody = (seed: number, count: number): AlignedSide => {
  const sequence = sequenceOf(generateMelody(seed, count));
  return melodySide(sequence, noveltyBits(sequence));
};

const chords = (seed: number, count: number): AlignedSide => {
  const names = generateMelody(seed, count).flatMap(({ midiPitch, durationBeats }, place) =>
    new Array<string>(1 + Math.round(2 * durationBeats)).fill(
      chordName(midiPitch + place * 5, (midiPitch + place) % 3 === 0 ? 'min' : 'maj'),
    ),
  );
  const sequence = chordSequenceOf(names);
  return chordSide(sequence, chordBits(sequence));
};

/** Notes of the second song stand in the first one, three semitones lower, with others between. */
const quoting = (seed: number): AlignedSide => {
  const own = generateMelody(seed, 30);
  const quoted = generateMelody(seed + 1, 40).slice(5, 30);
  const moved = quoted.map((note) => ({
    ...note,
    midiPitch: note.midiPitch - 3,
    onsetBeats: note.onsetBeats + 40,
  }));
  const sequence = sequenceOf([...own, ...moved].sort((x, y) => x.onsetBeats - y.onsetBeats));
  return melodySide(sequence, noveltyBits(sequence));
};

const cases: { name: string; rules: AlignmentRules; songs: (seed: number) => [AlignedSide, AlignedSide] }[] =
  [
    {
      name: 'unrelated melodies',
      rules: melodyRules,
      songs: (seed) => [melody(seed, 37), melody(seed + 50, 61)],
    },
    { name: 'a quoted melody', rules: melodyRules, songs: (seed) => [quoting(seed), melody(seed + 1, 40)] },
    { name: 'chords', rules: chordRules, songs: (seed) => [chords(seed, 40), chords(seed + 50, 33)] },
    { name: 'one note', rules: melodyRules, songs: (seed) => [melody(seed, 1), melody(seed + 1, 40)] },
  ];

describe('local alignment in whole numbers', () => {
  it.each(cases)('gives the score and the pairs of the textbook form: $name', ({ rules, songs }) => {
    let aligned = 0;
    for (let seed = 0; seed < 6; seed++) {
      const [a, b] = songs(seed);
      const all = Array.from({ length: 12 }, (_, shift) => taught(a, b, rules, shift));
      all.forEach((expected, shift) => {
        const found = alignLocally(a, b, rules, [shift], true);
        expect(found.score).toBe(expected.score);
        expect(found.pairs).toEqual(expected.pairs);
        aligned += found.pairs.length;
      });
      for (const shifts of [[0, 3], [7, 2, 11, 5], [...all.keys()]]) {
        const best = Math.max(...shifts.map((shift) => all[shift]!.score));
        const found = alignLocally(a, b, rules, shifts, true);
        expect(found.score).toBe(best);
        const others = shifts.filter((shift) => shift !== found.transposition);
        expect(found.others[0]!.score).toBe(Math.max(...others.map((shift) => all[shift]!.score)));
        expect(found.transposition).toBe(shifts.find((shift) => all[shift]!.score === best));
        expect(found.pairs).toEqual(all[found.transposition]!.pairs);
      }
    }
    expect(aligned).toBeGreaterThan(10);
  });

  it('finds nothing in nothing, and keeps nothing of longer songs that came before', () => {
    const empty = melody(1, 0);
    expect(alignLocally(empty, melody(2, 20), melodyRules, [0, 1], true).pairs).toEqual([]);
    const [a, b] = [melody(3, 25), melody(3, 25)];
    const alone = alignLocally(a, b, melodyRules, [0], true);
    alignLocally(melody(5, 300), melody(6, 280), melodyRules, [0, 4, 5, 7], true);
    expect(alignLocally(a, b, melodyRules, [0], true)).toEqual(alone);
    expect(alone.pairs.length).toBe(25);
  });
});

describe('likely transpositions', () => {
  it('name the one by which a song was moved first, and at most as many as asked for', () => {
    for (const shift of [1, 6, 11]) {
      const line = generateMelody(9, 60);
      const moved = sequenceOf(line.map((note) => ({ ...note, midiPitch: note.midiPitch + shift })));
      const side = melodySide(moved, noveltyBits(moved));
      expect(likelyTranspositions(melody(9, 60), side, 4, 1.5)[0]).toBe(shift);
      expect(likelyTranspositions(melody(9, 60), side, 2, 1.5).length).toBeLessThanOrEqual(2);
    }
    expect(likelyTranspositions(melody(9, 2), melody(9, 60), 4, 1)).toEqual([]);
  });
});
