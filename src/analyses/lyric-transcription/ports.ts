/** What lyric transcription asks of a recogniser that runs elsewhere. The operator's endpoint implements it. */
export interface RemoteRecogniser {
  /** Shown with the result: the model's name, never an address or a key. */
  readonly model: string;
  /**
   * Recognises one segment. Rejects with AnalysisError where the endpoint refuses or stays away, and with the
   * signal's reason where that aborts.
   */
  transcribe(request: RemoteRequest): Promise<RemoteTranscript>;
}

export interface RemoteRequest {
  /** A WAV file, 16 kHz mono, at most 30 s. */
  readonly wav: Uint8Array;
  /** ISO 639-1, where the request named one. */
  readonly language: string | null;
  readonly signal: AbortSignal;
}

export interface RemoteTranscript {
  /** ISO 639-1; null where the endpoint named none that is known. */
  readonly language: string | null;
  /** Times from the start of the segment. Null where the endpoint gave the text alone. */
  readonly segments: readonly RemoteSegment[] | null;
  readonly text: string;
}

export interface RemoteSegment {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly text: string;
  /** 0 … 1; null where the endpoint does not say. */
  readonly noSpeech: number | null;
  /** Null where the endpoint does not say. */
  readonly meanLogProbability: number | null;
  readonly compressionRatio: number;
  readonly temperature: number;
}
