/**
 * Written notes as a recording's measurements would show them: which keys sound when, and how much begins. So that
 * what finds the beats of recordings finds those of notes that were played and not written on a grid.
 */
import type { OnsetStrength } from '../../signal/onset-flux.js';
import type { FrameNote } from '../description/note-events.js';
import {
  contourBinCount,
  contourBinsPerSemitone,
  keyCount,
  lowestKey,
  type PitchActivations,
} from '../description/pitch-activations.js';
import type { MidiNote } from './midi-reader.js';
import type { TempoMap } from './tempo-map.js';

export interface HeardNotes {
  readonly onset: OnsetStrength;
  readonly activations: PitchActivations;
  /** Pitched notes, sorted by start, then pitch. */
  readonly notes: readonly FrameNote[];
}

export const percussionChannel = 9;
/** That of recordings, for which everything that finds beats is made. */
const framesPerSecond = 22_050 / 256;
/** What the note network gives where nothing sounds. */
const networkFloor = 25;
const certain = 255;
/** The network's peak at an onset, by frames from it. */
const onsetShape = [
  [-1, 0.5],
  [0, 1],
  [1, 0.6],
] as const;
/** Held notes fade as those of a piano do, e-fold. */
const fadeSeconds = 3;
/** By frames from the onset. Beyond them a note is below the network's floor: a bound on work where all notes are held for ever. */
const fading = Float64Array.from(
  { length: Math.ceil(fadeSeconds * framesPerSecond * Math.log(certain / networkFloor)) },
  (_, frame) => Math.exp(-frame / (fadeSeconds * framesPerSecond)),
);
const shortestFrames = 6;
/** Notes below sound in the low band of a recording's onsets. */
const bassBelow = 55;
/** General MIDI's bass drums and low toms. */
export const lowDrums: ReadonlySet<number> = new Set([35, 36, 41, 43]);
/** A drum's stroke rises in all bands at once. */
const strokeStrength = 2;

/** `notes`: of a whole file. Memory: 38 kB a second of music. */
export function notesAsSounding(notes: readonly MidiNote[], { secondsAt }: TempoMap): HeardNotes {
  const timed = notes.map((note) => ({
    ...note,
    from: secondsAt(note.startTick) * framesPerSecond,
    to: secondsAt(note.endTick) * framesPerSecond,
  }));
  const frames = Math.ceil(timed.reduce((end, { to }) => Math.max(end, to), 0) + framesPerSecond);
  const active = new Uint8Array(frames * keyCount).fill(networkFloor);
  const onsets = new Uint8Array(frames * keyCount).fill(networkFloor);
  const full = new Float32Array(frames);
  const low = new Float32Array(frames);
  const heard: FrameNote[] = [];
  for (const { from, to, pitch, velocity, channel } of timed) {
    const isDrum = channel === percussionChannel;
    const rise = (velocity / 127) * (isDrum ? strokeStrength : 1);
    addRise(full, from, rise);
    if (isDrum ? lowDrums.has(pitch) : pitch < bassBelow) addRise(low, from, rise);
    const key = pitch - lowestKey;
    if (isDrum || key < 0 || key >= keyCount) continue;
    const salience = 0.4 + (0.6 * velocity) / 127;
    const start = Math.round(from);
    const end = Math.min(frames, Math.max(start + shortestFrames, Math.round(to)));
    const audible = Math.min(fading.length, end - start);
    for (let age = 0; age < audible; age++)
      raise(active, (start + age) * keyCount + key, salience * certain * fading[age]!);
    for (const [offset, share] of onsetShape)
      if (start + offset >= 0) raise(onsets, (start + offset) * keyCount + key, share * salience * certain);
    heard.push({ startFrame: start, endFrame: end, midi: pitch, salience });
  }
  heard.sort((a, b) => a.startFrame - b.startFrame || a.midi - b.midi);
  const activations = {
    framesPerSecond,
    frames,
    notes: active,
    onsets,
    contours: contoursOf(active, frames),
  };
  return { onset: { framesPerSecond, full, low }, activations, notes: heard };
}

/** All in tune. */
function contoursOf(active: Uint8Array, frames: number): Uint8Array {
  const contours = new Uint8Array(frames * contourBinCount);
  for (let at = 0; at < active.length; at++) contours[at * contourBinsPerSemitone + 1] = active[at]!;
  return contours;
}

/** Shared by the two frames around a fractional one. */
function addRise(curve: Float32Array, frame: number, rise: number): void {
  const before = Math.floor(frame);
  const share = frame - before;
  curve[before]! += rise * (1 - share);
  curve[before + 1]! += rise * share;
}

function raise(values: Uint8Array, index: number, level: number): void {
  if (level > values[index]!) values[index] = level;
}
