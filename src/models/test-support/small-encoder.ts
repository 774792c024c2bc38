/** Builds sentence encoders of a few words for tests: ONNX files byte by byte, and their tokenizers. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Protocol buffers' wire format: a field's number and its bytes or number. */
type Field = readonly [number, Uint8Array | string | number];

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}

function message(...fields: readonly Field[]): Uint8Array {
  const parts = fields.map(([field, value]) => {
    if (typeof value === 'number') return Buffer.from([...varint(field * 8), ...varint(value)]);
    const bytes = typeof value === 'string' ? Buffer.from(value) : Buffer.from(value);
    return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(bytes.length)]), bytes]);
  });
  return new Uint8Array(Buffer.concat(parts));
}

const float = 1;
const int64 = 7;

function value(name: string, type: number, axes: readonly string[]): Uint8Array {
  const shape = message(...axes.map((axis): Field => [1, message([2, axis])]));
  return message([1, name], [2, message([1, message([1, type], [2, shape])])]);
}

function node(operation: string, inputs: readonly string[], output: string): Uint8Array {
  return message(...inputs.map((input): Field => [1, input]), [2, output], [4, operation]);
}

/**
 * - `tokens`: `input_ids`, `attention_mask` → each token's vector, as MiniLM, e5 and LaBSE are exported;
 * - `pooled`: `input_ids`, `offsets` → a vector a line (here its first token's), as model2vec is exported.
 */
export type SmallEncoderKind = 'tokens' | 'pooled';

export interface SmallEncoder {
  readonly kind: SmallEncoderKind;
  /** Word → its vector. `[UNK]`, `[CLS]` and `[SEP]` are added with zeros where absent. */
  readonly words: Readonly<Record<string, readonly number[]>>;
  /** Puts `[CLS]` before and `[SEP]` after every line, as BERT's tokenizers do. */
  readonly marks?: boolean;
}

/** Writes `model.onnx`, `tokenizer.json` and `tokenizer_config.json` into `folder`. */
export function writeSmallEncoder(folder: string, { kind, words, marks = false }: SmallEncoder): void {
  const dimensions = Object.values(words)[0]!.length;
  const zeros = new Array<number>(dimensions).fill(0);
  const all: Record<string, readonly number[]> = { '[UNK]': zeros, '[CLS]': zeros, '[SEP]': zeros, ...words };
  const vocabulary = Object.keys(all);
  const table = Float32Array.from(vocabulary.flatMap((word) => [...all[word]!]));
  const initializer = message(
    [1, vocabulary.length],
    [1, dimensions],
    [2, float],
    [8, 'table'],
    [9, new Uint8Array(table.buffer)],
  );
  const graph =
    kind === 'tokens'
      ? message(
          [1, node('Gather', ['table', 'input_ids'], 'last_hidden_state')],
          [2, 'small'],
          [5, initializer],
          [11, value('input_ids', int64, ['lines', 'tokens'])],
          [11, value('attention_mask', int64, ['lines', 'tokens'])],
          [12, value('last_hidden_state', float, ['lines', 'tokens', 'dimensions'])],
        )
      : message(
          [1, node('Gather', ['input_ids', 'offsets'], 'first')],
          [1, node('Gather', ['table', 'first'], 'embeddings')],
          [2, 'small'],
          [5, initializer],
          [11, value('input_ids', int64, ['all_tokens'])],
          [11, value('offsets', int64, ['lines'])],
          [12, value('embeddings', float, ['lines', 'dimensions'])],
        );
  mkdirSync(folder, { recursive: true });
  const opset = message([1, ''], [2, 13]);
  writeFileSync(join(folder, 'model.onnx'), message([1, 8], [7, graph], [8, opset]));
  writeTokenizer(folder, vocabulary, marks);
  writeFileSync(join(folder, 'tokenizer_config.json'), JSON.stringify({ tokenizer_class: 'BertTokenizer' }));
}

/** Writes `tokenizer.json`: words between spaces, in lower case. */
export function writeTokenizer(folder: string, vocabulary: readonly string[], marks: boolean): void {
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(tokenizerOf(vocabulary, marks)));
}

function tokenizerOf(vocabulary: readonly string[], marks: boolean): object {
  const special = (id: string) => ({ SpecialToken: { id, type_id: 0 } });
  const sequence = { Sequence: { id: 'A', type_id: 0 } };
  const ids = (token: string) => ({ id: token, ids: [vocabulary.indexOf(token)], tokens: [token] });
  return {
    version: '1.0',
    added_tokens: [],
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'WhitespaceSplit' },
    post_processor: marks
      ? {
          type: 'TemplateProcessing',
          single: [special('[CLS]'), sequence, special('[SEP]')],
          pair: [special('[CLS]'), sequence, special('[SEP]')],
          special_tokens: { '[CLS]': ids('[CLS]'), '[SEP]': ids('[SEP]') },
        }
      : null,
    decoder: null,
    model: {
      type: 'WordPiece',
      vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
    },
  };
}
