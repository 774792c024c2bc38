/** Joins what neighbouring windows of a long recording match into stretches of it, each of one song. */

import type { JsonObject } from '../../../domain/task.js';
import { rounded } from '../../../numbers/rounded.js';
import { isMatch, type Strictness } from '../decision/decision.js';
import { copyKinds } from '../decision/kind.js';
import type { SongMatch } from '../decision/matches.js';
import type { QueryWindow } from '../extract.js';
import { framesPerSecond } from '../parameters.js';
import type { IndexedSong } from '../ports.js';
import type { Alignment } from '../verification/measure.js';

/** A stretch of the recording in which a song sounds; times in seconds. */
export interface Segment {
  readonly song: IndexedSong;
  /** Of the window in which the evidence is strongest; its times count from that window's start. */
  readonly alignment: Alignment;
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** Where the recording's second 0 would lie in the song, and song seconds a second of the recording. */
  readonly songOffsetSeconds: number;
  readonly scale: number;
}

/** What is no copy by its similarity. */
export type Similar = Pick<Segment, 'song' | 'alignment'>;

/** Windows overlap; a stretch goes on where no more than this was missed between them. */
const bridgedSeconds = 16;
/** Two lines are one place of the song where they differ by no more than this in the middle between them. */
const sameLineSeconds = 1.5;

export class SegmentCollector {
  private readonly found: Segment[] = [];
  private strongestOther: Similar | null = null;

  constructor(
    private readonly songs: number,
    private readonly strictness: Strictness,
  ) {}

  /** Windows come in order of time. */
  add(window: QueryWindow, places: readonly SongMatch[]): void {
    for (const { song, alignment, sections } of places) {
      for (const place of [alignment, ...sections]) {
        if (!isMatch(place, this.songs, this.strictness)) {
          if (place.z > (this.strongestOther?.alignment.z ?? 0))
            this.strongestOther = { song, alignment: place };
          continue;
        }
        this.join(segmentOf(song, place, window.startSeconds));
      }
    }
  }

  get count(): number {
    return this.found.length;
  }

  /** A stretch, in the order in which they were found. */
  at(number: number): Segment {
    return this.found[number]!;
  }

  /** Joins what a window that begins at `startSeconds` has on the line of a stretch, where it is a match and on that line. */
  extend(number: number, startSeconds: number, place: Alignment): void {
    const known = this.found[number]!;
    const segment = segmentOf(known.song, place, startSeconds);
    if (!isMatch(place, this.songs, this.strictness) || !isSameLine(known, segment)) return;
    this.found[number] = joined(known, segment);
  }

  /** The strongest of what coincides beyond chance without being similar enough for a copy. */
  similar(): Similar | null {
    return this.strongestOther;
  }

  /** In order of time; what a longer stretch of the same song covers, or one as long with more evidence, is left out. */
  segments(): Segment[] {
    const evidence = (one: Segment): number => lengthOf(one) * one.alignment.z;
    const strongestFirst = [...this.found].sort((a, b) => evidence(b) - evidence(a));
    const kept: Segment[] = [];
    for (const segment of strongestFirst) {
      const isCovered = kept.some(
        (other) =>
          other.song.musicId === segment.song.musicId && overlap(other, segment) > lengthOf(segment) / 2,
      );
      if (!isCovered) kept.push(segment);
    }
    return kept.sort((a, b) => a.fromSeconds - b.fromSeconds);
  }

  private join(segment: Segment): void {
    const at = this.found.findLastIndex(
      (known) =>
        known.song.musicId === segment.song.musicId &&
        segment.fromSeconds <= known.toSeconds + bridgedSeconds &&
        isSameLine(known, segment),
    );
    if (at < 0) {
      this.found.push(segment);
      return;
    }
    this.found[at] = joined(this.found[at]!, segment);
  }
}

function segmentOf(song: IndexedSong, place: Alignment, startSeconds: number): Segment {
  return {
    song,
    alignment: place,
    fromSeconds: startSeconds + place.fromSeconds,
    toSeconds: startSeconds + place.toSeconds,
    songOffsetSeconds: place.startFrames / framesPerSecond - place.scale * startSeconds,
    scale: place.scale,
  };
}

function joined(known: Segment, segment: Segment): Segment {
  const stronger = segment.alignment.z > known.alignment.z ? segment : known;
  return {
    ...stronger,
    fromSeconds: Math.min(known.fromSeconds, segment.fromSeconds),
    toSeconds: Math.max(known.toSeconds, segment.toSeconds),
  };
}

function lengthOf({ fromSeconds, toSeconds }: Segment): number {
  return toSeconds - fromSeconds;
}

function overlap(a: Segment, b: Segment): number {
  return Math.min(a.toSeconds, b.toSeconds) - Math.max(a.fromSeconds, b.fromSeconds);
}

function isSameLine(a: Segment, b: Segment): boolean {
  const between = (Math.min(a.toSeconds, b.toSeconds) + Math.max(a.fromSeconds, b.fromSeconds)) / 2;
  return Math.abs(songTime(a, between) - songTime(b, between)) < sameLineSeconds;
}

function songTime({ songOffsetSeconds, scale }: Segment, seconds: number): number {
  return songOffsetSeconds + scale * seconds;
}

/** The documented form of a segment. */
export function describeSegment(segment: Segment): JsonObject {
  const { song, alignment, fromSeconds, toSeconds } = segment;
  const inSong = (seconds: number): number =>
    rounded(Math.max(0, Math.min(song.durationSeconds, songTime(segment, seconds))), 1);
  return {
    music_id: song.musicId,
    musicname: song.title,
    from_seconds: rounded(fromSeconds, 1),
    to_seconds: rounded(toSeconds, 1),
    song_from_seconds: inSong(fromSeconds),
    song_to_seconds: inSong(toSeconds),
    speed_factor: rounded(alignment.scale, 4),
    pitch_cents: Math.round(alignment.pitchCents) + 0,
    z: rounded(alignment.z, 1),
    kinds: copyKinds(alignment, song.durationSeconds).filter((kind) => kind !== 'excerpt'),
  };
}
