/** Where descriptions are kept. `engine` tells which describer wrote them; others are as if they were not there. */
export interface DescriptionStore {
  find(engine: number, musicId: string): Promise<Uint8Array | null>;
  /** Adds or replaces. Nothing is kept when the music is not (or no longer) on record. */
  put(engine: number, musicId: string, description: Uint8Array): Promise<void>;
}
