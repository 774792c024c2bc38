/** The verdict of a search or a comparison (src/domain/finding.ts): the documented result follows from the same odds. */
import type { Verdict } from '../../domain/finding.js';
import { hasCompany } from '../../music/harmony/company.js';
import { maxLineNotes } from '../../music/melody/sequence.js';
import type { SongDescription } from '../../music/song-description.js';
import { evenBits, evenBitsAmong, reportingThreshold } from './comparison/calibration.js';
import { originOf } from './evidence/origin.js';
import { reasonsOf } from './reasons.js';
import type { ComparedSong } from './result.js';

export interface SearchedSongs {
  /** Songs that were searched, the submitted one not counted. */
  readonly count: number;
  /** Songs of the dataset that are not described yet, so that they could not be searched. */
  readonly notDescribed: number;
  /** Whether the dataset holds the submitted recording itself, which is left out; false where it is absent. */
  readonly holdsSubmitted?: boolean;
}

/** Fewer notes than this hold no run of four intervals. */
const minNotes = 5;

const always = [
  'Rhythm without pitch, sound, words and arrangement are not compared.',
  'Common sources, shared idioms and chance make songs similar too; access and permission show in no melody.',
];

/** Measured (docs/measurements/plagiarism-sung-covers.md, *A passage of another song*). */
const whereHeard = [
  'The notes of a recording are estimates: a note that is held may be counted as several.',
  'Eight sung bars that another recording takes over are reported one time in nine, sixteen two times in five.',
];

const leftOut = 'The dataset holds this very recording too. It is left out: no song is a match of itself.';
const noOther = 'The dataset holds no other song with a recording or notes.';

/** Bits that a distinctive note of a common passage is good for: some ten of them reach the lowest threshold. */
const bitsPerNote = evenBits / 10;

/** What is not seen among this many songs: the more of them, the longer a passage must be. */
function limitsAmong(
  songs: number,
  query: SongDescription,
  others: readonly SongDescription[],
  best: ComparedSong | undefined,
): string[] {
  if (songs === 0) return always;
  // A pair is transcribed where one of its songs is; without a song the query alone decides.
  const origin = originOf(query);
  const even = best?.comparison.evenBits ?? evenBitsAmong(songs, origin);
  const notes = Math.round(even / bitsPerNote);
  const shorter =
    songs === 1
      ? `Compared with one song, a common passage shorter than about ${notes} distinctive notes stays below the threshold.`
      : `Among ${songs} songs, a common passage shorter than about ${notes} distinctive notes stays below the threshold.`;
  const isHeard = originOf(query, ...others) === 'transcribed';
  const longest = Math.max(...[query, ...others].map(longestLine));
  const cut = `Of a melody only the first ${grouped(maxLineNotes)} notes are compared; one of the songs has ${grouped(longest)}.`;
  return [...always, shorter, ...(isHeard ? whereHeard : []), ...(longest > maxLineNotes ? [cut] : [])];
}

const grouped = (count: number): string => count.toLocaleString('en');

function longestLine({ melody }: Pick<SongDescription, 'melody'>): number {
  return Math.max(...Object.values(melody).map((line: readonly unknown[]) => line.length));
}

