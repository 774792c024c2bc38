import { describe, expect, it } from 'vitest';
import { AnalysisError } from '../../domain/analysis-error.js';
import { type Compute, ComputeError } from '../../domain/compute.js';
import type { FileDeclarations } from '../../domain/file-declarations.js';
import type { RequestVariant } from '../../domain/operations.js';
import type { JsonObject } from '../../domain/task.js';
import type { AnalysisContext, AnalysisOutcome } from '../analysis.js';
import { createAiDetection } from './ai-detection.js';
import type { Measurement } from './measurement.js';
import {
  measurementOf,
  nothingElse,
  sampleLattice,
  sampleMeasurement,
} from './test-support/sample-measurement.js';

const nothingDeclared: FileDeclarations = { tags: {}, isOverTagBudget: false, contentCredentials: null };

const contextWith = (run: () => Promise<unknown>, declared = nothingDeclared): AnalysisContext => ({
  compute: {
    run: (kernel: string) => (kernel === 'audio.declarations' ? Promise.resolve(declared) : run()),
  } as unknown as Compute,
  signal: new AbortController().signal,
  progress: () => undefined,
});

function analyse(
  model: string,
  measurement: Measurement,
  variant: RequestVariant = 'music',
  declared = nothingDeclared,
): Promise<AnalysisOutcome> {
  return createAiDetection({ generatorNames: { genD: 'House' } }).run(
    {
      accountId: 'acct_1',
      taskId: 'task_1',
      model,
      variant,
      music: {
        musicId: 'mus_1',
        title: '',
        artist: '',
        filename: 'song.mp3',
        path: '/nowhere',
        sha256: '',
        durationSeconds: 120,
      },
      parameters: {},
    },
    contextWith(async () => measurement, declared),
  );
}

interface Body {
  final_result: { prediction: string; confidence: number; abstained?: boolean };
  model_results: JsonObject[];
}
const bodyOf = (outcome: AnalysisOutcome): Body => {
  const result = outcome.result as JsonObject;
  return (result['song.mp3'] ?? result) as unknown as Body;
};
const idsOf = (models: JsonObject[]): unknown[] =>
  models.map(({ config }) => (config as JsonObject).model_id);
const lattice = sampleMeasurement(14);
const none = sampleMeasurement(0.5);

