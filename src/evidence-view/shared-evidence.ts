/** What a plagiarism search or a comparison found, read from the `detail` of its task: songs, and the passages that they share. */
import type { JsonObject, JsonValue } from '../domain/task.js';
import { fields, list, number, text } from '../domain/verdict/read-json.js';

export interface RollNote {
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** After the passage's start. */
  readonly startBeat: number;
  readonly beats: number;
  readonly midi: number;
}

/** One song's side of a passage: 16 beats; fewer where its bars lie beside longer ones of another metre. */
export interface RollSide {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly beats: number;
  /** First and last, counted from 1, 0 a pickup; null in results of version 1.0.0. */
  readonly bars: readonly [number, number] | null;
  /** The song's; empty where none was found. */
  readonly key: string;
  /** One a beat. */
  readonly chords: readonly string[];
  /** Seconds of the first beats of bars. */
  readonly downbeats: readonly number[];
  /** Seconds at which the beats begin, and the last one ends; empty where the result does not hold them. */
  readonly beatSeconds: readonly number[];
  readonly notes: readonly RollNote[];
}

export type LineName = 'vocal' | 'instrumental' | 'topline';
export type Basis = 'melody' | 'harmony' | 'tonal';
export type SongFinding = 'found' | 'possible' | 'not_found';

export interface Passage {
  readonly basis: Basis;
  /** The lines of both songs that have it; none where only chords match. */
  readonly lines: readonly (readonly [LineName, LineName])[];
  readonly original: RollSide;
  readonly comparison: RollSide;
  /** Places in the two lists of notes that are aligned with each other. */
  readonly matched: readonly (readonly [number, number])[];
  /** Semitones from the first song to the second. */
  readonly transposition: number;
  /** `signature_metric` of this passage by itself; null in results of version 1.0.0. */
  readonly similarity: number | null;
  /** Where it lies in another transposition than the decisive passage, and that contradicts the keys: which is doubtful. */
  readonly keyNote: string;
}

export interface ComparedSong {
  readonly songId: string;
  readonly title: string;
  readonly artist: string;
  /** Its recording, where it is one of this account. */
  readonly musicId: string | null;
  readonly similarity: number;
  /** What `similarity` stands on, and its amount in bits beyond chance. */
  readonly basis: Basis;
  readonly bits: number;
  /** Bits from which it is reported: a recording's are others than a written song's. */
  readonly thresholdBits: number;
  /** What fills a bar: the same for all songs of a result, twice the threshold at least. */
  readonly scaleBits: number;
  /** What each kind of evidence amounts to. */
  readonly amounts: Readonly<Record<Basis, number>>;
  /** Bits of the melody by which the tunes agree as wholes; 0 of earlier results. */
  readonly wholeTune: number;
  /** Bits of the larger of melody and chroma sequence that the other one adds; 0 of earlier results. */
  readonly agreement: number;
  /** Bits of the chroma sequence by which it stands out among the songs of the search; 0 of earlier results. */
  readonly standing: number;
  /**
   * Of the tune's notes where the chroma sequences match, the share that sounds in both songs, 0 … 1, and what that adds to the chroma sequence's bits or
   * takes off them; 0 of earlier results.
   */
  readonly tune: { readonly share: number; readonly bits: number };
  readonly reported: boolean;
  /** As the verdict has it, of this song. */
  readonly finding: SongFinding;
  /** Where the transposition contradicts the keys: which of them is doubtful. */
  readonly keyNote: string;
  /** Titles of the same music, imported again. */
  readonly copies: readonly string[];
  /** Strongest line first. */
  readonly passages: readonly Passage[];
}

export interface SharedEvidence {
  readonly songs: readonly ComparedSong[];
  /** `similarity` from which a match is reported. */
  readonly threshold: number;
}

/** What version 1.0.0 used and did not write down. */
const [earlierThreshold, earlierThresholdBits, earlierChordCost] = [0.5, 18, 6];

export function sharedEvidence(detail: JsonValue | undefined): SharedEvidence {
  const given = fields(detail);
  // Of results from before each song had its own.
  const thresholdBits = number(given.reporting_threshold_bits) ?? earlierThresholdBits;
  const songs = list(given.songs).map((song) => songOf(fields(song), thresholdBits));
  const scaleBits = Math.ceil(
    Math.max(...songs.flatMap((song) => [2 * song.thresholdBits, ...Object.values(song.amounts)])),
  );
  return {
    songs: songs.map((song) => ({ ...song, scaleBits })),
    threshold: number(given.reporting_threshold) ?? earlierThreshold,
  };
}