/** `songs`: best first. `others`: descriptions beside the query's whose beats are needed (the second song of a comparison). */
export function plagiarismVerdict(
  query: SongDescription,
  songs: readonly ComparedSong[],
  { count, notDescribed, holdsSubmitted = false }: SearchedSongs,
  others: readonly SongDescription[] = [],
): Verdict {
  const searched = { count, unit: 'songs' } as const;
  const limits = limitsAmong(count, query, others, songs[0]);
  const isReported = songs.some(({ comparison }) => comparison.reported);
  const unclear = [query, ...others].flatMap((song, place) =>
    inapplicable(song, others.length === 0 ? null : place === 0 ? 'first' : 'second', isReported),
  );
  if (unclear.length > 0) return { finding: 'cannot_tell', searched, reasons: unclear, limits };
  if (count === 0) {
    return notDescribed > 0
      ? {
          finding: 'cannot_tell',
          searched,
          reasons: [`None of the dataset’s ${notDescribed} songs is described yet. Repeat the search later.`],
          limits,
        }
      : {
          finding: 'nothing_to_compare',
          searched,
          reasons: holdsSubmitted ? [leftOut, noOther] : [noOther],
          limits,
        };
  }
  const threshold = { of: 'signature_metric', value: reportingThreshold };
  const missing =
    notDescribed > 0
      ? [`${notDescribed} songs of the dataset are not described yet and were not searched.`]
      : [];
  const itself = holdsSubmitted ? [leftOut] : [];
  // Songs are ordered by more than what is reported: the strongest finding is the verdict's.
  const best = songs.find(({ comparison }) => comparison.reported) ?? strongest(songs);
  if (!best)
    return {
      finding: 'not_found',
      threshold,
      searched,
      reasons: [`No song of ${count} shares a run of notes or chords with it.`, ...itself],
      limits: [...limits, ...missing],
    };
  const { finding, expectedFalseAlarms, signatureMetric } = best.comparison;
  return {
    finding,
    expectedFalseAlarms: Number(expectedFalseAlarms.toPrecision(2)),
    threshold,
    searched,
    match: {
      song_id: best.songId,
      title: best.title,
      artist: best.artist,
      link: best.link,
      signature_metric: Number(signatureMetric.toFixed(4)),
    },
    reasons: [...reasonsOf(best.comparison, count), ...othersReported(songs, count), ...itself],
    limits: [...limits, ...missing],
  };
}

/** A verdict names one song: a medley has more. Of the best of `count` that are all reported it is not known how many follow. */
function othersReported(songs: readonly ComparedSong[], count: number): string[] {
  const reported = songs.filter(({ comparison }) => comparison.reported).length;
  const others = reported - 1;
  if (others < 1 || (reported === songs.length && reported < count)) return [];
  return [
    others === 1
      ? 'One more song reaches the reporting threshold.'
      : `${others} more songs reach the reporting threshold.`,
  ];
}

/** `which`: of two songs that are compared; null where one is searched for. What was found all the same is no question of few notes. */
function inapplicable(
  song: SongDescription,
  which: 'first' | 'second' | null,
  isReported: boolean,
): string[] {
  if (song.beats.length < 2) return [withoutBeat(which)];
  const notes = longestLine(song);
  return isReported || notes >= minNotes || hasChords(song) ? [] : [tooFew(notes, which)];
}

/** Why a song can be compared with no other one, whatever that is, as a sentence; null where it can. */
export function notComparable(song: SongDescription): string | null {
  return inapplicable(song, null, false)[0] ?? null;
}

/** As comparisons have them: chords of a line without company are guesses. */
function hasChords(song: SongDescription): boolean {
  return hasCompany(song) && song.chords.some((chord) => chord !== 'N');
}

function withoutBeat(which: 'first' | 'second' | null): string {
  if (which === null) return 'No steady beat was found, so that there are no bars to compare.';
  return which === 'first'
    ? 'No steady beat was found in the first song, so that there are no bars to compare.'
    : 'No steady beat was found in the second song, so that there are no bars to compare.';
}

function tooFew(notes: number, which: 'first' | 'second' | null): string {
  if (which === null)
    return `The song has ${notes} notes of melody and no chords; ${minNotes} notes are needed.`;
  return which === 'first'
    ? `The first song has ${notes} notes of melody and no chords; ${minNotes} notes are needed.`
    : `The second song has ${notes} notes of melody and no chords; ${minNotes} notes are needed.`;
}

/**
 * Of several that are not reported, the one that fewest unrelated songs would equal. Weak songs share one figure, 1,000 of
 * 1,000: of those the one with most bits, then by title, so that the order in which songs come decides nothing.
 */
function strongest(songs: readonly ComparedSong[]): ComparedSong | undefined {
  return songs.toSorted(
    (a, b) =>
      a.comparison.expectedFalseAlarms - b.comparison.expectedFalseAlarms ||
      b.comparison.bits - a.comparison.bits ||
      (a.title < b.title ? -1 : Number(a.title > b.title)),
  )[0];
}
