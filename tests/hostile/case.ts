/** What a hostile or unusual file is, and what must become of it. */
import type { DecodeErrorCode } from '../../src/audio/decode-error.js';
import type { AudioFormat } from '../../src/audio/formats.js';

export interface Decodes {
  readonly kind: 'decodes';
  readonly format: AudioFormat;
  readonly minSeconds: number;
  readonly maxSeconds: number;
  readonly isSilent?: boolean;
  readonly title?: string;
  readonly artist?: string;
}

export interface Rejected {
  readonly kind: 'rejected';
  readonly code: DecodeErrorCode;
}

/** Both a refusal and a result are right; crashing, hanging and swelling are not. */
export interface Either {
  readonly kind: 'either';
}

export interface CaseDraft {
  readonly name: string;
  readonly bytes: Buffer;
  readonly expect: Decodes | Rejected | Either;
  /** What the uploader calls it; follows from the format where absent. */
  readonly filename?: string;
}

export const decodes = (
  format: AudioFormat,
  minSeconds: number,
  maxSeconds: number,
  more: Partial<Pick<Decodes, 'isSilent' | 'title' | 'artist'>> = {},
): Decodes => ({ kind: 'decodes', format, minSeconds, maxSeconds, ...more });

export const rejected: Rejected = { kind: 'rejected', code: 'not_decodable' };
export const tooLong: Rejected = { kind: 'rejected', code: 'audio_too_long' };
export const either: Either = { kind: 'either' };

/** The same bytes in every run: a linear congruential generator (Numerical Recipes' constants). */
export function randomBytes(count: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(count);
  let state = seed >>> 0;
  for (let i = 0; i < count; i += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

/** A copy with `bytes` written over it at `at`. */
export function patched(original: Buffer, at: number, bytes: Buffer | readonly number[]): Buffer {
  if (at < 0) throw new RangeError('the place to patch was not found');
  const copy = Buffer.from(original);
  copy.set(bytes, at);
  return copy;
}
