/** `plagiarism.coarse-chroma`: the coarse alignment of two songs' chroma sequences, of which a search has one for each candidate. */
import type { Kernel } from '../../../domain/compute.js';
import { quickPassage, quickTonal } from '../../../music/harmony/tonal-evidence.js';
import type { SongDescription } from '../../../music/song-description.js';
import { type OtherTempo, otherTempos } from '../comparison/other-tempo.js';
import { prepareSong } from '../comparison/prepared-song.js';
import { type TonalSong, tempoReadings } from '../comparison/tonal-readings.js';

/** What `look` finds in the reading of the tempi in which it finds most; 0 where a song has no chroma sequence. */
function inBestReading(
  a: TonalSong,
  b: TonalSong,
  asked: readonly OtherTempo[],
  look: typeof quickTonal,
): number {
  // The query's is asked first: without one, those of all candidates need not be worked out.
  if (a.tonal.rows.count === 0) return 0;
  return Math.max(...tempoReadings(a, b, asked).map(([x, y]) => look(x.tonal, y.tonal)));
}

/** In the unit of `quickTonal`. */
export function coarseChroma(a: TonalSong, b: TonalSong, asked: readonly OtherTempo[]): number {
  return inBestReading(a, b, asked, quickTonal);
}

/** In the unit of `quickPassage`: a passage that one song took over from another which is otherwise unlike it. */
export function coarsePassage(a: TonalSong, b: TonalSong, asked: readonly OtherTempo[]): number {
  return inBestReading(a, b, asked, quickPassage);
}

interface TwoSongs {
  readonly original: SongDescription;
  readonly comparison: SongDescription;
}

export const coarseChromaKernel: Kernel<TwoSongs, number> = {
  name: 'plagiarism.coarse-chroma',
  run: ({ original, comparison }) =>
    coarseChroma(prepareSong(original), prepareSong(comparison), otherTempos),
};
