/** The service's resources, in the field names of its interface. */

export type Operation =
  | 'fingerprint-add'
  | 'fingerprint-check'
  | 'plagiarism'
  | 'lyric-plagiarism'
  | 'lyric-transcription'
  | 'ai-detection';

/** Operations on a song, which a musicId or a file names. */
export type AudioOperation = Exclude<Operation, 'lyric-plagiarism'>;
/** Operations that take the file itself as well. */
export type FileOperation = 'plagiarism' | 'lyric-transcription' | 'ai-detection';
export type AiDetectionModel = 'lite' | 'standard' | 'pro' | 'pro-v2';

export interface Music {
  musicId: string;
  title: string;
  artist: string;
  filename: string;
  format: string;
  duration_seconds: number;
  sample_rate: number;
  channels: number;
  bytes: number;
  sha256: string;
  created_at: string;
}

/** `completed` is lyric plagiarism's word for success. */
export type TaskStatus = 'pending' | 'processing' | 'success' | 'completed' | 'failure' | 'cancelled';

/** The answer to a started plagiarism or ai-detection. */
export interface TaskRecord {
  task_id: string;
  status: 'pending';
  filepath: string;
  model: string;
  created_at: string;
}

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

export interface FingerprintCheckResult {
  is_duplicate: boolean;
  matched_music_id: string | null;
  matched_musicname: string | null;
}

export interface LyricMatch {
  rank: number;
  artist: string;
  title: string;
  /** '' where unknown. */
  year: string;
  combined_score: number;
  paragraph_score: number;
  sentence_score: number;
  similar_parts: { query_sentence: string; target_sentence: string; similarity: number }[];
}

export interface LyricPlagiarismResult {
  max_similarity: number;
  total_songs_checked: number;
  top_matches: LyricMatch[];
}

export interface SegmentInfo {
  title: string;
  link: string | null;
  time_start: number;
  time_end: number;
  key: string;
  chords: string[];
}

export interface LineScores {
  metric: number;
  pitch_score: number;
  correlation: number;
  ratio: number;
  bpm_ratio: number;
  difficulty: number;
}

export interface PlagiarismMatch {
  signature_metric: number;
  original: SegmentInfo;
  comparison: SegmentInfo;
  scores: { vocal: LineScores; melody: LineScores; topline: LineScores; chord: number };
}

export interface PlagiarismResult {
  signature: PlagiarismMatch[];
  vocal: PlagiarismMatch[];
  inst: PlagiarismMatch[];
  topline: PlagiarismMatch[];
}

export interface TranscriptionResult {
  lyrics: string;
  languages: { code: string; probability: number }[];
  is_instrumental: boolean;
}

export interface AiModelResult {
  segment_analysis?: {
    prediction: (string | string[])[];
    confidence: (number | Record<string, number>)[];
  };
  overall_analysis?: {
    prediction: string | string[];
    confidence: number | Record<string, number>;
    all_probs?: Record<string, number>;
  };
  config: {
    model_id: string;
    analysis_focus: string;
    task: string;
    num_classes?: number;
    labels: string[];
  };
}

export interface AiAnalysis {
  final_result: { prediction: string; confidence: number };
  model_results: AiModelResult[];
}

/** `pro-v2`: the analysis itself. Others: under the file's name; with the `file` variant only its model results. */
export type AiDetectionResult = AiAnalysis | Record<string, AiAnalysis | AiModelResult[]>;

export interface ResultOf {
  'fingerprint-add': null;
  'fingerprint-check': FingerprintCheckResult;
  plagiarism: PlagiarismResult;
  'lyric-plagiarism': LyricPlagiarismResult;
  'lyric-transcription': TranscriptionResult;
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

/** Metered, not billed. */
export interface Usage {
  from: string;
  to: string;
  total_calls: number;
  total_usd: number;
  usage: { key_id: string | null; operation: string; model: string; calls: number; usd: number }[];
}

/** A callback as it was queued, whether delivered or not. */
export interface CallbackEvent {
  sequence: number;
  /** The `webhook-id` of every delivery of it. */
  id: string;
  task_id: string;
  kind: 'processing' | 'final' | 'test';
  status: 'pending' | 'held' | 'delivered' | 'failed';
  attempts: number;
  created_at: string;
  delivered_at: string | null;
  body: CallbackBody;
}
