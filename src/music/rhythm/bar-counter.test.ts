import { expect, it } from 'vitest';
import { seededRandom } from '../../signal/seeded-random.js';
import { type BarRules, likeliestBeats } from './bar-counter.js';

/** The best score of all counts, by the definition: every beat after every other that an interval and its neighbours lead from. */
function bestScore(beat: Float32Array, downbeat: Float32Array, rules: BarRules): number {
  const { intervals, unusual, steps, ends } = rules;
  const costOfChange = (a: number, b: number): number =>
    steps.slice(Math.min(a, b) + 1, Math.max(a, b) + 1).reduce((sum, step) => sum + step, 0);
  const scores: number[][][] = [];
  let best = Number.NEGATIVE_INFINITY;
  for (let frame = 0; frame < beat.length; frame++) {
    scores[frame] = ends.map((_, place) =>
      intervals.map((interval, i) => {
        const from = frame - interval;
        const arriving = (last: number): number =>
          Math.max(...intervals.map((_, j) => scores[from]![last]![j]! - costOfChange(i, j)));
        const before =
          from < 0
            ? 0
            : place > 0
              ? arriving(place - 1)
              : Math.max(...ends.map((cost, last) => arriving(last) - cost));
        return before + (place === 0 ? downbeat : beat)[frame]! - unusual[i]!;
      }),
    );
    for (const row of scores[frame]!)
      for (const [i, score] of row.entries())
        if (frame + intervals[i]! >= beat.length) best = Math.max(best, score);
  }
  return best;
}

const rulesOf = (places: number): BarRules => ({
  intervals: [4, 5, 6, 8, 11],
  unusual: [0.9, 0.4, 0.1, 0, 0.3],
  steps: [0, 0.7, 0.5, 1.1, 1.3],
  ends: Array.from({ length: places }, (_, last) => (last === places - 1 ? 0 : 1.5 + last / 4)),
});

it.each([2, 3, 4])(
  'the best count in bars of %i has the score of the definition, and its beats add up to it',
  (places) => {
    const random = seededRandom(places);
    const beat = Float32Array.from({ length: 600 }, () => 4 * random() - 3);
    const downbeat = Float32Array.from({ length: 600 }, () => 4 * random() - 3);
    const rules = rulesOf(places);
    const likeliest = likeliestBeats(beat, downbeat, rules)!;
    expect(likeliest.score).toBeCloseTo(bestScore(beat, downbeat, rules), 2);
    let sum = 0;
    for (let at = likeliest.last, next = likeliest.before(at); ; next = likeliest.before(at)) {
      sum += (at.place === 0 ? downbeat : beat)[at.frame]! - rules.unusual[at.interval]!;
      if (next === null) break;
      expect(at.frame - next.frame).toBe(rules.intervals[at.interval]);
      if (at.place === 0) sum -= rules.ends[next.place]!;
      else expect(next.place).toBe(at.place - 1);
      const [a, b] = [at.interval, next.interval].sort((x, y) => x - y);
      for (let i = a! + 1; i <= b!; i++) sum -= rules.steps[i]!;
      at = next;
    }
    expect(sum).toBeCloseTo(likeliest.score, 2);
  },
);

it('no frame has no count, and one frame a count of one beat', () => {
  expect(likeliestBeats(new Float32Array(0), new Float32Array(0), rulesOf(3))).toBeNull();
  const only = likeliestBeats(Float32Array.of(1), Float32Array.of(2), rulesOf(3))!;
  expect(only.score).toBeCloseTo(2, 5);
  expect(only.last).toEqual({ frame: 0, interval: 3, place: 0 });
  expect(only.before(only.last)).toBeNull();
});
