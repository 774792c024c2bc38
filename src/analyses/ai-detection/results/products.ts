/** The documented products and their models: ids, foci, tasks, labels and parts. All are views of one set of odds. */
export type ModelTask = 'binary' | 'three-class' | 'source' | 'roles' | 'generator';

export interface ModelSpec {
  readonly id: string;
  readonly task: ModelTask;
  readonly focus: string;
  readonly segments: boolean;
  /** What a three-class model reads `ai_cover` from: the arrangement or the mix. */
  readonly cover?: 'voice' | 'mix';
}

const waveform = 'Waveform & Melody Pattern';
const mixing = 'Mixing & Audio Effects';

/** The wording of `config.task`. */
export const taskNames: Readonly<Record<ModelTask, string>> = {
  binary: 'Real/Fake Binary',
  'three-class': '3-Class',
  source: 'Detailed Fake Source',
  roles: 'Role-based AI',
  generator: 'AI Model Identification',
};

const binary = (id: string, segments: boolean): ModelSpec => ({
  id,
  task: 'binary',
  focus: waveform,
  segments,
});

export const productNames = ['lite', 'standard', 'pro', 'pro-v2'] as const;
export type ProductName = (typeof productNames)[number];

export const products: Readonly<Record<ProductName, readonly ModelSpec[]>> = {
  lite: [binary('model_0', false)],
  standard: [
    binary('model_0', false),
    binary('model_1', true),
    binary('model_2', true),
    binary('model_3', true),
  ],
  pro: [
    binary('model_0', false),
    { id: 'model_4', task: 'three-class', focus: mixing, segments: true, cover: 'mix' },
    { id: 'model_5', task: 'source', focus: waveform, segments: true },
    {
      id: 'model_6',
      task: 'three-class',
      focus: waveform,

      segments: true,
      cover: 'voice',
    },
  ],
  'pro-v2': [
    binary('2label_stage1', true),
    binary('2label_stage2', false),
    {
      id: 'agent_classifier',
      task: 'roles',
      focus: 'Role-based AI Detection',

      segments: true,
    },
    {
      id: 'fake_model_classifier',
      task: 'generator',
      focus: 'AI Model Identification',

      segments: false,
    },
  ],
};
