/**
 * The leading line of a recording: the best path through what the leading-line network says of each frame, cut into notes
 * where they are heard to begin.
 */

import { type LeadingLineModel, leadingLineModel } from './leading-line-model.js';
import { type LeadingPitch, leadingPitchCount, leadingPitchLowestMidi } from './leading-pitch.js';
import type { Listening } from './listening.js';
import { trackLine } from './melody-track.js';
import type { FollowedLine, HeardLine } from './note-beginnings.js';
import { notesAlong } from './note-beginnings-model.js';
import type { FrameNote } from './note-events.js';
import { pathNotes } from './path-notes.js';
import { keyCount, lowestKey, type PitchActivations } from './pitch-activations.js';

export type HeardLead = Pick<Listening, 'leadingPitch'> & HeardLine;

/** Of 255: what a byte of 0 may have been. */
const smallest = 0.5;

/** Notes in frames of the activations. The line is none of the notes of `others`, nor their octaves, while they sound. */
export function leadingLine(
  heard: HeardLead,
  others: readonly FrameNote[],
  model: LeadingLineModel = leadingLineModel(),
): FrameNote[] {
  const line = leadingPath(heard.leadingPitch, others, model);
  return amongTheHeard(notesAlong(line, heard, 'leading'), heard.activations, model);
}

/** Of a file's notes, whose `activations` say where each begins. */
export function leadingLineOfNotes(
  leadingPitch: LeadingPitch,
  activations: PitchActivations,
  model: LeadingLineModel = leadingLineModel(),
): FrameNote[] {
  return amongTheHeard(pathNotes(leadingPath(leadingPitch, [], model), activations), activations, model);
}

/** The line that is followed; its landscape holds probabilities. */
export function leadingPath(
  heard: LeadingPitch,
  others: readonly FrameNote[] = [],
  model: LeadingLineModel = leadingLineModel(),
): FollowedLine {
  const { frames } = heard;
  const pitches = others.length > 0 ? without(heard, others) : heard.pitches;
  const values = new Float32Array(frames * leadingPitchCount);
  const probabilities = new Float32Array(frames * leadingPitchCount);
  for (let frame = 0; frame < frames; frame++) {
    const sounding = heard.sounding[frame]!;
    const odds = logOf(sounding) - logOf(255 - sounding) + model.gain;
    for (let at = frame * leadingPitchCount; at < (frame + 1) * leadingPitchCount; at++) {
      values[at] = logOf(pitches[at]!) - log255 + odds;
      probabilities[at] = pitches[at]! / 255;
    }
  }
  const landscape = { frames, width: leadingPitchCount, values };
  const bins = trackLine(landscape, model.costs);
  return { bins, landscape: { ...landscape, values: probabilities }, lowestMidi: leadingPitchLowestMidi };
}

/** Of noise no key is heard clearly, and the network has learnt from none: what has no clear note of the line around it is left out. */
function amongTheHeard(
  line: readonly FrameNote[],
  heard: PitchActivations,
  { clearLevel, aroundSeconds }: LeadingLineModel,
): FrameNote[] {
  const around = aroundSeconds * heard.framesPerSecond;
  const clear = line.filter((note) => peakOf(note, heard) >= 255 * clearLevel);
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
