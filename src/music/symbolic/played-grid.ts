/**
 * The beats of notes that were played, not written. Many files hold a performance beside a metre that nobody set: its
 * tempo is right and its beats lie elsewhere, or it is a default (120 BPM), or there is a bar line at every quarter.
 * Where the notes do not begin on the written beats, a steady beat on which they do is looked for, and else the beats
 * are found as those of a recording are.
 */
import { type BarGrid, findBars } from '../rhythm/downbeats.js';
import { coverSong } from '../rhythm/grid.js';
import { metricalFeatures } from '../rhythm/metrical-features.js';
import { placeProbabilities } from '../rhythm/metrical-network.js';
import { type OnsetEvidence, onsetEvidence } from '../rhythm/onset-evidence.js';
import { findRhythm, medianInterval, type Rhythm } from '../rhythm/rhythm.js';
import type { TempoHypothesis } from '../song-description.js';
import type { BeatGrid } from './beat-grid.js';
import type { MidiFile } from './midi-reader.js';
import { type HeardNotes, notesAsSounding, percussionChannel } from './notes-as-heard.js';
import { isOnSteps, type OnsetPhase, onsetPhase, steadiestBeat } from './onset-phase.js';
import { type TempoMap, tempoMap } from './tempo-map.js';

export interface PlayedGrid extends BeatGrid {
  /** Other readings of the tempo; empty where beats are written. */
  readonly hypotheses: readonly TempoHypothesis[];
}

/** As for recordings: a longer file keeps its written beats, … */
const longestSeconds = 3600;
/** … and so does one with too few notes a second to decide by. */
const fewestNotesASecond = 0.2;
/**
 * Of onsets that keep to a grid. Music that was written has 0.6 and more even with a pianist's rubato in its tempos,
 * performances that kept to another beat 0.9, transcribed ones at most 0.25.
 */
const minCoherence = 0.5;

/**
 * The written grid, or the one that was played. `file`: with at least one note; `hasCompany`: whether its notes are more
 * than one line. A line alone says too little of its tempo: where it does not keep to the written one, wrong beats would
 * bend its rhythm.
 */
export function playedGrid(file: MidiFile, written: BeatGrid, hasCompany: boolean): PlayedGrid {
  const asWritten = { ...written, hypotheses: [] };
  const onsets = Float64Array.from(file.notes, ({ startTick }) => startTick).sort();
  const quarter = file.ticksPerQuarter;
  if (!saysNothingOfBars(written) && isOnSteps(onsets, quarter, minCoherence)) return asWritten;
  const map = tempoMap(file);
  const lastSeconds = map.secondsAt(file.notes.reduce((end, { endTick }) => Math.max(end, endTick), 0));
  if (lastSeconds > longestSeconds || file.notes.length < fewestNotesASecond * lastSeconds) return asWritten;
  const heard = notesAsSounding(file.notes, map);
  const played = {
    heard,
    onsets: onsetEvidence(heard.onset, heard.activations),
    map,
    ...extentOf(file, map),
  };
  if (played.onsets.isEmpty) return asWritten;
  const phase = onsetPhase(onsets, quarter);
  if (phase.coherence >= minCoherence) return countedGrid(written.ticks, phase, quarter, played);
  return (hasCompany && trackedGrid(onsets, played)) || asWritten;
}

interface Played {
  readonly heard: HeardNotes;
  readonly onsets: OnsetEvidence;
  readonly map: TempoMap;
  /** Of all pitched notes. */
  readonly firstSeconds: number;
  readonly lastSeconds: number;
}

function extentOf(
  { notes }: MidiFile,
  { secondsAt }: TempoMap,
): { firstSeconds: number; lastSeconds: number } {
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const { startTick, endTick, channel } of notes) {
    if (channel === percussionChannel) continue;
    first = Math.min(first, startTick);
    last = Math.max(last, endTick);
  }
  return { firstSeconds: last > 0 ? secondsAt(first) : 0, lastSeconds: secondsAt(last) };
}

