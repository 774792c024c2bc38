/**
 * The manifest of an operator's own classifier: what it eats, what its outputs mean, how much its vote weighs.
 * One folder a model, `<models folder>/ai-detection/<any name>/manifest.json`, beside its ONNX file.
 */
import { z } from 'zod';

const common = {
  sampleRateHz: z.number().int().min(4000).max(96_000),
  windowSeconds: z.number().min(0.5).max(120),
};

const waveform = z.strictObject({ kind: z.literal('waveform'), ...common });
const mel = z
  .strictObject({
    kind: z.literal('mel'),
    ...common,
    windowSamples: z.number().int(),
    hopSamples: z.number().int().min(32),
    bands: z.number().int().min(4).max(512),
    lowestHz: z.number().min(0),
    highestHz: z.number().positive(),
  })
  .refine(({ windowSamples }) => [256, 512, 1024, 2048, 4096].includes(windowSamples), {
    message: 'windowSamples must be 256, 512, 1024, 2048 or 4096',
  })
  .refine(({ lowestHz, highestHz, sampleRateHz }) => lowestHz < highestHz && highestHz <= sampleRateHz / 2, {
    message: 'lowestHz < highestHz ≤ sampleRateHz / 2 must hold',
  });

const manifest = z
  .strictObject({
    format: z.literal('contrafact-ai-detection-model'),
    formatVersion: z.literal(1),
    /** `config.model_id` of its results. */
    id: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/),
    file: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*\.onnx$/),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    licence: z.string().min(1),
    focus: z.enum([
      'Waveform & Melody Pattern',
      'Mixing & Audio Effects',
      'Role-based AI Detection',
      'AI Model Identification',
    ]),
    task: z.string().min(1).max(80),
    labels: z.array(z.string().min(1).max(40)).min(2).max(32),
    input: z.union([waveform, mel]),
    /** What the last layer gives: log-odds to normalise, or probabilities already. */
    output: z.enum(['logits', 'probabilities']),
    /** Which products it joins. */
    products: z.array(z.enum(['lite', 'standard', 'pro', 'pro-v2'])).min(1),
    /** Of its vote in `final_result`; the embedded models' weights sum to 1. 0: no vote. */
    weight: z.number().min(0).max(100),
  })
  .refine(({ labels }) => new Set(labels).size === labels.length, { message: 'labels must differ' })
  .refine(({ labels, weight }) => weight === 0 || labels.includes('fake'), {
    message: 'a model with a vote must have the label "fake"',
  })
  .refine(({ id }) => !/^(model_\d|2label_stage\d|agent_classifier|fake_model_classifier)$/.test(id), {
    message: 'this id belongs to an embedded model',
  });

export type OperatorManifest = z.infer<typeof manifest>;
export type OperatorInput = OperatorManifest['input'];

/** An accepted model and the folder it lies in; crosses process boundaries. */
export interface OperatorModel {
  readonly folder: string;
  readonly manifest: OperatorManifest;
}

/** A model that must not be used. The message names the folder and the reason, for the operator's log. */
export class OperatorModelError extends Error {
  constructor(folder: string, reason: string) {
    super(`The AI-detection model in ${folder} is refused: ${reason}`);
    this.name = 'OperatorModelError';
  }
}

/** @throws OperatorModelError naming the field */
export function parseManifest(folder: string, text: string): OperatorManifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new OperatorModelError(folder, `manifest.json is not JSON (${(error as Error).message})`);
  }
  const read = manifest.safeParse(value);
  if (!read.success) throw new OperatorModelError(folder, z.prettifyError(read.error));
  return read.data;
}
