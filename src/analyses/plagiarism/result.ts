/** The documented result of the plagiarism analysis, and the detail beside it. */

import { statedFalseAlarms } from '../../domain/finding.js';
import type { JsonObject } from '../../domain/task.js';
import { beatsABar } from '../../evidence-view/bars.js';
import type { LineName, SongDescription } from '../../music/song-description.js';
import { rounded } from '../../numbers/rounded.js';
import {
  evenBitsAmong,
  reportingThreshold,
  segmentMetric,
  signatureMetric,
} from './comparison/calibration.js';
import type { Comparison } from './comparison/compare-songs.js';
import { decisiveMatch, wholeTuneBitsOf } from './comparison/decisive-match.js';
import type { LineScores } from './comparison/documented-scores.js';
import { keyDoubt, movedBy, spelledKey } from './comparison/key-agreement.js';
import { type LineMatch, passageBits } from './comparison/line-match.js';
import type { SegmentFacts, SegmentMatch } from './comparison/segment-match.js';
import { chordRolls, rollsObject, type SegmentRolls, shownMatches } from './comparison/segment-rolls.js';
import type { TuneBeside } from './comparison/tune-agreement.js';
import { originOf } from './evidence/origin.js';

export interface ComparedSong {
  readonly songId: string;
  readonly title: string;
  readonly artist: string;
  readonly link: string | null;
  readonly comparison: Comparison;
  /** The music behind the song where it is a recording of the asking account; null otherwise. */
  readonly musicId: string | null;
  /** By line of the comparison, then segment; empty where they are not reported. */
  readonly rolls: readonly (readonly SegmentRolls[])[];
  /** Other songs of the dataset that are the same music, imported again. */
  readonly copies?: readonly { readonly songId: string; readonly title: string; readonly artist: string }[];
}

/** Match objects in one category. */
const maxMatches = 20;
/** Segments of one song in the categories of single lines. */
const segmentsASong = 3;
const songsInDetail = 10;

/** The documented names of the lines' categories. */
const categories: readonly (readonly ['vocal' | 'inst' | 'topline', LineName])[] = [
  ['vocal', 'vocal'],
  ['inst', 'instrumental'],
  ['topline', 'topline'],
];

/**
 * Exactly the documented result. `signature` holds the best segment of every song that is reported; every category has the
 * songs in one order, best first, with one song's segments together.
 */
export function resultOf(title: string, query: SongDescription, songs: readonly ComparedSong[]): JsonObject {
  const original = { title, link: null };
  const reported = query.beats.length < 2 ? [] : songs.filter((song) => song.comparison.reported);
  const result: JsonObject = {
    signature: reported
      .flatMap((song) => {
        const segment = decisiveMatch(song.comparison)?.segments[0];
        return segment ? [matchObject(original, song, segment, song.comparison.signatureMetric)] : [];
      })
      .slice(0, maxMatches),
  };
  for (const [category, line] of categories) {
    result[category] = reported
      .flatMap((song) => {
        const match = namesake(song.comparison, line);
        if (!match) return [];
        const segments = match.segments.slice(0, segmentsASong);
        return segments.map((segment) =>
          matchObject(
            original,
            song,
            segment,
            segmentMetric(passageBits(match), segment.evidenceShare, song.comparison.evenBits),
          ),
        );
      })
      .slice(0, maxMatches);
  }
  return result;
}

/** The match of a line with its namesake, where it reaches the threshold by itself. */
function namesake(comparison: Comparison, line: LineName): LineMatch | undefined {
  return comparison.lines.find(
    ({ lineA, lineB, bits }) =>
      lineA === line && lineB === line && signatureMetric(bits, comparison.evenBits) >= reportingThreshold,
  );
}

interface Named {
  readonly title: string;
  readonly link: string | null;
}

/** One documented match object. */
function matchObject(original: Named, comparison: Named, segment: SegmentMatch, metric: number): JsonObject {
  return {
    signature_metric: rounded(metric),
    original: segmentObject(original, segment.original),
    comparison: segmentObject(comparison, segment.comparison),
    scores: segmentScores(segment),
  };
}

/** The documented scores of the best segment of what the decision stands on; null of a song that is not reported. */
export function signatureScores(comparison: Comparison): JsonObject | null {
  const segment = decisiveMatch(comparison)?.segments[0];
  return comparison.reported && segment ? segmentScores(segment) : null;
}

function segmentScores({ scores }: SegmentMatch): JsonObject {
  return {
    vocal: scoresObject(scores.vocal),
    melody: scoresObject(scores.melody),
    topline: scoresObject(scores.topline),
    chord: rounded(scores.chord),
  };
}

function segmentObject({ title, link }: Named, facts: SegmentFacts): JsonObject {
  return {
    title,
    link,
    time_start: rounded(facts.time_start, 2),
    time_end: rounded(facts.time_end, 2),
    key: facts.key,
    chords: [...facts.chords],
  };
}