describe('the ai-detection result', () => {
  it.each([
    ['lite', ['model_0']],
    ['standard', ['model_0', 'model_1', 'model_2', 'model_3']],
    ['pro', ['model_0', 'model_4', 'model_5', 'model_6']],
    ['pro-v2', ['2label_stage1', '2label_stage2', 'agent_classifier', 'fake_model_classifier']],
  ])('of %s has the documented models', async (model, ids) => {
    expect(idsOf(bodyOf(await analyse(model, lattice)).model_results)).toEqual(ids);
  });

  it('has the file name as its only key, except pro-v2', async () => {
    for (const model of ['lite', 'standard', 'pro']) {
      expect(Object.keys((await analyse(model, lattice)).result as JsonObject)).toEqual(['song.mp3']);
    }
    expect(Object.keys((await analyse('pro-v2', lattice)).result as JsonObject)).toEqual([
      'final_result',
      'model_results',
    ]);
  });

  it('of the earlier upload variant holds the array of model results directly', async () => {
    const { result } = await analyse('standard', lattice, 'file');
    expect(Array.isArray((result as JsonObject)['song.mp3'])).toBe(true);
    expect(idsOf((result as unknown as Record<string, JsonObject[]>)['song.mp3']!)).toHaveLength(4);
  });

  it('gives one answer a segment in the parts that have segments, and none in the others', async () => {
    const { model_results } = bodyOf(await analyse('standard', lattice));
    expect(model_results[0]).not.toHaveProperty('segment_analysis');
    for (const element of model_results.slice(1)) {
      const segments = element.segment_analysis as { prediction: string[]; confidence: number[] };
      expect(segments.prediction).toEqual(Array(12).fill('fake'));
      expect(segments.confidence).toHaveLength(12);
    }
  });

  it('documents focus, task, classes and labels, one table of names behind both label sets', async () => {
    const pro = bodyOf(await analyse('pro', lattice)).model_results;
    expect(pro[1]!.config).toEqual({
      model_id: 'model_4',
      analysis_focus: 'Mixing & Audio Effects',
      task: '3-Class',
      num_classes: 3,
      labels: ['real', 'ai_cover', 'fake'],
    });
    expect(pro[2]!.config).toMatchObject({
      task: 'Detailed Fake Source',
      num_classes: 6,
      labels: ['real', 'House_v4', 'House_v4_5', 'House_v4_5_plus', 'House_v5', 'other'],
    });
    const v2 = bodyOf(await analyse('pro-v2', lattice)).model_results;
    expect(v2[2]!.config).not.toHaveProperty('num_classes');
    expect(v2[3]!.config).toMatchObject({
      num_classes: 5,
      labels: ['genA', 'genB', 'genC', 'House', 'genE'],
    });
  });

  it.each(['lite', 'standard', 'pro', 'pro-v2'])(
    'of %s calls a strong lattice fake and its absence real',
    async (model) => {
      expect(bodyOf(await analyse(model, lattice)).final_result).toMatchObject({ prediction: 'fake' });
      const real = bodyOf(await analyse(model, none)).final_result;
      expect(real.prediction).toBe('real');
      expect(real.confidence).toBeGreaterThan(0.7);
      expect(real).not.toHaveProperty('abstained');
    },
  );

  it('scales the generators’ probabilities by the confidence in fake', async () => {
    const probabilities = async (measurement: Measurement): Promise<number[]> => {
      const element = bodyOf(await analyse('pro-v2', measurement)).model_results[3]!;
      return Object.values((element.overall_analysis as { all_probs: Record<string, number> }).all_probs);
    };
    const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
    expect(sum(await probabilities(lattice))).toBeGreaterThan(0.9);
    expect(Math.max(...(await probabilities(none)))).toBeLessThan(0.06);
  });

  it('names roles only where AI is detected, a confidence for each role always', async () => {
    const overall = async (
      measurement: Measurement,
    ): Promise<{ prediction: string[]; confidence: JsonObject }> => {
      const element = bodyOf(await analyse('pro-v2', measurement)).model_results[2]!;
      return element.overall_analysis as { prediction: string[]; confidence: JsonObject };
    };
    expect((await overall(none)).prediction).toEqual(['real']);
    const found = await overall(lattice);
    expect(found.prediction).toEqual(['vocalist', 'engineer']);
    expect(Object.keys(found.confidence)).toEqual(['composer', 'vocalist', 'engineer']);
  });

  it('calls a lattice that only the voice carries an AI cover', async () => {
    const cover = measurementOf([
      sampleLattice('hop-512', 14, { voiceScore: 14, restScore: -0.5, sideScore: 0 }),
    ]);
    const model6 = bodyOf(await analyse('pro', cover)).model_results[3]!;
    expect(model6.overall_analysis).toMatchObject({ prediction: 'ai_cover' });
  });
});

describe('“cannot tell”', () => {
  it.each([
    ['8 s of sound', { durationSeconds: 8, activeSeconds: 8 }],
    ['a bandwidth of 4 kHz', { bandwidthHz: 4000 }],
    ['near silence', { activeSeconds: 0.7 }],
  ])('is the answer to the absence of a lattice in %s', async (_, limits) => {
    const outcome = await analyse('standard', sampleMeasurement(0.5, limits));
    const { final_result } = bodyOf(outcome);
    expect(final_result).toMatchObject({ prediction: 'real', abstained: true });
    expect(final_result.confidence).toBeLessThan(0.6);
    expect(outcome.detail).toMatchObject({ abstained: true });
  });

  it('gives way to a plain lattice in 8 s', async () => {
    const { final_result } = bodyOf(await analyse('standard', sampleMeasurement(14, { activeSeconds: 8 })));
    expect(final_result.prediction).toBe('fake');
  });

  it('is the answer to a lattice that an alternative explanation draws, with its name', async () => {
    const held = sampleLattice('hop-512', 14, { explanations: { ...nothingElse, 'held-tones': 0.9 } });
    const outcome = await analyse('standard', measurementOf([held]));
    expect(bodyOf(outcome).final_result).toMatchObject({ prediction: 'real', abstained: true });
    const { verdict } = outcome.detail as { verdict: { finding: string; reasons: string[] } };
    expect(verdict.finding).toBe('cannot_tell');
    expect(verdict.reasons[0]).toContain('held-tones');
  });
});

