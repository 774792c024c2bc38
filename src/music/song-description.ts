/**
 * What the product knows of a song as music: computed once from its sound (or read from its notes), stored, and
 * the only thing that comparison and search look at.
 *
 * Time is counted twice: `beats` holds the seconds of every beat, and everything else is placed in *beats*, a
 * fractional index into that list (2.5 lies half-way between `beats[2]` and `beats[3]`). That makes lines of two
 * recordings comparable whatever their tempo is. The grid covers the whole song: whoever makes it extends it to
 * the first and last note, so that no note lies outside.
 */
import { countAtMost } from '../numbers/rising.js';

/** Raised whenever a field changes its meaning; a stored description of another version is computed anew. */
export const songDescriptionVersion = 2;

/** `C`, `C#`, `D` … `B`: sharps only, index = pitch class. */
export const pitchClassNames = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'] as const;

/** Recordings shorter than this get no beats, and so no key, chords or melodies. */
export const minBeatSeconds = 3;

/** A note on the beat grid. */
export interface SongNote {
  /** ≥ 0; a list of notes is sorted by onset, then pitch. Stored in steps of 1/48 beat. */
  readonly onsetBeats: number;
  /** > 0. Stored in steps of 1/48 beat. */
  readonly durationBeats: number;
  /** MIDI number, 0 … 127, whole: the nearest semitone in the song's own tuning (`tuningCents` is taken out). */
  readonly midiPitch: number;
  /** How sure or how loud, 0 … 1; 1 for what was written down (MIDI: velocity / 127 in `notes`, 1 in lines). */
  readonly salience: number;
}

export interface SongKey {
  /** Pitch class of the tonic, 0 (C) … 11. */
  readonly tonic: number;
  readonly mode: 'major' | 'minor';
  /** 0 … 1: how far the best key is ahead of the next. */
  readonly confidence: number;
}

/** A stretch of the song, in beats; equal labels sound similar. Sorted, without overlap, on downbeats where known. */
export interface SongSection {
  readonly startBeat: number;
  readonly endBeat: number;
  readonly label: string;
}

/** Another reading of the beat that is nearly as likely: the same song counted at this tempo. */
export interface TempoHypothesis {
  /** Tempo of the reading, relative to `tempoBpm`: 2 is double time, 0.5 half time. */
  readonly ratio: number;
  /** 0 … 1; the main reading's is 1 minus the sum of the others. */
  readonly probability: number;
}

/** The song counted in the other metre, where the main reading is not certain. */
export interface MetreReading {
  readonly meter: 3 | 4;
  /** Of the metre, 0 … 1; the main metre's is 1 minus it. */
  readonly probability: number;
  /** Seconds, rising: beats of this reading, whose tempo may be another one. Stored to the millisecond. */
  readonly beats: readonly number[];
  /** Indexes into its `beats`, rising. */
  readonly downbeats: readonly number[];
}

