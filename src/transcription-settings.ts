/** Settings of lyric transcription, as the service reads them (src/config.ts). */

/** What lyric transcription works with. Model ids are of the manifest; null takes the best one installed. */
export interface TranscriptionConfig {
  readonly recogniser: string | null;
  /** `none` transcribes the mix although a separator is installed. */
  readonly separator: string | null;
  /** `none` decides with the built-in classifier alone. */
  readonly detector: string | null;
  /** An endpoint of the operator's instead of a recogniser. */
  readonly url: string | null;
  readonly model: string;
  /** A secret: never logged, never answered. */
  readonly apiKey: string | null;
  /** CIDRs that the endpoint may have although they are not public. */
  readonly allow: readonly string[];
  readonly timeoutSeconds: number;
}
