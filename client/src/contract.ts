/** The contract's objects. Written from openapi/v1.json by scripts/write-contract-types.ts: not to be edited. */

/** RFC 9457 problem details. Branch on `code`. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code:
    | 'bad_request'
    | 'missing_authorization'
    | 'malformed_authorization'
    | 'expired_api_key'
    | 'storage_quota'
    | 'plan_required'
    | 'analysis_not_offered'
    | 'read_only_dataset'
    | 'unknown_api_key'
    | 'not_found'
    | 'unknown_route'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'idempotency_in_flight'
    | 'task_not_pending'
    | 'task_not_final'
    | 'no_report'
    | 'no_timed_lyrics'
    | 'description_pending'
    | 'payload_too_large'
    | 'file_too_large'
    | 'uri_too_long'
    | 'unsupported_media_type'
    | 'validation_error'
    | 'invalid_json'
    | 'invalid_multipart'
    | 'unknown_music_id'
    | 'unknown_dataset_id'
    | 'unknown_song'
    | 'not_decodable'
    | 'audio_too_long'
    | 'needs_audio'
    | 'description_failed'
    | 'too_many_rows'
    | 'import_stopped'
    | 'idempotency_mismatch'
    | 'rate_limited'
    | 'import_running'
    | 'queue_full'
    | 'too_many_uploads'
    | 'headers_too_large'
    | 'internal_error'
    | 'unavailable'
    | 'storage_full';
  request_id: string;
  errors?: Array<{
    /** JSON Pointer as a URI fragment: `#/musicId` */
    pointer: string;
    detail: string;
    /** The body where absent */
    in?: 'body' | 'query' | 'path' | 'header';
  }>;
}

export interface TaskStarted {
  taskId: string;
}

export interface TaskRecord {
  task_id: string;
  status: 'pending';
  /** The storage key of the music */
  filepath: string;
  model: string;
  created_at: string;
}

/** The body of the task's last callback, plus `attempts`, `progress` and `stage` */
export interface Task {
  task_id: string;
  task_name?: string;
  task_type?: string;
  status: 'pending' | 'processing' | 'success' | 'completed' | 'failure' | 'cancelled';
  model_type?: string;
  started_at?: string;
  completed_at?: string;
  /** As in the callback of the operation */
  result?: unknown;
  /** As in the callback of lyric transcription */
  result_json?: unknown;
  error?: string;
  attempts: number;
  progress: number;
  stage: string;
  /** Evidence beyond the documented result */
  detail?: unknown;
}

export interface Dataset {
  dataset_id: string;
  name: string;
  description: string;
  /** True for `default`, which belongs to the instance */
  read_only: boolean;
  songs: number;
  created_at: string;
}

export interface DatasetSong {
  song_id: string;
  dataset_id: string;
  title: string;
  artist: string;
  year: string;
  link: string | null;
  language: string;
  musicId: string | null;
  has_lyrics: boolean;
  /** Only where one song is read */
  lyrics?: string | null;
  created_at: string;
}

export interface ImportReport {
  import_id: string;
  /** Rows read: added + present + rejected */
  rows: number;
  added: number;
  /** Rows whose song the dataset had already: the same title, artist, lyrics and musicId */
  present: number;
  rejected: number;
  /** One entry for each rejected row, the first 1000; all are in `rejections.csv` */
  errors: Array<{
    /** From 1, without the header */
    row: number;
    detail: string;
  }>;
  /** Of the songs added, the first 10000 */
  song_ids: string[];
}

export interface Import {
  import_id: string;
  dataset_id: string;
  /** Of the file, where the sender named it */
  name: string;
  format: 'csv' | 'jsonl';
  bytes: number;
  /** `success`: read to its end, whatever became of its rows */
  status: 'pending' | 'processing' | 'success' | 'failure' | 'cancelled';
  /** Fraction of the file that is read */
  progress: number;
  /** Rows read: added + present + rejected */
  rows: number;
  added: number;
  /** Rows whose song the dataset had already: the same title, artist, lyrics and musicId */
  present: number;
  rejected: number;
  /** Why it failed; rows read before that stay */
  error: string | null;
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
}