describe('the analysis', () => {
  it('keeps the lattice, its lines and times as evidence', async () => {
    const { detail } = await analyse('lite', lattice);
    expect(detail).toMatchObject({
      evidence: {
        lattice: { family: 'hop-512', scale: 1, evidence: 14, found_by: 'exact' },
        lines: [{ frequency_hz: 1033.59, contrast: 4.2 }],
        calibration: expect.any(String),
      },
    });
    expect((detail as { evidence: { timeline: unknown[] } }).evidence.timeline).toHaveLength(12);
  });

  it('what a file declares about itself stands beside the verdict and does not change it', async () => {
    const plain = await analyse('standard', lattice);
    const declaring = await analyse('standard', lattice, 'music', {
      tags: { comment: 'made with suno' },
      isOverTagBudget: false,
      contentCredentials: {
        signature: 'intact',
        claimGenerator: 'Music Maker 2',
        signedBy: null,
        declaresAi: true,
        problems: [],
      },
    });
    expect(declaring.result).toEqual(plain.result);
    const { declared, ...rest } = declaring.detail as JsonObject;
    const { declared: nothing, ...plainRest } = plain.detail as JsonObject;
    expect(rest).toEqual(plainRest);
    expect(nothing).toMatchObject({ tags: [], content_credentials: null });
    expect(declared).toMatchObject({
      tags: [{ field: 'comment', generator: 'Suno' }],
      content_credentials: { declares_ai: true, signature: 'intact' },
    });
  });

  it('states its verdict in the shape of all analyses, with threshold, reasons and limits', async () => {
    const { detail } = await analyse('lite', lattice);
    expect(detail).toMatchObject({
      verdict: {
        finding: 'found',
        probability: expect.any(Number),
        expected_false_alarms: expect.any(Number),
        threshold: { of: expect.stringContaining('false alarms'), value: 5 },
      },
    });
    const { verdict } = detail as {
      verdict: { expected_false_alarms: number; reasons: string[]; limits: string[] };
    };
    expect(verdict.expected_false_alarms).toBeLessThanOrEqual(5);
    expect(verdict.reasons.length).toBeGreaterThan(1);
    expect(verdict.limits.length).toBeGreaterThan(1);
  });

  it('lists what of the result is a prior, and nothing as measured that is not', async () => {
    const { detail } = await analyse('pro-v2', lattice);
    const { priors } = detail as unknown as { priors: { field: string; measured: boolean }[] };
    expect(priors.map(({ field }) => field.split(',')[0])).toEqual([
      'agent_classifier.composer',
      'model_5',
      'fake_model_classifier',
    ]);
    expect(priors.every(({ measured }) => measured === false)).toBe(true);
  });

  it('names no generator where all five tie', async () => {
    const element = bodyOf(await analyse('pro-v2', lattice)).model_results[3]!;
    expect(element.overall_analysis).toMatchObject({ prediction: 'other', abstained: true });
  });

  it('turns bad input into a final failure, and lets a killed process be tried again', async () => {
    const failing = (error: Error) =>
      createAiDetection().run(
        {
          accountId: '',
          taskId: '',
          model: 'lite',
          variant: 'music',
          music: {
            musicId: '',
            title: '',
            artist: '',
            filename: 'x',
            path: '',
            sha256: '',
            durationSeconds: 1,
          },
          parameters: {},
        },
        contextWith(() => Promise.reject(error)),
      );
    await expect(failing(new ComputeError('bad-input', 'silent'))).rejects.toThrow(AnalysisError);
    await expect(failing(new ComputeError('crashed', 'gone'))).rejects.toThrow(ComputeError);
  });

  it('refuses a model it does not know', async () => {
    await expect(analyse('ultra', lattice)).rejects.toThrow(/ultra.*lite/);
  });
});
