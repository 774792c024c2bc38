/** `plagiarism.report`: two songs (or one and several), compared, as the page that shows their evidence. */
import type { Kernel } from '../../../domain/compute.js';
import type { JsonObject } from '../../../domain/task.js';
import { sharedEvidence } from '../../../evidence-view/shared-evidence.js';
import type { SongDescription } from '../../../music/song-description.js';
import { comparePair, type TwoDescriptions } from '../compare-two.js';
import { outcomeOf } from '../outcome.js';
import { signatureScores } from '../result.js';
import { type Clip, clipsOf, type Stretch } from './clips.js';
import { evidenceReport, type FileFacts, type ReportedComparison, type ReportedSong } from './html.js';

export interface SongOfReport {
  readonly title: string;
  readonly description: SongDescription;
  /** The recording, for its play buttons; null for notes. */
  readonly path: string | null;
  /** What identifies the file; absent where nothing is known of it. */
  readonly file?: FileFacts;
}

/** `file` null: it is not the reader's, whom its sound and its hash do not reach. Notes have no sound. */
export function songOfReport(
  title: string,
  description: SongDescription,
  path: string,
  file: FileFacts | null,
): SongOfReport {
  const isPlayable = file !== null && description.source !== 'midi';
  return { title, description, path: isPlayable ? path : null, ...(file && { file }) };
}

export interface OtherSongOfReport extends SongOfReport, Pick<TwoDescriptions, 'standing'> {}

export interface ReportInput {
  readonly original: SongOfReport;
  /** One for a comparison of two songs; else the songs of a search, of which the best are shown. */
  readonly others: readonly OtherSongOfReport[];
  /** How many songs were searched, where `others` are the best of them. */
  readonly searched?: number;
  /** How many more are the song itself, which is no match of itself. */
  readonly leftOut?: number;
  readonly made: { readonly at: string; readonly version: string };
}

/** The page as HTML text, with the sound of the passages that it shows. */
export const reportKernel: Kernel<ReportInput, string> = {
  name: 'plagiarism.report',
  async run({ original, others, searched, leftOut = 0, made }, tools) {
    const pairs = others.map((other, place) => {
      const pair = comparePair({
        original: original.description,
        comparison: other.description,
        searched: searched ?? others.length,
        ...(other.standing !== undefined && { standing: other.standing }),
      });
      const named = { songId: String(place), title: other.title, artist: '', link: null, musicId: null };
      return { song: { ...named, ...pair }, description: other.description };
    });
    const { result, detail } = outcomeOf(original, pairs, searched ?? others.length);
    tools.progress(0.1, 'cutting out what matches');
    const songs = sharedEvidence(detail).songs;
    const own = songs.flatMap(({ passages }) => passages.map((passage) => passage.original));
    const reported = async (song: SongOfReport, stretches: readonly Stretch[]): Promise<ReportedSong> => {
      const clips: Clip[] = await clipsOf(song.path, stretches, tools);
      return { title: song.title, description: song.description, clips, file: song.file ?? null };
    };
    const first = await reported(original, own);
    const compared: ReportedComparison[] = [];
    for (const { songId, passages } of songs) {
      const song = others[Number(songId)]!;
      compared.push({
        id: songId,
        song: await reported(
          song,
          passages.map(({ comparison }) => comparison),
        ),
        scores: signatureScores(pairs[Number(songId)]!.song.comparison),
      });
    }
    return evidenceReport({
      first,
      compared,
      result,
      detail: detail as JsonObject,
      isPair: others.length === 1 && searched === undefined,
      leftOut,
      made,
    });
  },
};
