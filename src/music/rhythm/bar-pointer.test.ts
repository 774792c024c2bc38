import { describe, expect, it } from 'vitest';
import { type BarCosts, type BarEvidence, countBars } from './bar-pointer.js';

const framesPerSecond = 86;
const costs: BarCosts = { tempoChange: 25, halfBar: 6, slip: 10, unusualTempo: 0, usualBpm: 90 };

/** Evidence with a clear beat at each of `beats` (seconds), of which those in `firsts` begin bars. */
function evidenceOf(seconds: number, beats: readonly number[], firsts: ReadonlySet<number>): BarEvidence {
  const frames = Math.round(seconds * framesPerSecond);
  const beat = new Float32Array(frames).fill(-5);
  const downbeat = new Float32Array(frames).fill(-5);
  for (const [index, time] of beats.entries())
    for (const off of [-1, 0, 1]) {
      const frame = Math.round(time * framesPerSecond) + off;
      if (frame < 0 || frame >= frames) continue;
      const strength = off === 0 ? 4 : 1;
      beat[frame] = firsts.has(index) ? strength - 3 : strength;
      downbeat[frame] = firsts.has(index) ? strength : strength - 3;
    }
  return { framesPerSecond, beat, downbeat };
}

/** `count` beats, the first one at `from` seconds, `period` apart. */
const steady = (from: number, period: number, count: number): number[] =>
  Array.from({ length: count }, (_, beat) => from + beat * period);
const every = (bar: number, offset: number, count: number): Set<number> =>
  new Set(Array.from({ length: count }, (_, beat) => beat).filter((beat) => (beat - offset) % bar === 0));

function found(evidence: BarEvidence, bar: number): { beats: number[]; firsts: number[]; score: number } {
  const { beatFrames, downbeats, score } = countBars(evidence, bar, costs)!;
  return { beats: beatFrames.map((frame) => frame / framesPerSecond), firsts: [...downbeats], score };
}

const score = (evidence: BarEvidence, bar: number): number => countBars(evidence, bar, costs)!.score;

function expectTimes(own: readonly number[], expected: readonly number[]): void {
  expect(own).toHaveLength(expected.length);
  for (const [at, time] of own.entries()) expect(Math.abs(time - expected[at]!)).toBeLessThan(0.03);
}

describe('countBars', () => {
  it.each([3, 4])('finds all beats and first beats of bars of %i', (bar) => {
    const beats = steady(0.3, 0.55, 48);
    const count = found(evidenceOf(26.4, beats, every(bar, 0, 48)), bar);
    expectTimes(count.beats, beats);
    expect(count.firsts).toEqual([...every(bar, 0, 48)]);
  });

  it('counts an upbeat as the last beat of a bar', () => {
    const beats = steady(0.3, 0.5, 40);
    expect(found(evidenceOf(20.1, beats, every(4, 1, 40)), 4).firsts).toEqual([...every(4, 1, 40)]);
  });

  it('explains bars of three better in three than in four, and bars of four better in four', () => {
    const beats = steady(0.3, 0.5, 60);
    const [three, four] = [3, 4].map((bar) => evidenceOf(30.1, beats, every(bar, 0, 60)));
    expect(score(three!, 3)).toBeGreaterThan(score(three!, 4));
    expect(score(four!, 4)).toBeGreaterThan(score(four!, 3));
  });

  it('follows a tempo that becomes a third faster and slower again', () => {
    let time = 0.3;
    const beats = Array.from({ length: 80 }, (_, beat) => {
      const at = time;
      time += 0.6 - 0.15 * Math.sin((Math.PI * beat) / 80);
      return at;
    });
    const count = found(evidenceOf(time - 0.2, beats, every(4, 0, 80)), 4);
    expectTimes(count.beats, beats);
  });

  it('goes on through a stretch without evidence at the tempo from before', () => {
    const beats = steady(0.3, 0.5, 60);
    const evidence = evidenceOf(30.1, beats, every(4, 0, 60));
    for (const curve of [evidence.beat, evidence.downbeat])
      curve.fill(0, 10 * framesPerSecond, 14 * framesPerSecond);
    const { beats: own } = found(evidence, 4);
    expect(own).toHaveLength(60);
  });

  it('goes on counting after half a bar that is inserted', () => {
    const beats = steady(0.3, 0.5, 60);
    const firsts = new Set(
      [...every(4, 0, 29), ...every(4, 2, 60)].filter((beat) => beat % 4 === (beat < 29 ? 0 : 2)),
    );
    expect(found(evidenceOf(30.1, beats, firsts), 4).firsts).toEqual([...firsts]);
  });

  it('has nothing to count in no frames', () => {
    expect(
      countBars({ framesPerSecond, beat: new Float32Array(0), downbeat: new Float32Array(0) }, 4, costs),
    ).toBeNull();
  });
});
