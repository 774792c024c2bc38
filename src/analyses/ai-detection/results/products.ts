/** The documented products and their models: ids, foci, tasks, labels, and which head and parts each has. */
import type { HeadName } from '../heads/heads.js';

export type ModelTask = 'binary' | 'three-class' | 'source' | 'roles' | 'generator';

export interface ModelSpec {
  readonly id: string;
  readonly task: ModelTask;
  readonly focus: string;
  /** What its probability of "fake" is read from. */
  readonly head: HeadName;
  readonly segments: boolean;
  /** How a three-class model tells `ai_cover`: by arrangement or by mix. */
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

const binary = (id: string, head: HeadName, segments: boolean): ModelSpec => ({
  id,
  task: 'binary',
  focus: waveform,
  head,
  segments,
});

export const productNames = ['lite', 'standard', 'pro', 'pro-v2'] as const;
export type ProductName = (typeof productNames)[number];

export const products: Readonly<Record<ProductName, readonly ModelSpec[]>> = {
  lite: [binary('model_0', 'lattice', false)],
  standard: [
    binary('model_0', 'lattice', false),
    binary('model_1', 'scaled', true),
    binary('model_2', 'persistence', true),
    binary('model_3', 'blind', true),
  ],
  pro: [
    binary('model_0', 'lattice', false),
    { id: 'model_4', task: 'three-class', focus: mixing, head: 'lattice', segments: true, cover: 'mix' },
    { id: 'model_5', task: 'source', focus: waveform, head: 'stacked', segments: true },
    {
      id: 'model_6',
      task: 'three-class',
      focus: waveform,
      head: 'persistence',
      segments: true,
      cover: 'voice',
    },
  ],
  'pro-v2': [
    binary('2label_stage1', 'scaled', true),
    binary('2label_stage2', 'stacked', false),
    {
      id: 'agent_classifier',
      task: 'roles',
      focus: 'Role-based AI Detection',
      head: 'stacked',
      segments: true,
    },
    {
      id: 'fake_model_classifier',
      task: 'generator',
      focus: 'AI Model Identification',
      head: 'stacked',
      segments: false,
    },
  ],
};
