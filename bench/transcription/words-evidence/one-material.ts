/** One excerpt that evidence for words is fitted on, and where excerpts come from. */
import type { LabelledSong } from '../presence-data.js';

export interface Material {
  readonly path: string;
  /** A song, a language or a recording with all that was made of it. */
  readonly song: string;
  /** Where it comes from; held out as a whole. */
  readonly collection: string;
  /** How it was made harder; `as recorded` where it was not. */
  readonly condition: string;
  readonly hasVoice: boolean;
  /** What is sung or spoken; null where nobody wrote it down. */
  readonly lyrics: string | null;
  /** Starts of the words, where they are annotated: a segment without any is one in which nobody sings. */
  readonly starts: readonly number[] | null;
  readonly language: string | null;
}

export interface MaterialOptions {
  readonly data: string;
  /** Texts of `readings`. */
  readonly lyrics: string;
  /** Recordings below a folder each. */
  readonly recordings: readonly { readonly root: string; readonly songs: readonly LabelledSong[] }[];
  /** Folders of annotated songs. */
  readonly folders: readonly string[];
  readonly cache: string;
}
