import type { AnalysisContext, MusicInput } from '../analysis.js';

/** The vocals of a recording as a file of their own, there until it is released. */
export interface SeparatedVocals {
  readonly path: string;
  release(): Promise<void>;
}

/** Null where the operator has installed no separator. */
export type SeparateVocals = (music: MusicInput, context: AnalysisContext) => Promise<SeparatedVocals | null>;

/** Where descriptions are kept. `engine` names which describer wrote them; others are as if they were not there. */
export interface DescriptionStore {
  find(engine: number, musicId: string): Promise<Uint8Array | null>;
  /**
   * Adds or replaces, and takes the music out of the queue. Nothing is kept when the music is not (or no longer) on
   * record.
   */
  put(engine: number, musicId: string, description: Uint8Array): Promise<void>;
}

/** Music that waits for its description. A request of another engine is as if it were not there. */
export interface DescriptionQueue {
  /** Does nothing where the music waits already, or its description failed. */
  request(engine: number, musicId: string): Promise<void>;
  /** Requests all music that has no description; returns how many were new. */
  requestMissing(engine: number): Promise<number>;
  /** The next one due, kept from others for `leaseSeconds`; `attempts` counts this one. */
  claim(engine: number, leaseSeconds: number): Promise<{ musicId: string; attempts: number } | null>;
  /** To be claimed again after a pause. */
  later(musicId: string, delaySeconds: number): Promise<void>;
  /** Not to be claimed again. */
  fail(engine: number, musicId: string, reason: string): Promise<void>;
  /** Why the description failed for good; null where it did not. */
  failure(engine: number, musicId: string): Promise<string | null>;
}
