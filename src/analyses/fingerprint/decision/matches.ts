/** A song that was found, and how it is reported in a task's detail. */

import type { JsonObject } from '../../../domain/task.js';
import { rounded } from '../../../numbers/rounded.js';
import type { QueryWindow } from '../extract.js';
import { fineStructureLogOdds, isSameFineStructure } from '../fine-structure/fine-structure-odds.js';
import type { FineStructure } from '../fine-structure/sustained-levels.js';
import { framesPerSecond } from '../parameters.js';
import type { IndexedSong } from '../ports.js';
import type { Alignment } from '../verification/measure.js';
import { isSameWaveform, waveformLogOdds } from '../waveform/waveform-odds.js';
import { expectedFalseMatches, isDuplicate, type Strictness, similarity } from './decision.js';
import { changeKinds, copyKinds } from './kind.js';

export interface SongMatch {
  readonly song: IndexedSong;
  readonly alignment: Alignment;
  /** Further places of the song where the query lies too: repeated sections. */
  readonly sections: readonly Alignment[];
}

/** One match a song over all windows of a long query: times count from the query's start, coverage is of it all. */
export function mergeWindows(found: readonly SongMatch[][], windows: readonly QueryWindow[]): SongMatch[] {
  const total = windows.reduce((sum, window) => sum + window.peaks.count, 0);
  const bySong = new Map<string, SongMatch>();
  found.forEach((matches, i) => {
    const window = windows[i]!;
    const share = total === 0 ? 0 : window.peaks.count / total;
    for (const match of matches) {
      const moved: SongMatch = {
        song: match.song,
        alignment: move(match.alignment, window.startSeconds, share),
        sections: match.sections.map((section) => move(section, window.startSeconds, share)),
      };
      const known = bySong.get(match.song.musicId);
      bySong.set(match.song.musicId, known ? join(known, moved) : moved);
    }
  });
  return [...bySong.values()].sort((a, b) => b.alignment.z - a.alignment.z);
}

function move(alignment: Alignment, seconds: number, share: number): Alignment {
  return {
    ...alignment,
    startFrames: alignment.startFrames - alignment.scale * seconds * framesPerSecond,
    fromSeconds: alignment.fromSeconds + seconds,
    toSeconds: alignment.toSeconds + seconds,
    queryCoverage: alignment.queryCoverage * share,
  };
}

function join(a: SongMatch, b: SongMatch): SongMatch {
  const [better, other] = a.alignment.z >= b.alignment.z ? [a, b] : [b, a];
  const queryCoverage = a.alignment.queryCoverage + b.alignment.queryCoverage;
  return {
    ...better,
    alignment: { ...better.alignment, queryCoverage },
    sections: [...better.sections, ...other.sections],
  };
}

/** The documented form of one match (docs/analyses/fingerprint.md). */
export function describeMatch(match: SongMatch, songs: number, strictness: Strictness): JsonObject {
  const { song, alignment } = match;
  const expected = expectedFalseMatches(alignment, songs);
  return {
    music_id: song.musicId,
    musicname: song.title,
    artist: song.artist,
    is_duplicate: isDuplicate(alignment, songs, strictness),
    score: rounded(1 / (1 + expected), 6),
    expected_false_matches: Number(expected.toPrecision(2)),
    ...describePlace(alignment),
    z: rounded(alignment.z, 1),
    excess: rounded(alignment.excess, 3),
    sharpness: rounded(alignment.sharpness, 3),
    agreement: rounded(alignment.agreement, 3),
    likeness: rounded(similarity(alignment), 3),
    coverage: rounded(alignment.coverage, 3),
    query_coverage: rounded(alignment.queryCoverage, 3),
    coincident_peaks: alignment.coincident,
    peaks: alignment.peaks,
    treatment: treatment(alignment),
    kinds: copyKinds(alignment, song.durationSeconds),
    early: rounded(alignment.early, 3),
    on_grid: rounded(alignment.onGrid, 3),
    ...describeSound(alignment),
    repeated_sections: match.sections.map((section) => ({
      ...describePlace(section),
      z: rounded(section.z, 1),
    })),
  };
}

/** What comparing the sound itself showed; nothing where it was not compared. */
function describeSound({ coherence, fineStructure }: Alignment): JsonObject {
  if (fineStructure) return { fine_structure: describeFineStructure(fineStructure) };
  if (!coherence) return {};
  return {
    waveform: {
      is_same: isSameWaveform(coherence),
      log_odds: rounded(waveformLogOdds(coherence), 2),
      prominence: rounded(coherence.prominence, 1),
      over_all: rounded(coherence.overAll, 1),
      over_near: rounded(coherence.overNear, 1),
      strays: rounded(coherence.strays, 3),
      shown_share: rounded(coherence.shownShare, 3),
      coefficient: rounded(coherence.coefficient, 3),
      reflections: rounded(coherence.reflections, 2),
    },
  };
}

function describeFineStructure(fineStructure: FineStructure): JsonObject {
  const { sustained, overBeside, overChance, lowestBand, shownShare } = fineStructure;
  return {
    is_same: isSameFineStructure(fineStructure),
    log_odds: rounded(fineStructureLogOdds(fineStructure), 2),
    sustained: rounded(sustained, 3),
    over_beside: rounded(overBeside, 3),
    over_chance: rounded(overChance, 1),
    lowest_band: rounded(lowestBand, 3),
    shown_share: rounded(shownShare, 3),
  };
}

function describePlace(alignment: Alignment): JsonObject {
  const songSeconds = (seconds: number): number =>
    rounded(Math.max(0, alignment.startFrames / framesPerSecond + alignment.scale * seconds), 2);
  return {
    offset_seconds: rounded(alignment.startFrames / framesPerSecond, 2),
    speed_factor: rounded(alignment.scale, 4),
    // Adding zero turns −0 into 0.
    pitch_cents: Math.round(alignment.pitchCents) + 0,
    query_start_seconds: rounded(alignment.fromSeconds, 1),
    query_end_seconds: rounded(alignment.toSeconds, 1),
    song_start_seconds: songSeconds(alignment.fromSeconds),
    song_end_seconds: songSeconds(alignment.toSeconds),
  };
}

/** In a word what was done to speed and pitch. */
function treatment(alignment: Alignment): string {
  return changeKinds(alignment).join(' and ') || 'none';
}
