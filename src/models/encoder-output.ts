/** What a sentence encoder of any kind gives. */
export interface SentenceEncoder {
  readonly dimensions: number;
  /**
   * One row of `dimensions` a text, of length 1 unless the manifest says otherwise. A text of which the tokenizer knows nothing gets zeros.
   * `onBatch` is called with the share done.
   */
  encode(texts: readonly string[], onBatch?: (share: number) => void): Promise<Float32Array>;
}
