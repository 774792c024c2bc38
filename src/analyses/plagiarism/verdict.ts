/** The verdict of a search or a comparison (src/domain/finding.ts): the documented result follows from the same odds. */
import type { Verdict } from '../../domain/finding.js';
import { isTranscribed, type SongDescription } from '../../music/song-description.js';
import { barsText } from './comparison/bars.js';
import { evenBits, evenBitsAmong, reportingThreshold } from './comparison/calibration.js';
import { decisiveMatch } from './comparison/decisive-match.js';
import { keyDoubt } from './comparison/key-agreement.js';
import type { ComparedSong } from './result.js';

export interface SearchedSongs {
  /** Songs that were searched, the submitted one not counted. */
  readonly count: number;
  /** Songs of the dataset that are not described yet, so that they could not be searched. */
  readonly notDescribed: number;
}

/** Fewer notes than this hold no run of four intervals. */
const minNotes = 5;

const always = [
  'Rhythm without pitch, sound, words and arrangement are not compared.',
  'Common sources, shared idioms and chance make songs similar too; access and permission show in no melody.',
];

/** Bits that a distinctive note of a common passage is good for: some ten of them reach the lowest threshold. */
const bitsPerNote = evenBits / 10;

/** What is not seen among this many songs: the more of them, the longer a passage must be. */
function limitsAmong(songs: number, query: SongDescription, best: ComparedSong | undefined): string[] {
  if (songs === 0) return always;
  // A pair is transcribed where one of its songs is; without a song the query alone decides.
  const origin = isTranscribed(query) ? 'transcribed' : 'written';
  const even = best?.comparison.evenBits ?? evenBitsAmong(songs, origin);
  const notes = Math.round(even / bitsPerNote);
  const shorter =
    songs === 1
      ? `Compared with one song, a common passage shorter than about ${notes} distinctive notes stays below the threshold.`
      : `Among ${songs} songs, a common passage shorter than about ${notes} distinctive notes stays below the threshold.`;
  return [...always, shorter];
}

/** `songs`: best first. `others`: descriptions beside the query's whose beats are needed (the second song of a comparison). */
export function plagiarismVerdict(
  query: SongDescription,
  songs: readonly ComparedSong[],
  { count, notDescribed }: SearchedSongs,
  others: readonly SongDescription[] = [],
): Verdict {
  const searched = { count, unit: 'songs' } as const;
  const limits = limitsAmong(count, query, songs[0]);
  const unclear = [query, ...others].flatMap(inapplicable);
  if (unclear.length > 0) return { finding: 'cannot_tell', searched, reasons: unclear, limits };
  if (count === 0) {
    return notDescribed > 0
      ? {
          finding: 'cannot_tell',
          searched,
          reasons: [`None of the dataset’s ${notDescribed} songs is described yet. Repeat the search later.`],
          limits,
        }
      : { finding: 'nothing_to_compare', searched, reasons: ['The dataset holds no other song.'], limits };
  }
  const threshold = { of: 'signature_metric', value: reportingThreshold };
  const missing =
    notDescribed > 0
      ? [`${notDescribed} songs of the dataset are not described yet and were not searched.`]
      : [];
  // Songs are ordered by more than what is reported: the strongest finding is the verdict's.
  const best = songs.find(({ comparison }) => comparison.reported) ?? strongest(songs);
  if (!best)
    return {
      finding: 'not_found',
      threshold,
      searched,
      reasons: [`No song of ${count} shares a run of notes or chords with it.`],
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
    reasons: reasonsOf(best, count),
    limits: [...limits, ...missing],
  };
}

function inapplicable({ beats, melody, chords }: SongDescription): string[] {
  if (beats.length < 2) return ['No steady beat was found, so that there are no bars to compare.'];
  const notes = Math.max(...Object.values(melody).map((line: readonly unknown[]) => line.length));
  if (notes >= minNotes || chords.some((chord) => chord !== 'N')) return [];
  return [`The song has ${notes} notes of melody and no chords; ${minNotes} notes are needed.`];
}

/** Of several that are not reported, the one that fewest unrelated songs would equal. */
function strongest(songs: readonly ComparedSong[]): ComparedSong | undefined {
  return songs.toSorted((a, b) => a.comparison.expectedFalseAlarms - b.comparison.expectedFalseAlarms)[0];
}

const lineWords = {
  vocal: 'vocal melody',
  instrumental: 'instrumental melody',
  topline: 'main melody',
} as const;

function reasonsOf({ comparison }: ComparedSong, count: number): string[] {
  const { agreement, standing, basis, expectedFalseAlarms: alarms, keys } = comparison;
  const reasons: string[] = [];
  const match = decisiveMatch(comparison);
  const [segment] = match?.segments ?? [];
  if (match) {
    const what =
      basis === 'harmony'
        ? `${match.run.notes} chords match`
        : basis === 'tonal'
          ? `${match.run.notes} beats of the chroma sequences match`
          : `${match.run.notes} notes of the ${lineOf(comparison)} match`;
    const where = segment
      ? `, best in ${barsText(segment.original.bars)} beside ${barsText(segment.comparison.bars)} of the other song`
      : '';
    reasons.push(`${what}${where}; the score above chance is ${match.bits.toFixed(1)}.`);
  }
  if (agreement > 0 && basis !== 'harmony')
    reasons.push(
      `Melody and chroma sequence match in the same transposition, which adds ${agreement.toFixed(1)} to the score.`,
    );
  if (standing > 0 && basis === 'tonal')
    reasons.push(
      `The chroma sequence stands out among the songs of the search, which adds ${standing.toFixed(1)} to the score.`,
    );
  reasons.push(
    count === 1
      ? `Of 1,000 unrelated songs ${amount(alarms)} would give as much evidence.`
      : `Of 1,000 unrelated songs ${amount(alarms)} would give as much evidence: ${amount((alarms * count) / 1000)} among the ${count} searched.`,
  );
  const doubt = keys && keyDoubt(keys);
  return doubt ? [...reasons, doubt] : reasons;
}

/** The main melody where it is the best line too: other lines may be the same notes. */
function lineOf({ lines }: ComparedSong['comparison']): string {
  const [best] = lines;
  const main = lines.find(({ lineA, bits }) => lineA === 'topline' && bits === best!.bits);
  return lineWords[(main ?? best!).lineA];
}

function amount(value: number): string {
  if (value < 1e-6) return 'fewer than 0.000001';
  const rounded = Number(value.toPrecision(2));
  return rounded < 1000 ? String(rounded) : rounded.toLocaleString('en');
}