export interface ImportDetail {
  import_id: string;
  dataset_id: string;
  /** Of the file, where the sender named it */
  name: string;
  format: 'csv' | 'jsonl';
  bytes: number;
  /** `success`: read to its end, whatever became of its rows */
  status: 'pending' | 'processing' | 'success' | 'failure' | 'cancelled';
  /** Fraction of the file that is read */
  progress: number;
  /** Rows read: added + present + rejected */
  rows: number;
  added: number;
  /** Rows whose song the dataset had already: the same title, artist, lyrics and musicId */
  present: number;
  rejected: number;
  /** Why it failed; rows read before that stay */
  error: string | null;
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  /** Null until it has ended */
  report: ImportReport | null;
}

export interface MelodyNote {
  start_seconds: number;
  end_seconds: number;
  /** Fractional index into `beats` */
  onset_beats: number;
  duration_beats: number;
  /** In the song’s own tuning */
  midi_pitch: number;
  /** How sure or how loud */
  salience: number;
}

export interface MusicDescription {
  musicId: string;
  /** The version of the describer: equal bytes and engines give equal descriptions */
  engine: number;
  source: 'audio' | 'midi';
  /** Whether beats and lines are estimates: of recordings, and of MIDI files whose notes keep to no written tempo and name no melody (transcriptions) */
  is_estimated: boolean;
  duration_seconds: number;
  /** Median of the beats; 0 where there is no steady beat */
  tempo_bpm: number;
  /** The main reading first, then half or double time where that is nearly as likely */
  tempo_hypotheses: Array<{
    tempo_bpm: number;
    ratio: number;
    probability: number;
  }>;
  /** The metre that songs are compared in: 2/4 and 6/8 count as half bars of 4, 5/4 as 4, 6/4 as 3. `beats_per_bar` and `downbeats` are of the bars themselves */
  meter: 3 | 4;
  /** Beats of most of the bars that `downbeats` begin: 2 in 2/4 and in 6/8, where a beat is a dotted quarter, 5 in 5/4, 6 in 6/4 */
  beats_per_bar: number;
  /** The main metre first, then the other one where the metre is not certain, with the tempo it is read at */
  meter_hypotheses: Array<{
    meter: 3 | 4;
    tempo_bpm: number;
    probability: number;
  }>;
  /** Seconds; fewer than two where there is no steady beat */
  beats: number[];
  /** Indexes into `beats`: the first beat of every bar */
  downbeats: number[];
  /** Against A4 = 440 Hz */
  tuning_cents: number;
  /** `<tonic> major` or `<tonic> minor`; null where nothing tonal was found */
  key: string | null;
  /** How far the key is ahead of the next */
  key_confidence: number;
  /** One a beat, such as `C:maj` or `F#:min`; `N` means none */
  chords: string[];
  melodies: {
    /** The sung line */
    vocal: MelodyNote[];
    /** The leading line of the accompaniment */
    instrumental: MelodyNote[];
    /** The most salient line of the whole mix */
    topline: MelodyNote[];
  };
  /** Where someone sings, breaths included, to the second; empty where `voice.judgement` is `absent`. Of MIDI files: where a line named as sung has notes */
  vocal_activity: Array<{
    start_seconds: number;
    end_seconds: number;
  }>;
  /** Whether someone sings, as lyric transcription measures it; null of MIDI files */
  voice: {
    /** Probability of a voice; null in descriptions from before it was measured */
    presence: number | null;
    /** `doubtful`: only a recogniser can decide; lyric transcription asks it */
    judgement: 'absent' | 'doubtful' | 'present';
    /** The installed model that had a say; null where the built-in classifier judged alone */
    detector: string | null;
  } | null;
  /** In order; empty for MIDI files */
  sections: Array<{
    start_seconds: number;
    end_seconds: number;
    start_beat: number;
    end_beat: number;
    /** Sections with equal labels sound similar */
    label: string;
  }>;
  /** All pitched notes of the mix, where asked for */
  notes?: MelodyNote[];
}

export interface Music {
  musicId: string;
  title: string;
  artist: string;
  filename: string;
  /** mp3, wav, flac, m4a, aac, ogg or midi */
  format: string;
  duration_seconds: number;
  /** Hz; 0 for MIDI */
  sample_rate: number;
  /** 0 for MIDI */
  channels: number;
  bytes: number;
  sha256: string;
  created_at: string;
}