function scoresObject(scores: LineScores): JsonObject {
  return {
    metric: rounded(scores.metric),
    pitch_score: rounded(scores.pitch_score),
    correlation: rounded(scores.correlation),
    ratio: rounded(scores.ratio),
    bpm_ratio: rounded(scores.bpm_ratio),
    difficulty: rounded(scores.difficulty),
  };
}

/**
 * The evidence behind the result: also of songs below the threshold, for a person who wants to look further. `searched`: of how many
 * songs these are the best.
 */
export function detailOf(query: SongDescription, songs: readonly ComparedSong[], searched = 1): JsonObject {
  const origin = originOf(query);
  return {
    note: 'A match is evidence for a person to judge, not a verdict.',
    reporting_threshold: reportingThreshold,
    reporting_threshold_bits: rounded(songs[0]?.comparison.evenBits ?? evenBitsAmong(searched, origin), 1),
    assessment: query.beats.length < 2 ? 'no steady beat' : songs.length === 0 ? 'nothing alike' : 'compared',
    source: query.source,
    tempo_bpm: rounded(query.tempoBpm, 2),
    meter: beatsABar(query),
    key: spelledKey(query.key),
    songs: songs
      .slice(0, songsInDetail)
      .map(({ songId, title, artist, musicId, comparison, rolls, copies }) => ({
        song_id: songId,
        title,
        artist,
        music_id: musicId,
        copies: (copies ?? []).map((copy) => ({
          song_id: copy.songId,
          title: copy.title,
          artist: copy.artist,
        })),
        meter: comparison.comparisonMeter,
        keys: keysObject(comparison),
        signature_metric: rounded(comparison.signatureMetric),
        bits_beyond_chance: rounded(comparison.bits, 1),
        // Its own: recordings and written songs of one search have different ones.
        reporting_threshold_bits: rounded(comparison.evenBits, 1),
        expected_false_alarms: statedFalseAlarms(Number(comparison.expectedFalseAlarms.toPrecision(2))),
        finding: comparison.finding,
        reported: comparison.reported,
        basis: comparison.basis,
        amounts_in_bits: {
          melody: rounded(comparison.claims.melody, 1),
          harmony: rounded(comparison.claims.harmony, 1),
          tonal: rounded(comparison.claims.tonal, 1),
        },
        whole_tune_bits: rounded(wholeTuneBitsOf(comparison), 1),
        joined_bits: rounded(comparison.joined, 1),
        agreement_bits: rounded(comparison.agreement, 1),
        standing_bits: rounded(comparison.standing, 1),
        tune_agreement: tuneObject(comparison.tuneBeside),
        harmony: harmonyObject(comparison),
        tonal_bits_beyond_chance: rounded(Math.max(0, comparison.tonal?.bits ?? 0), 1),
        runs: shownMatches(comparison).map((match, line) => ({
          basis: match.basis,
          original_line: match.lineA,
          comparison_line: match.lineB,
          bits_beyond_chance: rounded(match.bits, 1),
          transposition: match.transposition,
          key_note: keyNote(comparison, match.transposition),
          matched_notes: match.run.notes,
          original_beats: [rounded(match.run.startA, 2), rounded(match.run.endA, 2)],
          comparison_beats: [rounded(match.run.startB, 2), rounded(match.run.endB, 2)],
          segments: (rolls[line] ?? []).map((roll) =>
            rollsObject(roll, passageBits(match), comparison.evenBits),
          ),
        })),
      })),
  };
}

function tuneObject(tune: TuneBeside | null): JsonObject | null {
  if (!tune) return null;
  const { notes, share, chanceShare, bits } = tune;
  return {
    notes: Math.round(notes),
    share: rounded(share, 3),
    chance_share: rounded(chanceShare, 3),
    bits: rounded(bits, 1),
  };
}

/** What notes share by chance says nothing of keys: without a finding no doubt is noted. */
function keysObject({ keys, finding }: Comparison): JsonObject | null {
  if (!keys) return null;
  const { original, comparison, expected, agrees, doubtful } = keys;
  return {
    original,
    comparison,
    expected,
    agrees,
    doubtful,
    note: finding === 'not_found' ? null : keyDoubt(keys),
  };
}

/** Of a run that lies in another transposition than the decisive one: that this contradicts the keys, or null. */
function keyNote({ keys, finding }: Comparison, transposition: number): string | null {
  return keys && finding !== 'not_found' && keys.transposition !== transposition
    ? keyDoubt(movedBy(keys, transposition))
    : null;
}

function harmonyObject(comparison: Comparison): JsonObject | null {
  const { harmony, claims, evenBits: even } = comparison;
  if (!harmony) return null;
  // Chords that amount to nothing are not drawn beside each other: that would look like a match.
  const rolls = claims.harmony > 0 ? chordRolls(harmony) : [];
  const { run } = harmony;
  return {
    bits_beyond_chance: rounded(harmony.bits, 1),
    transposition: harmony.transposition,
    key_note: keyNote(comparison, harmony.transposition),
    matched_chords: run.notes,
    original_beats: [run.startA, run.endA],
    comparison_beats: [run.startB, run.endB],
    segments: rolls.map((roll) => rollsObject(roll, harmony.bits, even)),
  };
}
