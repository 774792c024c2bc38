import { beforeAll, describe, expect, it } from 'vitest';
import type { Measurement } from '../measurement.js';
import { measurementOf, sampleLattice } from '../test-support/sample-measurement.js';
import { type CorpusFile, calibrateOnCorpus, measureCorpus, trainOnCorpus } from './corpus.js';
import { embeddedOdds } from './embedded.js';
import { featureNames } from './features.js';
import { type OperatorModelFile, readOperatorCalibration, readOperatorModel } from './operator-files.js';
import { fitOn, type LabelledCase, worstOfEach } from './train.js';

/** A file's path ends with the evidence that is measured of it. */
const measureFile = async (path: string): Promise<Measurement> => {
  const evidence = Number(path.split('/')[1]);
  if (Number.isNaN(evidence)) throw new Error('no audio');
  return measurementOf([sampleLattice('hop-512', evidence), sampleLattice('fifty', 0)]);
};
const filesOf = (group: string, isFake: boolean, evidences: readonly (number | string)[]): CorpusFile[] =>
  evidences.map((evidence) => ({ path: `${group}/${evidence}`, group, isFake }));
const recordings = [
  ...filesOf('songs', false, [0.1, 0.3, 0.5, 0.7, 0.9, 1.1]),
  ...filesOf('speech', false, [0, 0.2, 0.4, 0.6, 0.8, 1]),
  ...filesOf('chips', false, [0.15, 0.35, 0.55, 0.75, 0.95, 14]),
];
const fakes = ['one', 'two', 'three'].flatMap((name, index) =>
  filesOf(name, true, [12 + index, 13 + index, 14 + index, 0.5 + index / 10]),
);
const now = new Date(0);

describe('a corpus', () => {
  it('is measured in its order, however many at once; what fails is reported and left out', async () => {
    const reports: [number, string, string | null][] = [];
    const files = [...filesOf('songs', false, [1, 'broken', 2])];
    const cases = await measureCorpus(files, {
      measureFile,
      parallel: 3,
      onFile: (done, total, file, error) => reports.push([done * 10 + total, file.path, error]),
    });
    expect(cases.map(({ recording }) => recording)).toEqual(['songs/1', 'songs/2']);
    expect(reports).toHaveLength(3);
    expect(reports.map(([count]) => count).sort()).toEqual([13, 23, 33]);
    expect(reports.find(([, path]) => path === 'songs/broken')?.[2]).toBe('no audio');
  });

  it('is refused before anything is measured where it is too small to train on', async () => {
    const measured: string[] = [];
    const options = {
      measureFile(path: string): Promise<Measurement> {
        measured.push(path);
        return measureFile(path);
      },
    };
    const few = [...recordings, ...filesOf('one', true, [12, 13, 14])];
    await expect(trainOnCorpus(few, options, 'mine-1', now)).rejects.toThrow('at least 3 generators');
    expect(measured).toEqual([]);
  });

  it('is measured no further once it is called off', async () => {
    const controller = new AbortController();
    const calledOff = measureCorpus(filesOf('songs', false, [1, 2]), {
      measureFile: async () => {
        controller.abort(new Error('called off'));
        throw new Error('killed');
      },
      signal: controller.signal,
    });
    await expect(calledOff).rejects.toThrow('called off');
  });
});