export interface UploadedMusic {
  musicId: string;
  title: string;
  artist: string;
  filename: string;
  /** mp3, wav, flac, m4a, aac, ogg or midi */
  format: string;
  duration_seconds: number;
  /** Hz; 0 for MIDI */
  sample_rate: number;
  /** 0 for MIDI */
  channels: number;
  bytes: number;
  sha256: string;
  created_at: string;
  /** `cut_off`: the header promises more sound than could be decoded, or the file ends within it. `rest_not_read`: a WAV file goes on behind the sound that its header declares, or a chained Ogg file with a recording of another sample rate, channel count or codec. `silent`: no sample is louder than −90 dB of full scale. `tags_not_read`: more tags than music has. Empty where the file was known already. */
  warnings: Array<{
    code: 'cut_off' | 'rest_not_read' | 'silent' | 'tags_not_read';
    detail: string;
  }>;
}

export interface AiModelResult {
  segment_analysis?: {
    /** One entry a segment */
    prediction: Array<string | string[]>;
    confidence: Array<number | Record<string, number>>;
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

export interface AiDetectionAnalysis {
  final_result: {
    prediction: string;
    confidence: number;
  };
  model_results: AiModelResult[];
}

export type AiDetectionResult = AiDetectionAnalysis | Record<string, AiDetectionAnalysis | AiModelResult[]>;

export interface SegmentInfo {
  title: string;
  /** Null for uploaded files */
  link: string | null;
  time_start: number;
  time_end: number;
  /** `<tonic> major` or `<tonic> minor` */
  key: string;
  /** 16, one a beat, such as `C:maj`; `N` means none */
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
  scores: {
    vocal: LineScores;
    melody: LineScores;
    topline: LineScores;
    chord: number;
  };
}

export interface PlagiarismResult {
  signature: PlagiarismMatch[];
  vocal: PlagiarismMatch[];
  inst: PlagiarismMatch[];
  topline: PlagiarismMatch[];
}

export interface FingerprintCheckResult {
  is_duplicate: boolean;
  matched_music_id: string | null;
  matched_musicname: string | null;
}

export interface FingerprintScanResult {
  /** Of the recording */
  duration_seconds: number;
  songs_found: number;
  /** In order of time; segments of different songs can overlap */
  segments: Array<{
    music_id: string;
    musicname: string;
    /** Where the song begins to sound in the recording */
    from_seconds: number;
    to_seconds: number;
    /** Where in the song that is */
    song_from_seconds: number;
    song_to_seconds: number;
    /** Song seconds a second of the recording */
    speed_factor: number;
    /** How far the recording lies above the song */
    pitch_cents: number;
    /** Coincidences beyond chance, in standard deviations */
    z: number;
    /** What was done to the song */
    kinds: string[];
  }>;
}

export interface LyricPlagiarismResult {
  max_similarity: number;
  total_songs_checked: number;
  top_matches: Array<{
    rank: number;
    artist: string;
    title: string;
    /** Empty where unknown */
    year: string;
    combined_score: number;
    paragraph_score: number;
    /** Similarity of the most similar pair of lines */
    sentence_score: number;
    similar_parts: Array<{
      query_sentence: string;
      target_sentence: string;
      similarity: number;
    }>;
  }>;
}

export interface LyricTranscriptionResult {
  /** Lines separated by a newline; empty where instrumental */
  lyrics: string;
  languages: Array<{
    /** ISO 639-1, or `Inst` */
    code: string;
    probability: number;
  }>;
  is_instrumental: boolean;
}

export type OperationName =
  | 'fingerprint-add'
  | 'fingerprint-check'
  | 'fingerprint-scan'
  | 'plagiarism'
  | 'compare'
  | 'lyric-plagiarism'
  | 'lyric-transcription'
  | 'ai-detection';

export interface Usage {
  from: string;
  to: string;
  total_calls: number;
  total_usd: number;
  /** Bytes of the files that the account keeps */
  storage: {
    used: number;
    limit: number;
  };
  /** Tasks that wait for a worker */
  queue: {
    used: number;
    limit: number;
  };
  usage: Array<{
    /** Null for tasks started in the dashboard */
    key_id: string | null;
    operation: OperationName;
    model: string;
    calls: number;
    usd: number;
  }>;
}

export interface Events {
  events: Array<{
    sequence: number;
    /** The `webhook-id` of every delivery of it */
    id: string;
    task_id: string;
    kind: 'processing' | 'final' | 'test';
    status: 'pending' | 'held' | 'delivered' | 'failed';
    attempts: number;
    created_at: string;
    delivered_at: string | null;
    /** The body of the callback */
    body: Record<string, unknown>;
  }>;
  next_after: number;
}

export interface CallbackSettings {
  url: string | null;
  /** Only a verified URL receives callbacks */
  verified: boolean;
  verified_at: string | null;
  disabled_at: string | null;
  disabled_reason: string | null;
}
