import { describe, expect, it } from 'vitest';
import { calibrate, commonnessWeight, pathShares } from './scoring.js';
import { pairWeights, reduceMatrix, scoreSong } from './song-match.js';

const full = new Uint8Array(4).fill(200);
const fullQuery = new Float32Array(4).fill(200);
const weights = new Float32Array(4).fill(1);
const common = new Float32Array(4).fill(1);
const both = (matrix: Float32Array) => ({ strong: matrix, paths: pathShares.map(() => matrix) });
const identity = Float32Array.from({ length: 16 }, (_, at) => (at % 5 === 0 ? 1 : 0));

describe('song scores', () => {
  it('are 1 for the same lyric and 0 for one with nothing in common', () => {
    const same = scoreSong(reduceMatrix(both(identity), fullQuery, full), weights, common);
    expect(same).toEqual({ combined: 1, paragraph: 1, sentence: 1, lineEvidence: 1 });
    const none = scoreSong(reduceMatrix(both(new Float32Array(16)), fullQuery, full), weights, common);
    expect(none.combined).toBe(0);
  });

  it('give the best pair its similarity as sentence_score, however little it says, and rank by its evidence', () => {
    const one = new Float32Array(16);
    one[5] = 1;
    one[2] = 0.8;
    const short = new Uint8Array(4).fill(40);
    const scores = scoreSong(reduceMatrix(both(one), new Float32Array(4).fill(40), short), weights, common);
    expect(scores.sentence).toBe(1);
    expect(scores.lineEvidence).toBeLessThan(0.2);
    expect(scores.combined).toBe(Math.max(scores.paragraph, scores.lineEvidence));
    const stock = Float32Array.from(common, () => commonnessWeight(60));
    expect(scoreSong(reduceMatrix(both(one), fullQuery, full), weights, stock).sentence).toBe(1);
  });

  it('let one identical line of substance decide though the rest differs', () => {
    const one = new Float32Array(16);
    one[5] = 1;
    const scores = scoreSong(reduceMatrix(both(one), fullQuery, full), weights, common);
    expect(scores.sentence).toBe(1);
    expect(scores.paragraph).toBeLessThan(scores.lineEvidence);
    expect(scores.combined).toBe(scores.lineEvidence);
  });

  it('let a line that says little count little, and three such lines in a row much', () => {
    const short = new Uint8Array(4).fill(50);
    const shortQuery = new Float32Array(4).fill(50);
    const alone = new Float32Array(16);
    alone[5] = 1;
    const run = Float32Array.from(identity);
    expect(pairWeights(alone, shortQuery, short)[5]).toBeLessThan(0.4);
    expect(pairWeights(run, shortQuery, short)[5]).toBe(1);
  });

  it('count the order of tiny lines as evidence beside their words', () => {
    const tiny = new Uint8Array(4).fill(12);
    const tinyQuery = new Float32Array(4).fill(12);
    const alone = new Float32Array(16);
    alone[5] = 1;
    expect(pairWeights(alone, tinyQuery, tiny)[5]).toBe(0);
    // What the four say, 48 nats, would weigh 0.27 as one line.
    expect(pairWeights(identity, tinyQuery, tiny)[5]).toBeGreaterThan(0.5);
  });

  it('let a line that many unconnected songs have count nearly nothing', () => {
    const stock = Float32Array.from(common, () => commonnessWeight(60));
    expect(scoreSong(reduceMatrix(both(identity), fullQuery, full), weights, stock).combined).toBeLessThan(
      0.15,
    );
  });

  it('are shown as 0.5 exactly at the midpoint, and never leave 0 … 1', () => {
    expect(calibrate(0.3, 0.3)).toBe(0.5);
    expect([calibrate(-1, 0.3), calibrate(0, 0.3), calibrate(1, 0.3), calibrate(2, 0.3)]).toEqual([
      0, 0, 1, 1,
    ]);
  });
});
