import { expect, it } from 'vitest';
import { seededRandom } from '../../signal/seeded-random.js';
import { candidateColumns } from './candidate-columns.js';
import { WeightedMoments } from './weighted-moments.js';

const random = seededRandom(5);
const notes = Array.from({ length: 60 }, (_, i) => ({
  startFrame: 10 * i,
  endFrame: 10 * i + 20,
  midi: 40 + Math.floor(40 * random()),
  salience: 0.5,
  onset: random(),
  level: Math.floor(200 * random()),
  attacks: [100 * random(), 0, 0] as const,
  sustainFrames: 10,
}));
const weights = Float32Array.from(notes, () => random());

it('sums over stretches are those of a loop over their notes, against the note that they are for', () => {
  const moments = new WeightedMoments(candidateColumns(notes), weights);
  const stretches = [
    [3, 20],
    [20, 20],
    [41, 60],
  ] as const;
  for (const own of [notes[0]!, notes[30]!]) {
    moments.against(own.midi, own.level, own.attacks[0]);
    let [mass, pitches, squares, levels, attacks] = [0, 0, 0, 0, 0];
    for (const [from, to] of stretches) {
      moments.add(from, to);
      for (let i = from; i < to; i++) {
        const { midi, level, attacks: added } = notes[i]!;
        mass += weights[i]!;
        pitches += weights[i]! * (midi - own.midi);
        squares += weights[i]! * (midi - own.midi) ** 2;
        levels += weights[i]! * (level - own.level);
        attacks += weights[i]! * (added[0] - own.attacks[0]);
      }
    }
    expect(moments.mass).toBeCloseTo(mass, 12);
    expect(moments.pitches).toBeCloseTo(pitches, 11);
    expect(moments.squares).toBeCloseTo(squares, 9);
    expect(moments.levels).toBeCloseTo(levels, 10);
    expect(moments.attacks).toBeCloseTo(attacks, 10);
  }
});
