/**
 * The leading line of a recording: the best path through what the leading-line network says of each frame, cut into notes
 * where the note network hears that a key begins.
 */

import { type LeadingPitch, leadingPitchCount, leadingPitchLowestMidi } from './leading-pitch.js';
import { pathNotes } from './line-notes.js';
import { type LineCosts, trackLine } from './melody-track.js';
import type { FrameNote } from './note-events.js';
import { keyCount, lowestKey, type PitchActivations } from './pitch-activations.js';

/** Chosen on songs of collections that the network had not learnt from; in nepers. */
const costs: LineCosts = { perSemitone: 0.2, leapLimit: 12, change: 2, voicing: 4, silence: 0 };
/** Added to the log-odds that a line sounds: it should rather hold a doubtful note than a hole. */
const gain = 2;
/** In white noise no note of the line reaches 0.33; of music that was left out next to none has all below 0.4 around it. */
const clearLevel = 0.4 * 255;
const aroundSeconds = 4;
/** Of 255: what a byte of 0 may have been. */
const smallest = 0.5;

/** Notes in frames of the activations. The line is none of the notes of `others`, nor their octaves, while they sound. */
export function leadingLine(
  heard: LeadingPitch,
  activations: PitchActivations,
  others: readonly FrameNote[],
): FrameNote[] {
  const { frames } = heard;
  const pitches = others.length > 0 ? without(heard, others) : heard.pitches;
  const values = new Float32Array(frames * leadingPitchCount);
  const probabilities = new Float32Array(frames * leadingPitchCount);
  for (let frame = 0; frame < frames; frame++) {
    const sounding = heard.sounding[frame]!;
    const odds = logOf(sounding) - logOf(255 - sounding) + gain;
    for (let at = frame * leadingPitchCount; at < (frame + 1) * leadingPitchCount; at++) {
      values[at] = logOf(pitches[at]!) - log255 + odds;
      probabilities[at] = pitches[at]! / 255;
    }
  }
  const landscape = { frames, width: leadingPitchCount, values };
  const path = trackLine(landscape, costs);
  const shown = { ...landscape, values: probabilities };
  return amongTheHeard(pathNotes(path, shown, leadingPitchLowestMidi, activations), activations);
}

/** Of noise no key is heard clearly, and the network has learnt from none: what has no clear note of the line around it is left out. */
function amongTheHeard(line: readonly FrameNote[], heard: PitchActivations): FrameNote[] {
  const around = aroundSeconds * heard.framesPerSecond;
  const clear = line.filter((note) => peakOf(note, heard) >= clearLevel);
  return line.filter(({ startFrame, endFrame }) =>
    clear.some((other) => Math.abs(other.startFrame + other.endFrame - startFrame - endFrame) <= 2 * around),
  );
}

/** Of the note's key while it sounds. */
function peakOf({ startFrame, endFrame, midi }: FrameNote, { notes }: PitchActivations): number {
  let peak = 0;
  for (let frame = startFrame; frame < endFrame; frame++)
    peak = Math.max(peak, notes[frame * keyCount + midi - lowestKey] ?? 0);
  return peak;
}

/** The probabilities without those of `others` and their octaves. */
function without({ pitches, frames }: LeadingPitch, others: readonly FrameNote[]): Uint8Array {
  const left = pitches.slice();
  for (const { startFrame, endFrame, midi } of others)
    for (let frame = startFrame >> 1; frame < Math.min(frames, (endFrame + 1) >> 1); frame++)
      for (const interval of taken) {
        const pitch = midi + interval - leadingPitchLowestMidi;
        if (pitch >= 0 && pitch < leadingPitchCount) left[frame * leadingPitchCount + pitch] = 0;
      }
  return left;
}

const taken = [-12, -1, 0, 1, 12];

const log255 = Math.log(255);
const logs = Float64Array.from({ length: 256 }, (_, value) => Math.log(Math.max(smallest, value)));
const logOf = (value: number): number => logs[value]!;