/** Most bar lines stand at every beat. */
function saysNothingOfBars({ ticks, downbeats }: BeatGrid): boolean {
  const singles = downbeats.filter((beat, bar) => (downbeats[bar + 1] ?? ticks.length) - beat === 1);
  return singles.length * 2 > downbeats.length;
}

/**
 * Beats as long as those at `ticks`, on steps of the onsets' grid, whose phase is that of a beat of `phaseBeat` ticks. Which
 * steps are half beats, which of these are beats, and which begin bars is decided by the notes.
 */
function countedGrid(
  ticks: ArrayLike<number>,
  { parts, shiftBeats }: OnsetPhase,
  phaseBeat: number,
  played: Played,
): PlayedGrid {
  const { heard, onsets } = played;
  let best: { pulses: readonly number[]; bars: BarGrid } | null = null;
  const shifts = new Set(Array.from({ length: parts }, (_, step) => (step / parts) % 0.5));
  for (const shift of shifts) {
    const pulses = halfBeats(ticks, (shift + shiftBeats) * phaseBeat, played);
    const features = metricalFeatures(pulses, onsets, heard.activations, heard.notes);
    const bars = findBars(placeProbabilities(features));
    if (best === null || bars.gain > best.bars.gain) best = { pulses, bars };
  }
  const { pulses, bars } = best!;
  // A tracked pulse may be half a beat off, these are not: all beats are even pulses, or all are odd ones.
  const parity = Number(bars.beats.filter((pulse) => pulse % 2 === 1).length * 2 > bars.beats.length);
  const firsts = bars.downbeats.map((beat) => bars.beats[beat]!).filter((pulse) => pulse % 2 === parity);
  return gridOf(
    {
      beatFrames: pulses.filter((_, pulse) => pulse % 2 === parity),
      downbeats: firsts.map((pulse) => (pulse - parity) / 2),
      meter: bars.meter,
      hypotheses: [],
    },
    played,
  );
}

/** Frames of every beat and of the middle between it and the next, `shift` ticks later. */
function halfBeats(ticks: ArrayLike<number>, shift: number, { onsets, map }: Played): number[] {
  const last = ticks.length - 1;
  return Array.from(ticks).flatMap((tick, beat) => {
    const length = beat < last ? ticks[beat + 1]! - tick : tick - ticks[beat - 1]!;
    return [tick, tick + length / 2].map(
      (at) => map.secondsAt(Math.max(0, at + shift)) * onsets.framesPerSecond,
    );
  });
}

/** Steady beats of nearly the length of those that are tracked, where the notes keep to these; else the tracked ones. */
function trackedGrid(onsetTicks: Float64Array, played: Played): PlayedGrid | null {
  const { heard, onsets, map } = played;
  const rhythm = findRhythm(onsets, heard.activations, heard.notes);
  if (rhythm === null || rhythm.beatFrames.length < 2) return null;
  const ticks = rhythm.beatFrames.map((frame) => map.tickAt(frame / onsets.framesPerSecond));
  const { beat, phase } = steadiestBeat(onsetTicks, medianInterval(ticks));
  if (phase.coherence < minCoherence) return gridOf(rhythm, played);
  const count = Math.ceil(onsetTicks.at(-1)! / beat) + 2;
  return countedGrid(
    Float64Array.from({ length: count }, (_, index) => index * beat),
    phase,
    beat,
    played,
  );
}

function gridOf(
  {
    beatFrames,
    downbeats,
    meter,
    hypotheses,
  }: Pick<Rhythm, 'beatFrames' | 'downbeats' | 'meter' | 'hypotheses'>,
  { onsets: { framesPerSecond }, map, firstSeconds, lastSeconds }: Played,
): PlayedGrid {
  const covering = coverSong(
    beatFrames.map((frame) => frame / framesPerSecond),
    downbeats,
    meter,
    firstSeconds,
    lastSeconds,
  );
  const seconds = Float64Array.from(covering.beats);
  return { ticks: seconds.map(map.tickAt), seconds, downbeats: covering.downbeats, meter, hypotheses };
}
