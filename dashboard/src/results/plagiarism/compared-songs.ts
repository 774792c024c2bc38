/** The songs that a plagiarism task compared, with the notes of their matching segments, from the task's detail. */
import type { PlagiarismMatch } from '../../api/contract.js';
import { type Fields, fields, list, number, text } from '../fields.js';

export interface RollNote {
  startSeconds: number;
  endSeconds: number;
  /** After the segment's start. */
  startBeat: number;
  beats: number;
  midi: number;
}

/** 16 beats of one song; fewer where its bars lie beside longer ones of another metre. */
export interface RollSide {
  startSeconds: number;
  endSeconds: number;
  beats: number;
  /** `bars 5 to 8`; empty in results of earlier versions. */
  bars: string;
  /** The song's; empty where none was found. */
  key: string;
  /** One a beat. */
  chords: string[];
  /** Seconds of the first beats of bars. */
  downbeats: number[];
  notes: RollNote[];
}

export type LineName = 'vocal' | 'instrumental' | 'topline';

export interface PairedSegment {
  originalLine: LineName;
  comparisonLine: LineName;
  original: RollSide;
  comparison: RollSide;
  /** Places in the two lists of notes that stand for each other. */
  matched: Array<readonly [number, number]>;
  /** Semitones from the submitted song to the other. */
  transposition: number;
  /** Of this passage by itself; null in results of earlier versions. */
  similarity: number | null;
}

export interface ComparedSong {
  songId: string;
  title: string;
  artist: string;
  /** Its recording, where it is one of this account. */
  musicId: string | null;
  similarity: number;
  bits: number;
  /** What the evidence stands on. */
  basis: 'melody' | 'harmony' | 'tonal';
  reported: boolean;
  /** Where the transposition contradicts the keys: which of them is doubtful. */
  keyNote: string;
  /** Titles of the same music, imported again. */
  copies: string[];
  segments: PairedSegment[];
}

export function comparedSongs(detail: unknown): ComparedSong[] {
  return list(fields(detail).songs)
    .map(fields)
    .map((song) => ({
      songId: text(song.song_id),
      title: text(song.title),
      artist: text(song.artist),
      musicId: text(song.music_id) || null,
      similarity: number(song.signature_metric) ?? 0,
      bits: number(song.bits_beyond_chance) ?? 0,
      basis: basisOf(text(song.basis)),
      reported: song.reported === true,
      keyNote: text(fields(song.keys).note),
      copies: list(song.copies).map((copy) => text(fields(copy).title)),
      segments: list(song.runs).map(fields).flatMap(segmentsOf),
    }));
}

const basisOf = (name: string): ComparedSong['basis'] =>
  name === 'harmony' || name === 'tonal' ? name : 'melody';

function segmentsOf(run: Fields): PairedSegment[] {
  return list(run.segments)
    .map(fields)
    .map((segment) => ({
      originalLine: text(run.original_line) as LineName,
      comparisonLine: text(run.comparison_line) as LineName,
      original: side(segment.original),
      comparison: side(segment.comparison),
      matched: list(segment.matched).map((pair) => {
        const [a, b] = list(pair);
        return [number(a) ?? -1, number(b) ?? -1] as const;
      }),
      transposition: number(segment.transposition) ?? 0,
      similarity: number(segment.signature_metric),
    }))
    .filter(({ original, comparison }) => original.beats > 0 && comparison.beats > 0);
}

function side(value: unknown): RollSide {
  const given = fields(value);
  return {
    startSeconds: number(given.time_start) ?? 0,
    endSeconds: number(given.time_end) ?? 0,
    beats: number(given.beats) ?? 0,
    bars: barsText(list(given.bars)),
    key: text(given.key),
    chords: list(given.chords).map(text),
    downbeats: list(given.downbeats).flatMap((seconds) => number(seconds) ?? []),
    notes: list(given.notes)
      .map(fields)
      .map((note) => ({
        startSeconds: number(note.start_seconds) ?? 0,
        endSeconds: number(note.end_seconds) ?? 0,
        startBeat: number(note.start_beat) ?? 0,
        beats: number(note.beats) ?? 0,
        midi: number(note.midi) ?? 0,
      })),
  };
}

/** Bars are counted from 1; 0 is a pickup. */
function barsText(bars: unknown[]): string {
  const [first, last] = bars.map(number);
  if (first == null || last == null) return '';
  if (last === 0) return 'the pickup';
  if (first === last) return `bar ${first}`;
  return first === 0 ? `the pickup to bar ${last}` : `bars ${first} to ${last}`;
}

export interface FoundSegment {
  song: ComparedSong;
  /** Place in `song.segments`. */
  index: number;
}

/** The result rounds to hundredths of a second, the detail to thousandths. */
const sameTimeSeconds = 0.011;

/** Where the detail tells of a match of the result; of several lines, `line` is preferred. Null where nowhere. */
export function segmentOf(
  songs: readonly ComparedSong[],
  match: PlagiarismMatch,
  line: LineName | null,
): FoundSegment | null {
  let found: FoundSegment | null = null;
  for (const song of songs) {
    if (song.title !== match.comparison.title) continue;
    for (const [index, segment] of song.segments.entries()) {
      const apart = Math.max(
        Math.abs(segment.original.startSeconds - match.original.time_start),
        Math.abs(segment.comparison.startSeconds - match.comparison.time_start),
      );
      if (apart > sameTimeSeconds) continue;
      if (segment.originalLine === line && segment.comparisonLine === line) return { song, index };
      found ??= { song, index };
    }
  }
  return found;
}