describe('a model of an operator’s own', () => {
  let file: OperatorModelFile;
  beforeAll(async () => {
    file = await trainOnCorpus([...recordings, ...fakes], { measureFile }, 'mine-1', now);
  });

  it('has a card with a row a generator and a folder, and the rate over all recordings', () => {
    const { card } = file;
    expect(card.heldOut.map(({ group, isFake, recordings: count }) => [group, isFake, count])).toEqual([
      ['one', true, 4],
      ['three', true, 4],
      ['two', true, 4],
      ['chips', false, 6],
      ['songs', false, 6],
      ['speech', false, 6],
    ]);
    const accused = card.heldOut.filter(({ isFake }) => !isFake).map(({ calledFake }) => calledFake);
    expect(card.recordings).toBe(18);
    expect(card.falseAlarmRate).toBeCloseTo(accused.reduce((sum, share) => sum + share, 0) / 3, 6);
    expect(card.falseAlarmInterval[0]).toBeLessThanOrEqual(card.falseAlarmRate);
    expect(card.falseAlarmInterval[1]).toBeGreaterThan(card.falseAlarmRate);
    expect(card.madeAt).toBe(now.toISOString());
  });

  it('has the share of each group’s files that models without it found', async () => {
    const quiet = recordings.filter(({ path }) => path !== 'chips/14');
    const { card } = await trainOnCorpus([...quiet, ...fakes], { measureFile }, 'mine-2', now);
    // Of each generator's four files three have a strong lattice, and the fourth next to none.
    const shares = card.heldOut.map(({ isFake, calledFake }) => [isFake, calledFake]);
    expect(shares).toEqual([...Array(3).fill([true, 0.75]), ...Array(3).fill([false, 0])]);
  });

  it('is read again, and only with its own calibration and features', () => {
    const text = (changes: object): string => JSON.stringify({ ...file, ...changes });
    expect(readOperatorModel(text({})).model.version).toBe('mine-1');
    const others = { ...file.calibration, modelVersion: 'other' };
    expect(() => readOperatorModel(text({ calibration: others }))).toThrow(/other/);
    const [, ...fewer] = file.model.features;
    expect(() => readOperatorModel(text({ model: { ...file.model, features: fewer } }))).toThrow(/evidence/);
    const card = { ...file.card, falseAlarmRate: 1.5 };
    expect(() => readOperatorModel(text({ card }))).toThrow(/falseAlarmRate/);
    expect(() => readOperatorModel('{')).toThrow(/no JSON/);
  });
});

describe('a calibration on an operator’s own recordings', () => {
  it('states the share that is found, and belongs to the model it was made for', async () => {
    const data = embeddedOdds();
    const request = { data, version: 'mine', falseAlarmsPer1000: 5, now };
    const file = await calibrateOnCorpus(recordings, { measureFile }, request);
    expect(file.calibration).toMatchObject({ falseAlarmsPer1000: 5, cases: 18, groups: 3 });
    expect(file.card.heldOut.map(({ group }) => group)).toEqual(['chips', 'songs', 'speech']);
    expect(file.card.falseAlarmRate).toBeLessThanOrEqual(1 / 18);
    const text = JSON.stringify(file);
    expect(readOperatorCalibration(text, data).model).toBe(data.model);
    const other = { ...data, model: { ...data.model, version: 'other' } };
    expect(() => readOperatorCalibration(text, other)).toThrow(/calibrate ai-detection/);
  });
});

describe('a fit', () => {
  const caseOf = (isFake: boolean, group: string, evidence: number): LabelledCase => ({
    candidates: [featureNames.map((name) => (name === 'evidence' ? evidence : 0))],
    isFake,
    group,
    recording: `${group} ${evidence}`,
  });
  const reals = [0, 1, 2, 3, 6].map((evidence) => caseOf(false, 'real', evidence));
  const generated = [2, 5, 8, 11].map((evidence) => caseOf(true, 'fake', evidence));

  it('weighs both classes as declared, however many cases each has', () => {
    const once = fitOn([...reals, ...generated], 'once');
    const thrice = fitOn([...reals, ...generated, ...generated, ...generated], 'once');
    expect(thrice.bias).toBeCloseTo(once.bias, 2);
    for (const [index, { steps }] of once.features.entries())
      for (const [step, height] of steps.entries())
        expect(thrice.features[index]!.steps[step]!).toBeCloseTo(height, 2);
  });

  it('stays with theory where no case shows a measurement', () => {
    const { features } = fitOn([...reals, ...generated], 'once');
    const hum = features.find(({ name }) => name === 'mains-hum')!;
    const frames = features.find(({ name }) => name === 'codec-frames')!;
    expect(hum.steps.map((step) => Math.round(step))).toEqual([6, 4]);
    expect(frames.steps.map((step) => Math.round(step))).toEqual([4]);
  });

  it('is calibrated on the strongest window of each recording, on every fake, and on nothing without sound', () => {
    const [quiet, loud] = [caseOf(false, 'real', 1), caseOf(false, 'real', 1)];
    const [one, other, silent] = [5, 5, 8].map((evidence) => caseOf(true, 'fake', evidence));
    const counted = worstOfEach(
      [quiet!, loud!, one!, other!, silent!],
      [-2, -1, 3, 4, Number.NEGATIVE_INFINITY],
    );
    expect(counted.map(({ logOdds, isPositive }) => [logOdds, isPositive])).toEqual([
      [3, true],
      [4, true],
      [-1, false],
    ]);
  });
});
