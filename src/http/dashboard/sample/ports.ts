/** Sample data: which rows of an account it is made of, and its sounds. */
export type SampleKind = 'dataset' | 'music' | 'task';

export interface SampleItem {
  readonly kind: SampleKind;
  readonly id: string;
}

export interface SampleStore {
  items(accountId: string): Promise<readonly SampleItem[]>;
  /** False where the account has sample data, or is being given it. */
  begin(accountId: string): Promise<boolean>;
  add(accountId: string, kind: SampleKind, id: string): Promise<void>;
  clear(accountId: string): Promise<void>;
}

export const sampleRoles = ['original', 'other', 'excerpt', 'cover', 'decoded', 'stranger', 'sung'] as const;
/** `excerpt` and `cover` are of `original`, `decoded` is of `other`; `stranger` is like nothing else; `sung` has words. */
export type SampleRole = (typeof sampleRoles)[number];

export interface SampleSound {
  readonly role: SampleRole;
  readonly title: string;
  /** A WAV file. */
  readonly file: Uint8Array;
}

/** Made on the spot, one after the other: some seconds of work. */
export type MakeSampleSounds = () => AsyncIterable<SampleSound>;
