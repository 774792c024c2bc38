/** The service's resources, in the field names of its interface. */

import type {
  AiDetectionResult,
  Events,
  FingerprintCheckResult,
  FingerprintScanResult,
  LyricPlagiarismResult,
  LyricTranscriptionResult,
  OperationName,
  PlagiarismResult,
} from './contract.js';

export type {
  AiDetectionAnalysis as AiAnalysis,
  AiDetectionResult,
  AiModelResult,
  FingerprintCheckResult,
  FingerprintScanResult,
  LineScores,
  LyricPlagiarismResult,
  LyricTranscriptionResult as TranscriptionResult,
  MelodyNote,
  Music,
  MusicDescription,
  PlagiarismMatch,
  PlagiarismResult,
  SegmentInfo,
  TaskRecord,
  Usage,
} from './contract.js';

export type LyricMatch = LyricPlagiarismResult['top_matches'][number];

export type Operation = OperationName;

/** Operations on one song, which a musicId or a file names. */
export type AudioOperation = Exclude<Operation, 'lyric-plagiarism' | 'compare'>;
/** Operations that take the file itself as well. */
export type FileOperation = Exclude<AudioOperation, 'fingerprint-add' | 'fingerprint-check'>;
export type AiDetectionModel = 'lite' | 'standard' | 'pro' | 'pro-v2';

/** `completed` is lyric plagiarism's word for success. */
export type TaskStatus = 'pending' | 'processing' | 'success' | 'completed' | 'failure' | 'cancelled';

/** The answer to any other started analysis. */
export interface TaskReference {
  taskId: string;
}

export interface CallbackBody<Result = unknown> {
  task_id: string;
  status: TaskStatus;
  task_name?: string;
  task_type?: string;
  model_type?: string;
  started_at?: string;
  completed_at?: string;
  result?: Result | null;
  /** In place of `result`: lyric transcription. Empty on failure. */
  result_json?: Result | Record<string, never> | null;
  error?: string;
}

/** The last callback body, and how far the task is. */
export interface Task<Result = unknown> extends CallbackBody<Result> {
  attempts: number;
  /** 0 to 1. */
  progress: number;
  stage: string;
  /** Evidence beyond the documented result. */
  detail?: unknown;
}

export interface ResultOf {
  'fingerprint-add': null;
  'fingerprint-check': FingerprintCheckResult;
  'fingerprint-scan': FingerprintScanResult;
  plagiarism: PlagiarismResult;
  /** Of the two songs alone. */
  compare: PlagiarismResult;
  'lyric-plagiarism': LyricPlagiarismResult;
  'lyric-transcription': LyricTranscriptionResult;
  'ai-detection': AiDetectionResult;
}

/** RFC 9457 problem details. Branch on `code`. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  request_id: string;
  errors?: { pointer: string; detail: string; in?: string }[];
}

export interface Page<Item> {
  items: Item[];
  /** Hand it back as `cursor` for the next page; null on the last. */
  nextCursor: string | null;
}

export interface PageQuery {
  limit?: number;
  cursor?: string;
}

/** A callback as it was queued, whether delivered or not. */
export type CallbackEvent = Omit<Events['events'][number], 'body'> & { body: CallbackBody };
