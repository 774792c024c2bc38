/**
 * The beats of notes that were played, not written. Many files hold a performance or a transcription beside a metre that nobody set: its tempo
 * is right and its beats lie elsewhere, or it is a default (120 BPM), or there is a bar line at every quarter. Their beats and bars are those
 * that the networks for recordings find, made steady where the notes keep to a steady beat of nearly that length.
 */

import { isAccompanied } from '../harmony/tonal-rows.js';
import type { HeardBars } from '../rhythm/bar-activations.js';
import { type TempoRange, usualTempi } from '../rhythm/bar-pointer.js';
import { rhythmFromBars } from '../rhythm/bar-rhythm.js';
import { coverSong, type BeatGrid as TimedBeats } from '../rhythm/grid.js';
import { medianInterval } from '../rhythm/median-interval.js';
import { tempiAround } from '../rhythm/metre-counts.js';
import { beatAtSeconds, type MetreReading, type TempoHypothesis } from '../song-description.js';
import type { BeatGrid } from './beat-grid.js';
import type { MidiFile } from './midi-reader.js';
import { type MidiSong, notesOf } from './midi-song.js';
import { isOnSteps, type OnsetPhase, onsetPhase, steadiestBeat } from './onset-phase.js';
import type { SoundingFile } from './sounding-file.js';
import { tempoMap } from './tempo-map.js';

export interface PlayedGrid extends BeatGrid {
  /** Other readings of the tempo. */
  readonly hypotheses: readonly TempoHypothesis[];
  readonly otherMetre: MetreReading | null;
}

/** As for recordings: a longer file is taken as written, … */
const longestSeconds = 3600;
/** … and so does one with too few notes a second to decide by. */
const fewestNotesASecond = 0.2;
/**
 * Of onsets that keep to a grid. Music that was written has 0.6 and more even with a pianist's rubato in its tempos,
 * performances that kept to another beat 0.9, transcribed ones at most 0.25.
 */
const minCoherence = 0.5;

/** How a file's notes lie to its beats. What does not lie on them has beats that must be found, and bars. */
export type Playing = 'as written' | 'at the written tempo' | 'at another tempo';

/** Whether a file is short and dense enough for what is found of recordings to be found of it. */
export function mayBeHeard({ file }: Pick<MidiSong, 'file'>): boolean {
  const lastTick = file.notes.reduce((last, { endTick }) => Math.max(last, endTick), 0);
  const seconds = tempoMap(file).secondsAt(lastTick);
  return seconds <= longestSeconds && file.notes.length >= fewestNotesASecond * seconds;
}

/**
 * A line alone says too little of its tempo: where it keeps to none, wrong beats would bend its rhythm, and it is taken as written.
 */
export function playingOf({ file, written, voices }: MidiSong): Playing {
  const onsets = onsetTicks(file);
  const quarter = file.ticksPerQuarter;
  if (!hasBarAtEveryBeat(written) && isOnSteps(onsets, quarter, minCoherence)) return 'as written';
  const isAtTempo = onsetPhase(onsets, quarter).coherence >= minCoherence;
  if (isAtTempo) return 'at the written tempo';
  return isAccompanied(notesOf(voices)) ? 'at another tempo' : 'as written';
}

const onsetTicks = ({ notes }: MidiFile): Float64Array =>
  Float64Array.from(notes, ({ startTick }) => startTick).sort();

/** Most bar lines stand at every beat. */
function hasBarAtEveryBeat({ ticks, downbeats }: BeatGrid): boolean {
  const singles = downbeats.filter((beat, bar) => (downbeats[bar + 1] ?? ticks.length) - beat === 1);
  return singles.length * 2 > downbeats.length;
}