function songOf(song: JsonObject, thresholdBits: number): Omit<ComparedSong, 'scaleBits'> {
  const runs = list(song.runs).map(fields);
  const harmony = fields(song.harmony);
  const inLines = runs.flatMap((run) =>
    list(run.segments).map((segment) =>
      passageOf(
        fields(segment),
        basisOf(run.basis),
        [[text(run.original_line) as LineName, text(run.comparison_line) as LineName]],
        text(run.key_note),
      ),
    ),
  );
  const inChords = list(harmony.segments).map((segment) =>
    passageOf(fields(segment), 'harmony', [], text(harmony.key_note)),
  );
  const basis = basisOf(song.basis);
  return {
    songId: text(song.song_id),
    title: text(song.title),
    artist: text(song.artist),
    musicId: text(song.music_id) || null,
    similarity: number(song.signature_metric) ?? 0,
    basis,
    bits: number(song.bits_beyond_chance) ?? 0,
    thresholdBits: number(song.reporting_threshold_bits) ?? thresholdBits,
    amounts: amountsOf(song, runs),
    wholeTune: number(song.whole_tune_bits) ?? 0,
    agreement: number(song.agreement_bits) ?? 0,
    standing: number(song.standing_bits) ?? 0,
    tune: tuneOf(song.tune_agreement),
    reported: song.reported === true,
    finding: findingOf(song),
    keyNote: text(fields(song.keys).note),
    copies: list(song.copies).map((copy) => text(fields(copy).title)),
    passages: onceEach(
      (basis === 'harmony' ? [...inChords, ...inLines] : [...inLines, ...inChords]).filter(
        ({ original, comparison }) => original.beats > 0 && comparison.beats > 0,
      ),
    ),
  };
}

function tuneOf(given: JsonValue | undefined): ComparedSong['tune'] {
  const { share, bits } = fields(given);
  return { share: number(share) ?? 0, bits: number(bits) ?? 0 };
}

/** Songs of version 1.0.0 have none: there a song was reported or not. */
function findingOf({ finding, reported }: JsonObject): SongFinding {
  if (reported === true) return 'found';
  return finding === 'possible' ? finding : 'not_found';
}

function amountsOf(song: JsonObject, runs: readonly JsonObject[]): ComparedSong['amounts'] {
  const given = fields(song.amounts_in_bits);
  const most = runs
    .filter(({ basis }) => basisOf(basis) === 'melody')
    .reduce((bits, run) => Math.max(bits, number(run.bits_beyond_chance) ?? 0), 0);
  const chords = (number(fields(song.harmony).bits_beyond_chance) ?? 0) - earlierChordCost;
  return {
    melody: number(given.melody) ?? most,
    harmony: number(given.harmony) ?? Math.max(0, chords),
    tonal: number(given.tonal) ?? 0,
  };
}

/** Lines are often the same notes under several names: a passage is shown once, with all of its lines. */
function onceEach(passages: readonly Passage[]): Passage[] {
  const kept: Passage[] = [];
  for (const passage of passages) {
    const twin = kept.findIndex((one) => isSamePassage(one, passage));
    if (twin < 0) kept.push(passage);
    else kept[twin] = { ...kept[twin]!, lines: [...kept[twin]!.lines, ...passage.lines] };
  }
  return kept;
}

const sameSeconds = 0.05;

function isSamePassage(a: Passage, b: Passage): boolean {
  return (
    a.basis === b.basis &&
    a.matched.length === b.matched.length &&
    Math.abs(a.original.startSeconds - b.original.startSeconds) < sameSeconds &&
    Math.abs(a.comparison.startSeconds - b.comparison.startSeconds) < sameSeconds
  );
}

function basisOf(name: JsonValue | undefined): Basis {
  return name === 'harmony' || name === 'tonal' ? name : 'melody';
}

function passageOf(segment: JsonObject, basis: Basis, lines: Passage['lines'], keyNote: string): Passage {
  return {
    basis,
    lines,
    original: sideOf(segment.original),
    comparison: sideOf(segment.comparison),
    matched: list(segment.matched).flatMap((pair) => {
      const [a, b] = list(pair).map(number);
      return a == null || b == null ? [] : [[a, b] as const];
    }),
    transposition: number(segment.transposition) ?? 0,
    similarity: number(segment.signature_metric),
    keyNote,
  };
}

function sideOf(value: JsonValue | undefined): RollSide {
  const given = fields(value);
  const [first, last] = list(given.bars).map(number);
  const numbers = (values: JsonValue | undefined): number[] =>
    list(values).flatMap((one) => number(one) ?? []);
  return {
    startSeconds: number(given.time_start) ?? 0,
    endSeconds: number(given.time_end) ?? 0,
    beats: number(given.beats) ?? 0,
    bars: first == null || last == null ? null : [first, last],
    key: text(given.key),
    chords: list(given.chords).map(text),
    downbeats: numbers(given.downbeats),
    beatSeconds: numbers(given.beat_seconds),
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
