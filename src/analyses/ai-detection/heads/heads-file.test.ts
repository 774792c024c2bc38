import { describe, expect, it } from 'vitest';
import { sampleMeasurement } from '../test-support/sample-measurement.js';
import { headsFile, heldOutSummary, readHeadsFile } from './heads-file.js';
import { type CorpusFile, trainOnCorpus } from './train-corpus.js';

const corpus: CorpusFile[] = ['a', 'b', 'c', 'd'].flatMap((name, index) => [
  { path: `fake ${name} ${12 + index}`, group: `generator ${name}`, isFake: true },
  { path: `real ${name} ${1 + index / 4}`, group: `house/song ${name}`, isFake: false },
]);
const train = (files: readonly CorpusFile[]) =>
  trainOnCorpus(files, {
    measureFile: async (path) => {
      if (path === 'broken') throw new Error('not audio');
      return sampleMeasurement(Number(path.split(' ')[2]));
    },
  });

describe('training on a corpus', () => {
  it('writes a file that reads back as the same heads, with its card', async () => {
    const trained = await train(corpus);
    const written = headsFile('house-1', trained, new Date('2026-01-02T03:04:05Z'));
    const read = readHeadsFile(JSON.stringify(written));
    expect(read.heads).toEqual(trained.heads);
    expect(read.version).toBe('house-1');
    expect(written.card).toMatchObject({ fakeExamples: 4, realExamples: 4 });
    const { heldOut } = written.card;
    expect(heldOut.filter(({ isFake }) => isFake)).toHaveLength(4);
    expect(heldOut.filter(({ isFake }) => !isFake)).toEqual([
      { group: 'house', isFake: false, examples: 4, calledFake: 0, areaUnderCurve: null },
    ]);
    const summary = heldOutSummary(heldOut);
    expect(summary).toMatchObject({ recordings: 4, falsePositiveRate: 0, meanAreaUnderCurve: 1 });
    // None of 4 says little: the score interval reaches z² / (n + z²).
    expect(summary.falsePositiveInterval[1]).toBeCloseTo(3.8416 / 7.8416, 6);
  });

  it('gives the same heads however many files are measured at once', async () => {
    const measureFile = async (path: string) => {
      await new Promise((resolve) => setTimeout(resolve, path.length % 3));
      return sampleMeasurement(Number(path.split(' ')[2]));
    };
    const { heads } = await trainOnCorpus(corpus, { measureFile, parallel: 3 });
    expect(heads).toEqual((await train(corpus)).heads);
  });

  it('ends with the reason of an abort instead of fitting what is left', async () => {
    const abort = new AbortController();
    const measureFile = async () => {
      abort.abort(new Error('stopped by hand'));
      throw new Error('killed');
    };
    const trained = trainOnCorpus(corpus, { measureFile, signal: abort.signal });
    await expect(trained).rejects.toThrow('stopped by hand');
  });

  it('leaves out a file that cannot be measured', async () => {
    const trained = await train([...corpus, { path: 'broken', group: 'generator z', isFake: true }]);
    expect(trained.heldOut.map(({ group }) => group)).not.toContain('generator z');
  });

  it('refuses a file with a negative weight or a missing head, naming the place', async () => {
    const written = headsFile('x', await train(corpus), new Date());
    const negative = {
      ...written,
      heads: { ...written.heads, lattice: { bias: 0, weights: { lattice: -1 } } },
    };
    expect(() => readHeadsFile(JSON.stringify(negative))).toThrow(/heads\.lattice\.weights\.lattice/);
    const { stacked: _, ...fewer } = written.heads;
    expect(() => readHeadsFile(JSON.stringify({ ...written, heads: fewer }))).toThrow(/stacked/);
  });
});
