/**
 * What parent and decoding process say to each other. The audio file is the child's standard input, already
 * open: no path and no name reaches the decoding library. Samples leave on standard output as raw
 * little-endian float32; statements leave as one JSON object a line on descriptor 3.
 */
import type { DecodeErrorCode } from './decode-error.js';
import type { Demuxer } from './formats.js';

export const statusDescriptor = 3;
/** Of a file. */
export const maxReportedTags = 64;

/** The child's only argument, as JSON. */
export interface DecodeRequest {
  readonly demuxer: Demuxer;
  /** `measure` decodes everything and sends no samples. */
  readonly mode: 'stream' | 'measure';
  /** Null keeps what the file has. */
  readonly sampleRateHz: number | null;
  readonly channels: number | null;
  readonly maxAudioSeconds: number;
  readonly memoryMb: number;
  /** Null where the kernel ends the process with its parent. */
  readonly parentPid: number | null;
}

/** What the audio is, once its first frame is decoded. */
export interface OpenedStatus {
  readonly type: 'opened';
  readonly codec: string;
  /** Of the samples sent. */
  readonly sampleRateHz: number;
  readonly channels: number;
  /** As the container has them, uncleaned. */
  readonly title: string | null;
  readonly artist: string | null;
  /** All of them, by field: at most 64 of at most 1,000 characters. */
  readonly tags: Readonly<Record<string, string>>;
}

export interface FinishedStatus {
  readonly type: 'finished';
  /** Decoded, in the file's own rate, encoder delay removed. */
  readonly durationSeconds: number;
  /** Largest magnitude of any sample before it is limited to 1. */
  readonly peak: number;
  /** Whether it had to be left before its end. */
  readonly endedEarly: boolean;
  /** What the container claims; null where it makes no claim, or the library only estimates. */
  readonly declaredSeconds: number | null;
  /** Packets that could not be decoded and were left out. */
  readonly damagedPackets: number;
}

export interface FailedStatus {
  readonly type: 'failed';
  readonly code: DecodeErrorCode;
  /** One sentence, without advice: the parent adds that. */
  readonly message: string;
}

export type DecodeStatus = OpenedStatus | FinishedStatus | FailedStatus;
