import { ComputeError } from '../domain/compute.js';

/** Codes of refused audio, as HTTP's problem documents name them; both are a 422. */
export type DecodeErrorCode = 'not_decodable' | 'audio_too_long';

/** The file is at fault: the message is written for who uploaded it and says what to do. Never retried. */
export class DecodeError extends ComputeError {
  constructor(
    readonly code: DecodeErrorCode,
    message: string,
  ) {
    super('bad-input', message);
    this.name = 'DecodeError';
  }
}

const acceptedFormats = 'mp3, wav, flac, m4a (AAC or ALAC), aac (ADTS) or ogg (Vorbis, Opus or FLAC)';

/** The common case: what was found, and what would be accepted. */
export function notDecodable(found: string): DecodeError {
  return new DecodeError(
    'not_decodable',
    `${found} Send audio as ${acceptedFormats}, or notes as a MIDI file.`,
  );
}