/** What was found of the beats of a file, which is `sounding`; null where there is nothing to count. */
export function playedGrid(
  { file, written }: Pick<MidiSong, 'file' | 'written'>,
  playing: Playing,
  sounding: SoundingFile,
  bars: HeardBars,
): PlayedGrid | null {
  const { notes, map, activations } = sounding;
  const { framesPerSecond } = activations;
  const first = notes[0]?.startFrame ?? 0;
  const last = notes.reduce((end, { endFrame }) => Math.max(end, endFrame), 0);
  const tempi = playing === 'at the written tempo' ? tempiOf(written) : null;
  const rhythm = rhythmFromBars(bars, { first, last, ...(tempi && { tempi }) });
  if (rhythm === null || rhythm.beatFrames.length < 2) return null;
  const secondsOf = (frames: readonly number[]): number[] => frames.map((frame) => frame / framesPerSecond);
  const covering = (beats: readonly number[], downbeats: readonly number[], meter: number): TimedBeats =>
    coverSong(beats, downbeats, meter, first / framesPerSecond, last / framesPerSecond);
  const tracked = secondsOf(rhythm.beatFrames);
  const steady = steadyBeats(tracked.map(map.tickAt), file)?.map(map.secondsAt);
  const firsts = steady
    ? nearestBeats(
        rhythm.downbeats.map((beat) => tracked[beat]!),
        steady,
      )
    : rhythm.downbeats;
  const { beats, downbeats } = covering(steady ?? tracked, firsts, rhythm.meter);
  const { otherMetre: other } = rhythm;
  const otherGrid = other && covering(secondsOf(other.beatFrames), other.downbeats, other.meter);
  return {
    ticks: Float64Array.from(beats, map.tickAt),
    seconds: Float64Array.from(beats),
    downbeats,
    meter: rhythm.meter,
    hypotheses: rhythm.hypotheses,
    otherMetre: other && { ...otherGrid!, meter: other.meter, probability: other.probability },
  };
}

/** Around the file's own tempo; null where that is an unusual one. */
function tempiOf({ seconds }: BeatGrid): TempoRange | null {
  const bpm = 60 / medianInterval(Array.from(seconds));
  return bpm >= usualTempi.slowestBpm && bpm <= usualTempi.fastestBpm ? tempiAround(bpm) : null;
}

/** Places among `times` of what lies nearest to each of `asked`, once each. Both rise. */
function nearestBeats(asked: readonly number[], times: readonly number[]): number[] {
  const places = asked.map((time) => Math.round(beatAtSeconds(times, time)));
  return [...new Set(places)].filter((place) => place >= 0 && place < times.length);
}

/** Ticks of the beats that the onsets keep to, as many as were tracked there; null where they keep to none of nearly that length. */
function steadyBeats(tracked: readonly number[], file: MidiFile): number[] | null {
  const onsets = onsetTicks(file);
  const { beat, phase } = steadyBeat(onsets, medianInterval(tracked), file.ticksPerQuarter);
  if (phase.coherence < minCoherence) return null;
  const { parts, shiftBeats } = phase;
  const shifts = Array.from({ length: parts }, (_, step) => shiftBeats + step / parts);
  const away = (tick: number, shift: number): number => {
    const beats = tick / beat - shift;
    return Math.abs(beats - Math.round(beats));
  };
  const distance = (shift: number): number => tracked.reduce((sum, tick) => sum + away(tick, shift), 0);
  const shift = shifts.reduce((best, one) => (distance(one) < distance(best) ? one : best));
  const first = Math.max(Math.ceil(-shift), Math.round(tracked[0]! / beat - shift));
  const last = Math.round(tracked.at(-1)! / beat - shift);
  const count = last - first + 1;
  // A file's tempo may change a thousandfold: a beat of one part would be counted by ticks of the other.
  if (count < 2 || count > 2 * tracked.length) return null;
  return Array.from({ length: count }, (_, at) => (first + at + shift) * beat);
}

/** Relations of a tracked beat to a written quarter. */
const quarters = [1 / 2, 2 / 3, 1, 4 / 3, 3 / 2, 2, 3];
/** As far as a tracked tempo may be from that of the notes, as a share. */
const sameLength = 0.03;

/** The file's own tempo where its notes keep to that and the tracked beats do so too. */
function steadyBeat(
  onsets: Float64Array,
  guess: number,
  quarter: number,
): { beat: number; phase: OnsetPhase } {
  const written = quarters
    .map((share) => share * quarter)
    .find((beat) => Math.abs(guess / beat - 1) <= sameLength);
  const phase = written !== undefined && onsetPhase(onsets, written);
  if (phase && phase.coherence >= minCoherence) return { beat: written, phase };
  return steadiestBeat(onsets, guess);
}
