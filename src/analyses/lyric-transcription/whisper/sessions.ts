/**
 * A Whisper model as two ONNX sessions: the encoder, and the merged decoder with its cache of keys and values.
 * Two layouts of the decoder exist: one that caches the cross-attention too and has a `use_cache_branch` switch
 * (the public hub's), and one that caches self-attention only. Both are recognised by their input names.
 */
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { type Attend, decoderAttention } from './decoder-attention.js';
import { type DecoderSession, type DecoderState, emptyCache } from './decoder-state.js';
import { joinWindows, pickWindows } from './decoder-windows.js';
import { whisperFrames } from './log-mel.js';
import type { WhisperSettings } from './settings.js';

export interface WhisperSessions {
  /** [melBands × 3000] to the states that the decoder attends to, of one window. */
  encode(logMel: Float32Array): Promise<Tensor>;
  /** As many windows as `states` has. */
  begin(states: Tensor, startToken: number): Promise<DecoderState>;
  /** One token more of each window: exported decoders have no mask for several new tokens on top of a cache. */
  advance(states: Tensor, state: DecoderState, tokens: readonly number[]): Promise<DecoderState>;
  /** A state of some of the windows; `states` goes with them. */
  pick(
    states: Tensor,
    state: DecoderState,
    windows: readonly number[],
  ): { states: Tensor; state: DecoderState };
  /** States of several windows as one. */
  join(states: readonly Tensor[]): Tensor;
  /** Null where the export of the decoder gives no cross-attentions. */
  readonly attend: Attend | null;
}

/** Opens both files. Throws an error that names the file which is no such model. */
export async function openSessions(
  files: { encoder: string; decoder: string },
  settings: WhisperSettings,
  threads = 1,
): Promise<WhisperSessions> {
  const { InferenceSession, Tensor } = await import('onnxruntime-node');
  const open = (path: string): Promise<InferenceSession> =>
    InferenceSession.create(path, {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      logSeverityLevel: 4,
    }).catch((error: Error) => {
      throw new Error(`${path} is no usable ONNX model (${firstLine(error)}).`);
    });
  const [encoder, decoder] = [await open(files.encoder), await open(files.decoder)];
  requireNames(files.encoder, encoder.inputNames, ['input_features']);
  const step = decoderSteps(decoder, files.decoder, settings, Tensor);
  const attend = decoderAttention(decoder, files.decoder, settings, Tensor);

  return {
    async encode(logMel) {
      const input = new Tensor('float32', logMel, [1, settings.melBands, whisperFrames]);
      // Exports with attentions give those of the encoder too: hundreds of megabytes that nobody reads.
      const fetched = [encoder.outputNames[0]!];
      const outputs = await encoder.run({ input_features: input }, fetched).catch((error: Error) => {
        throw new Error(`${files.encoder} does not run (${firstLine(error)}).`);
      });
      const states = outputs[encoder.outputNames[0]!]!;
      if (states.dims.at(-1) !== settings.dimensions) {
        throw new Error(
          `${files.encoder} gives ${states.dims.at(-1)} dimensions, config.json names ${settings.dimensions}: the files belong to different models.`,
        );
      }
      return states;
    },
    begin: (states, startToken) => step(states, null, new Array<number>(states.dims[0]!).fill(startToken)),
    advance: (states, state, tokens) => step(states, state, tokens),
    pick: (states, state, windows) => pickWindows(states, state, windows, settings.vocabularySize, Tensor),
    join: (states) => joinWindows(states, Tensor),
    attend,
  };
}

/** One step of the decoder; a null state is the beginning. Throws where the session is no such decoder. */
export function decoderSteps(
  decoder: DecoderSession,
  path: string,
  settings: WhisperSettings,
  TensorType: typeof Tensor,
): (states: Tensor, state: DecoderState | null, tokens: readonly number[]) => Promise<DecoderState> {
  requireNames(path, decoder.inputNames, ['input_ids', 'encoder_hidden_states']);
  requireNames(path, decoder.outputNames, ['logits']);
  const pastNames = decoder.inputNames.filter((name) => name.startsWith('past_key_values.'));
  if (pastNames.filter((name) => name.includes('.decoder.')).length !== 2 * settings.layers) {
    throw new Error(
      `${path} has not the ${settings.layers} cached layers that config.json names: the files belong to different models.`,
    );
  }
  const hasSwitch = decoder.inputNames.includes('use_cache_branch');
  const presentNames = pastNames.map((name) => name.replace('past_key_values', 'present'));
  // Attentions are read by the alignment alone.
  const firstOutputs = ['logits', ...presentNames];
  const laterOutputs = firstOutputs.filter((name) => !name.includes('.encoder.'));

  return async (states, state, tokens) => {
    const windows = tokens.length;
    const { cache, length } = state ?? {
      cache: emptyCache(pastNames, windows, settings, TensorType),
      length: 0,
    };
    const feeds: Record<string, Tensor> = {
      ...cache,
      input_ids: new TensorType('int64', BigInt64Array.from(tokens, BigInt), [windows, 1]),
      encoder_hidden_states: states,
    };
    if (hasSwitch) feeds.use_cache_branch = new TensorType('bool', Uint8Array.of(length > 0 ? 1 : 0), [1]);
    const outputs = await decoder
      .run(feeds, length > 0 ? laterOutputs : firstOutputs)
      .catch((error: Error) => {
        throw new Error(`${path} does not run (${firstLine(error)}).`);
      });
    const logits = outputs.logits!.data as Float32Array;
    if (logits.length !== windows * settings.vocabularySize) {
      throw new Error(
        `${path} gives ${logits.length / windows} logits for a vocabulary of ${settings.vocabularySize}: the files belong to different models.`,
      );
    }
    const next: Record<string, Tensor> = {};
    for (const name of pastNames) {
      // The cached branch returns a dummy for cross-attention: its first value stays valid.
      const isKept = length > 0 && name.includes('.encoder.');
      next[name] = isKept ? cache[name]! : outputs[name.replace('past_key_values', 'present')]!;
    }
    return { cache: next, length: length + 1, logits };
  };
}

function requireNames(path: string, names: readonly string[], needed: readonly string[]): void {
  const missing = needed.filter((name) => !names.includes(name));
  if (missing.length === 0) return;
  throw new Error(`${path} is another model than expected: it has no ${missing.join(', ')}.`);
}

const firstLine = (error: Error): string => error.message.split('\n')[0]!.slice(0, 200);
