/** Multipart forms and WAV files for tests. */
import { wavFile } from '../../../src/signal/wav.js';

export interface FilePart {
  readonly name?: string;
  readonly filename: string;
  readonly content: Buffer;
}

export interface Form {
  readonly payload: Buffer;
  readonly headers: { 'content-type': string };
}

export function form(fields: ReadonlyArray<readonly [string, string]>, files: readonly FilePart[]): Form {
  const boundary = 'contrafact-test-boundary';
  const parts: Buffer[] = [];
  for (const [name, value] of fields) {
    parts.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    );
  }
  for (const { name = 'file', filename, content } of files) {
    parts.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\n` +
          'Content-Type: application/octet-stream\r\n\r\n',
      ),
      content,
      Buffer.from('\r\n'),
    );
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    payload: Buffer.concat(parts),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** 16-bit mono PCM at 8 kHz: a tone whose pitch is its only difference from other seeds. */
export function wav(seconds: number, seed = 1): Buffer {
  const sampleRateHz = 8000;
  const tone = Float32Array.from(
    { length: Math.round(seconds * sampleRateHz) },
    (_, n) => 0.25 * Math.sin((2 * Math.PI * (200 + 10 * seed) * n) / sampleRateHz),
  );
  return Buffer.from(wavFile(tone, sampleRateHz));
}
