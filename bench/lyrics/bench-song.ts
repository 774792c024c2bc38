/** A lyric of the data, with the facts that the cases need, and its lines. */
import { type LyricLine, segmentLyrics } from '../../src/text/segment-lyrics.js';

export interface BenchSong {
  readonly id: string;
  /** Songs of one work have the same text, or a translation of it. */
  readonly work: string;
  readonly language: string;
  readonly lyrics: string;
  /** Its title, and the names in its id: a hymnal's ids are "Title-Tune-Tune". */
  readonly names: readonly string[];
  /** In the encoder's training text. */
  readonly seen: boolean;
}

const linesOfSongs = new WeakMap<BenchSong, readonly LyricLine[]>();

/** The lines of a song as the engine cuts them, cut once. */
export function linesOf(song: BenchSong): readonly LyricLine[] {
  let lines = linesOfSongs.get(song);
  if (!lines) {
    lines = segmentLyrics(song.lyrics).lines;
    linesOfSongs.set(song, lines);
  }
  return lines;
}

export function lineCount(song: BenchSong): number {
  return linesOf(song).length;
}