/** A stretch of time in which someone sings. */
export interface SingingStretch {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** How sure it is that someone sings, by the measurement that lyric transcription decides with. */
export interface VoicePresence {
  /** 0 … 1: of recordings that get this number, that share has a voice. */
  readonly presence: number;
  readonly judgement: 'absent' | 'doubtful' | 'present';
  /** The operator's detector that had a say; null where the built-in classifier judged alone. */
  readonly detector: string | null;
}

/** Monophonic lines (notes do not overlap). Empty where the song has none. */
export interface MelodyLines {
  /** The sung line. */
  readonly vocal: readonly SongNote[];
  /** The leading line of the accompaniment. */
  readonly instrumental: readonly SongNote[];
  /** The most salient line of the whole mix: what a listener would hum. */
  readonly topline: readonly SongNote[];
}

export type LineName = keyof MelodyLines;
export const lineNames: readonly LineName[] = ['vocal', 'instrumental', 'topline'];

export interface SongDescription {
  readonly version: typeof songDescriptionVersion;
  readonly source: 'audio' | 'midi';
  /**
   * Of a MIDI file whose beats are not written and whose melody is not named (a transcription of a recording, or free playing): beats were
   * tracked and the leading line was found as in a recording. Absent of all others.
   */
  readonly isEstimated?: true;
  readonly durationSeconds: number;
  /** Typical tempo (median of the beat intervals), beats a minute; 0 where the song has no beat. */
  readonly tempoBpm: number;
  /** Seconds, rising. Fewer than two: the song has no steady beat, and all lists below are empty but `vocalActivity`. */
  readonly beats: readonly number[];
  /** Indexes into `beats`, rising: the first beat of every bar. */
  readonly downbeats: readonly number[];
  readonly meter: 3 | 4;
  /** Absent where the metre is certain or written, and in descriptions that were stored before there was one. */
  readonly otherMetre?: MetreReading;
  /** Mistuning against A4 = 440 Hz, −50 … 50. */
  readonly tuningCents: number;
  /** Null where nothing tonal was found. */
  readonly key: SongKey | null;
  /** One a beat (chord i sounds from beat i to beat i + 1): `C:maj`, `F#:min`, or `N`. As long as `beats`. */
  readonly chords: readonly string[];
  readonly melody: MelodyLines;
  /**
   * Lines that are but the upper notes of the chords that their voice plays, beside the topline's voice. Absent where there are none, of lines that
   * were heard, and in descriptions that were stored before they were looked for.
   */
  readonly chordLines?: readonly LineName[];
  /**
   * Where someone sings, breaths included: rising, without overlap, stored to the millisecond. Of written notes: where
   * a line that is named as sung has notes. Without `voice` it is where `melody.vocal` was tracked, which instruments can mislead.
   */
  readonly vocalActivity: readonly SingingStretch[];
  /** Absent of written notes, and of descriptions from before it was measured. */
  readonly voice?: VoicePresence;
  /** All pitched notes of the mix. */
  readonly notes: readonly SongNote[];
  /**
   * Where a line was heard: how likely each pitch carries the melody, one note a half beat and pitch, its salience the probability. Absent of
   * written lines, and where `notes` are left out.
   */
  readonly possibleLeads?: readonly SongNote[];
  readonly sections: readonly SongSection[];
  /** Near-equal readings of the tempo besides the main one; empty where beats are written. */
  readonly tempoHypotheses: readonly TempoHypothesis[];
}

/** Whether beats and lines are estimates, as of a recording, and not written down. */
export function isTranscribed({
  source,
  isEstimated,
}: Pick<SongDescription, 'source' | 'isEstimated'>): boolean {
  return source === 'audio' || isEstimated === true;
}

/** Longer pauses between sung notes are no breaths. */
const breathSeconds = 1;

/** The stretches that a sung line covers, shorter pauses included. `line` is sorted by onset. */
export function singingOf(line: readonly SongNote[], beats: readonly number[]): SingingStretch[] {
  const stretches: { startSeconds: number; endSeconds: number }[] = [];
  for (const { onsetBeats, durationBeats } of line) {
    const startSeconds = secondsAtBeat(beats, onsetBeats);
    const endSeconds = secondsAtBeat(beats, onsetBeats + durationBeats);
    const last = stretches.at(-1);
    if (last && startSeconds - last.endSeconds <= breathSeconds)
      last.endSeconds = Math.max(last.endSeconds, endSeconds);
    else stretches.push({ startSeconds, endSeconds });
  }
  return stretches;
}

/** `C:maj` for a root and quality; the only spelling that `chords` uses besides `N`. */
export function chordName(root: number, quality: 'maj' | 'min'): string {
  return `${pitchClassNames[((root % 12) + 12) % 12]}:${quality}`;
}

/** A search reads the names of every beat of a hundred songs. */
const chordIndices: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 24 }, (_, index) => [chordName(index, index < 12 ? 'maj' : 'min'), index]),
);

/** 0 … 11 for major, 12 … 23 for minor chords by root, −1 for `N` and anything unknown. */
export function chordIndex(name: string): number {
  return chordIndices.get(name) ?? -1;
}

/** `C major`, `F# minor`: the documented spelling of a key. */
export function keyName(key: SongKey): string {
  return `${pitchClassNames[key.tonic]} ${key.mode}`;
}

/** Seconds at a fractional beat; goes on at the outermost interval's pace before the first and after the last. */
export function secondsAtBeat(beats: readonly number[], beat: number): number {
  if (beats.length < 2) return beats[0] ?? 0;
  const index = Math.min(Math.max(Math.floor(beat), 0), beats.length - 2);
  const start = beats[index]!;
  return Math.max(0, start + (beat - index) * (beats[index + 1]! - start));
}

/** The fractional beat at a time, the inverse of secondsAtBeat. */
export function beatAtSeconds(beats: readonly number[], seconds: number): number {
  if (beats.length < 2) return 0;
  const index = Math.max(0, countAtMost(beats, seconds, beats.length - 1) - 1);
  const start = beats[index]!;
  return index + (seconds - start) / (beats[index + 1]! - start);
}
