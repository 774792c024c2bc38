/** What a Whisper model in the hub's layout says of itself: shapes, token ids and languages. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const id = z.number().int().nonnegative();

const config = z.object({
  model_type: z.literal('whisper'),
  d_model: id,
  decoder_layers: id,
  decoder_attention_heads: id,
  num_mel_bins: id,
  max_target_positions: id,
  vocab_size: id,
});

const generation = z.object({
  decoder_start_token_id: id,
  eos_token_id: z.union([id, z.array(id).min(1)]),
  no_timestamps_token_id: id,
  lang_to_id: z.record(z.string().regex(/^<\|[a-z]+\|>$/), id),
  task_to_id: z.object({ transcribe: id }),
  suppress_tokens: z.array(z.number().int()).nullish(),
  begin_suppress_tokens: z.array(z.number().int()).nullish(),
  max_initial_timestamp_index: id.nullish(),
  alignment_heads: z.array(z.tuple([id, id])).nullish(),
});

export interface WhisperSettings {
  readonly dimensions: number;
  readonly layers: number;
  readonly heads: number;
  readonly melBands: number;
  /** Tokens that the decoder has positions for, prompt included. */
  readonly maxTokens: number;
  readonly vocabularySize: number;
  readonly startToken: number;
  readonly endToken: number;
  readonly transcribeToken: number;
  readonly noTimestampsToken: number;
  /** Token of 0.00 s; each following one is 0.02 s later. */
  readonly firstTimestampToken: number;
  readonly noSpeechToken: number;
  /** ISO 639-1 code, as the model spells it, to its token. */
  readonly languages: ReadonlyMap<string, number>;
  readonly suppressed: readonly number[];
  readonly suppressedAtBegin: readonly number[];
  readonly maxInitialTimestampIndex: number;
  /** Layers and heads of the decoder whose attention follows the sound. */
  readonly alignmentHeads: readonly AttentionHead[];
}

export interface AttentionHead {
  readonly layer: number;
  readonly head: number;
}

/** Reads config.json and generation_config.json. Throws an error that names the file and the field. */
export async function readWhisperSettings(folder: string): Promise<WhisperSettings> {
  const shape = await read(join(folder, 'config.json'), config);
  const words = await read(join(folder, 'generation_config.json'), generation);
  const ids = Object.entries(words.lang_to_id);
  if (ids.length < 2)
    throw new Error(`${folder} holds a model of one language; a multilingual one is needed.`);
  const highest = Math.max(words.no_timestamps_token_id, ...ids.map(([, token]) => token));
  if (highest >= shape.vocab_size) {
    throw new Error(
      `generation_config.json in ${folder} names tokens that config.json's vocabulary has not.`,
    );
  }
  return {
    dimensions: shape.d_model,
    layers: shape.decoder_layers,
    heads: shape.decoder_attention_heads,
    melBands: shape.num_mel_bins,
    maxTokens: shape.max_target_positions,
    vocabularySize: shape.vocab_size,
    startToken: words.decoder_start_token_id,
    endToken: Array.isArray(words.eos_token_id) ? words.eos_token_id[0]! : words.eos_token_id,
    transcribeToken: words.task_to_id.transcribe,
    noTimestampsToken: words.no_timestamps_token_id,
    firstTimestampToken: words.no_timestamps_token_id + 1,
    // The order of special tokens is part of the format: no-speech stands right before no-timestamps.
    noSpeechToken: words.no_timestamps_token_id - 1,
    languages: new Map(ids.map(([name, token]) => [name.slice(2, -2), token])),
    suppressed: words.suppress_tokens ?? [],
    suppressedAtBegin: words.begin_suppress_tokens ?? [],
    maxInitialTimestampIndex: words.max_initial_timestamp_index ?? 50,
    alignmentHeads: alignmentHeads(words.alignment_heads ?? [], shape),
  };
}

/** Where the file names none: all heads of the upper half of the layers, as OpenAI's own default. */
function alignmentHeads(
  named: readonly (readonly [number, number])[],
  shape: z.infer<typeof config>,
): AttentionHead[] {
  const { decoder_layers: layers, decoder_attention_heads: heads } = shape;
  const valid = named.filter(([layer, head]) => layer < layers && head < heads);
  if (valid.length > 0) return valid.map(([layer, head]) => ({ layer, head }));
  const upper = Array.from({ length: layers - (layers >> 1) }, (_, i) => (layers >> 1) + i);
  return upper.flatMap((layer) => Array.from({ length: heads }, (_, head) => ({ layer, head })));
}

async function read<T>(path: string, schema: z.ZodType<T>): Promise<T> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`${path} cannot be read.`);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${path} is not JSON: the file is cut off or damaged.`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw new Error(
    `${path} describes no multilingual Whisper model: ${issue.path.join('.')}: ${issue.message}`,
  );
}
