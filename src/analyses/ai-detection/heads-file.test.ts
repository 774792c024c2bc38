import { describe, expect, it } from 'vitest';
import { headsFile, heldOutTable, readHeadsFile } from './heads-file.js';
import { sampleMeasurement } from './sample-measurement.js';
import { type CorpusFile, trainOnCorpus } from './train-corpus.js';

const corpus: CorpusFile[] = ['a', 'b', 'c', 'd'].flatMap((name, index) => [
  { path: `fake ${name} ${12 + index}`, group: `generator ${name}`, isFake: true },
  { path: `real ${name} ${1 + index / 4}`, group: `song ${name}`, isFake: false },
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
    expect(heldOutTable(written.card.heldOut).split('\n')).toHaveLength(8);
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
