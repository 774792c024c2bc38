/** What the description of music asks of its storage, and what others ask of it. */
import type { JsonObject } from '../../domain/task.js';

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

export type DescriptionAnswer =
  | { readonly state: 'ready'; readonly description: JsonObject }
  /** Asked for, if it was not before. */
  | { readonly state: 'pending' }
  | { readonly state: 'failed'; readonly reason: string };

/** Descriptions of music for whoever reads them. That the account has the music is the caller's to know. */
export interface DescriptionService {
  /** Called for new music, so that it is described in the background. */
  uploaded(musicId: string): Promise<void>;
  /** `notes`: with all notes of the mix. */
  read(musicId: string, options: { notes: boolean }): Promise<DescriptionAnswer>;
}
