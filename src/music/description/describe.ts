/** From what was measured in a recording to its description. */

import { timbreBandCount } from '../../signal/centre-salience.js';
import { chordLabel, chordPath, chordScores, noChord } from '../harmony/chords.js';
import { type Chroma, chromaBetween } from '../harmony/chroma.js';
import { hasCompany } from '../harmony/company.js';
import { findKey } from '../harmony/key.js';
import { keyOfLine } from '../harmony/key-of-line.js';
import { isTonal } from '../harmony/tonal-clarity.js';
import { tuningFrom } from '../harmony/tuning.js';
import { rhythmFromBars } from '../rhythm/bar-rhythm.js';
import { type BeatGrid, coverSong } from '../rhythm/grid.js';
import { medianInterval } from '../rhythm/median-interval.js';
import { mayHaveBeats } from '../rhythm/onset-evidence.js';
import { pulseClarity } from '../rhythm/pulse-clarity.js';
import type { OtherMetre, Rhythm } from '../rhythm/rhythm.js';
import {
  beatAtSeconds,
  type MetreReading,
  type SongDescription,
  type SongKey,
  type SongNote,
  type SongSection,
  songDescriptionVersion,
} from '../song-description.js';
import { findSections } from '../structure/sections.js';
import { clarityThresholds } from './clarity-thresholds.js';
import { melodyLines } from './lines.js';
import type { Listening } from './listening.js';
import { type FrameNote, noteEvents } from './note-events.js';
import { leadOf, possibleLeads, voiceOf } from './possible-leads.js';

const stepsPerBeat = 48;

const toThousandths = (value: number): number => Math.round(value * 1000) / 1000;
/** Below this many beats nothing repeats that could be called a beat. */
const fewestBeats = 4;

/** `presence`: probability that someone sings in it, null where nobody asked. */
export function describeListening(listening: Listening, presence: number | null = null): SongDescription {
  const { durationSeconds, activations, centre } = listening;
  const tuningCents = Math.round(tuningFrom(centre.tuningHistogram));
  const events = noteEvents(activations);
  const hasTones = isTonal(activations, events);
  // Music with chords has its beats counted however faint they are.
  if (!hasTones && pulseClarity(listening.onsets) < clarityThresholds().minPulseClarity)
    return beatless(durationSeconds, tuningCents);
  // Single notes that are heard in noise do not say where music begins and ends.
  const rhythm = rhythmOf(listening, hasTones ? events : []);
  if (rhythm === null || rhythm.beatFrames.length < fewestBeats)
    return beatless(durationSeconds, tuningCents);
  const { framesPerSecond } = activations;
  const voice = { onsets: listening.onsets, ...(listening.vocals ?? listening) };
  const lines = melodyLines(listening, voice, tuningCents, presence);
  // The lines hold notes that are too faint for the list of all notes, and begin some of them earlier.
  const sounding = [...events, ...lines.vocal, ...lines.instrumental];
  const nothing = { first: rhythm.beatFrames[0]!, last: rhythm.beatFrames.at(-1)! };
  const extent = sounding.length > 0 ? extentOf(sounding) : nothing;
  const { first, last } = extent;
  const grid = coverSong(
    rhythm.beatFrames.map((frame) => frame / framesPerSecond),
    rhythm.downbeats,
    rhythm.meter,
    first / framesPerSecond,
    last / framesPerSecond,
  );
  const { beats, downbeats } = grid;
  const step = beats.at(-1)! - beats.at(-2)!;
  const chroma = chromaBetween(
    activations,
    [...beats, beats.at(-1)! + step].map((time) => time * framesPerSecond),
  );
  const isDownbeat = new Set(downbeats);
  const chords = chordPath(chordScores(chroma), (beat) => isDownbeat.has(beat));
  const place = (notes: readonly FrameNote[]): SongNote[] => notesOnGrid(notes, beats, framesPerSecond);
  const melody = {
    vocal: asLine(place(lines.vocal)),
    instrumental: asLine(place(lines.instrumental)),
    topline: asLine(place(lines.topline)),
  };
  const notes = place(events);
  const key = hasCompany({ source: 'audio', notes, melody })
    ? keyOf(chroma, chords)
    : keyOfLine(melody.topline);
  return {
    version: songDescriptionVersion,
    source: 'audio',
    durationSeconds,
    tempoBpm: medianTempo(beats),
    beats: beats.map(toThousandths),
    downbeats,
    meter: rhythm.meter,
    tuningCents,
    key: hasTones ? key : null,
    chords: Array.from(chords, (chord) => chordLabel(hasTones ? chord : noChord)),
    melody,
    vocalActivity: lines.singing.map(({ startFrame, endFrame }) => ({
      startSeconds: toThousandths(startFrame / framesPerSecond),
      endSeconds: toThousandths(Math.min(durationSeconds, endFrame / framesPerSecond)),
    })),
    notes,
    possibleLeads: possibleLeads(
      leadOf(listening.leadingPitch),
      voiceOf(voice.vocalPitch, tuningCents),
      beats,
    ),
    sections: sectionsOf(listening, chroma, grid),
    tempoHypotheses: rhythm.hypotheses,
    ...(rhythm.otherMetre && { otherMetre: metreReading(rhythm.otherMetre, framesPerSecond, extent) }),
  };
}

function rhythmOf({ bars, onsets, activations }: Listening, events: readonly FrameNote[]): Rhythm | null {
  if (!mayHaveBeats(onsets)) return null;
  const whole = { first: 0, last: activations.frames };
  return rhythmFromBars(bars, events.length > 0 ? extentOf(events) : whole);
}

/** On a grid of its own that covers the song as the main one does. */
function metreReading(
  { meter, probability, beatFrames, downbeats }: OtherMetre,
  framesPerSecond: number,
  { first, last }: { first: number; last: number },
): MetreReading {
  const seconds = beatFrames.map((frame) => frame / framesPerSecond);
  const grid = coverSong(seconds, downbeats, meter, first / framesPerSecond, last / framesPerSecond);
  return {
    meter,
    probability: toThousandths(probability),
    beats: grid.beats.map(toThousandths),
    downbeats: grid.downbeats,
  };
}

/** Frames of the first beginning and the last end. */
function extentOf(notes: readonly FrameNote[]): { first: number; last: number } {
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  for (const { startFrame, endFrame } of notes) {
    first = Math.min(first, startFrame);
    last = Math.max(last, endFrame);
  }
  return { first, last };
}

function beatless(durationSeconds: number, tuningCents: number): SongDescription {
  return {
    version: songDescriptionVersion,
    source: 'audio',
    durationSeconds,
    tempoBpm: 0,
    beats: [],
    downbeats: [],
    meter: 4,
    tuningCents,
    key: null,
    chords: [],
    melody: { vocal: [], instrumental: [], topline: [] },
    vocalActivity: [],
    notes: [],
    sections: [],
    tempoHypotheses: [],
  };
}

/** 60 over the median interval, to a tenth. */
function medianTempo(beats: readonly number[]): number {
  return Math.round(600 / medianInterval(beats)) / 10;
}

function keyOf(chroma: Chroma, chords: Uint8Array): SongKey | null {
  const pitchClasses = new Float32Array(12);
  const durations = new Float32Array(24);
  for (let beat = 0; beat < chroma.count; beat++) {
    for (let i = 0; i < 12; i++) pitchClasses[i]! += chroma.treble[beat * 12 + i]!;
    if (chords[beat]! < 24) durations[chords[beat]!]!++;
  }
  const named = Array.from(chords).filter((state) => state < 24);
  const closing = named.length > 0 ? [named[0]!, named.at(-1)!] : [];
  const key = findKey(pitchClasses, durations, closing);
  return key && { ...key, confidence: Math.round(key.confidence * 1000) / 1000 };
}

/** Onsets and lengths in steps of 1/48 beat, at least one step long. */
function notesOnGrid(
  notes: readonly FrameNote[],
  beats: readonly number[],
  framesPerSecond: number,
): SongNote[] {
  return notes
    .map(({ startFrame, endFrame, midi, salience }) => {
      const onset = Math.max(
        0,
        Math.round(beatAtSeconds(beats, startFrame / framesPerSecond) * stepsPerBeat),
      );
      const end = Math.round(beatAtSeconds(beats, endFrame / framesPerSecond) * stepsPerBeat);
      return {
        onsetBeats: onset / stepsPerBeat,
        durationBeats: Math.max(1, end - onset) / stepsPerBeat,
        midiPitch: midi,
        salience: Math.round(salience * 1000) / 1000,
      };
    })
    .sort((a, b) => a.onsetBeats - b.onsetBeats || a.midiPitch - b.midiPitch);
}

/** Rounding to the grid may have made neighbours touch: a line never overlaps itself. */
function asLine(notes: readonly SongNote[]): SongNote[] {
  const line: SongNote[] = [];
  for (const note of notes) {
    const last = line.at(-1);
    if (last && last.onsetBeats === note.onsetBeats) continue;
    if (last && last.onsetBeats + last.durationBeats > note.onsetBeats) {
      line[line.length - 1] = { ...last, durationBeats: note.onsetBeats - last.onsetBeats };
    }
    line.push(note);
  }
  return line;
}

function sectionsOf({ centre }: Listening, chroma: Chroma, { beats, downbeats }: BeatGrid): SongSection[] {
  const starts = downbeats[0] === 0 ? [...downbeats] : [0, ...downbeats];
  if (starts.at(-1) !== beats.length - 1) starts.push(beats.length - 1);
  if (starts.length < 2) return [];
  const width = 12 + timbreBandCount;
  const features = new Float32Array((starts.length - 1) * width);
  for (let bar = 0; bar + 1 < starts.length; bar++) {
    const row = features.subarray(bar * width, (bar + 1) * width);
    for (let beat = starts[bar]!; beat < starts[bar + 1]!; beat++) {
      for (let i = 0; i < 12; i++)
        row[i]! += chroma.treble[beat * 12 + i]! / (starts[bar + 1]! - starts[bar]!);
    }
    const from = Math.min(centre.frames - 1, Math.round(beats[starts[bar]!]! * centre.framesPerSecond));
    const to = Math.max(from + 1, Math.round(beats[starts[bar + 1]!]! * centre.framesPerSecond));
    const frames = Math.max(1, Math.min(to, centre.frames) - from);
    for (let frame = from; frame < Math.min(to, centre.frames); frame++) {
      for (let i = 0; i < timbreBandCount; i++) {
        row[12 + i]! += centre.timbre[frame * timbreBandCount + i]! / frames;
      }
    }
  }
  return findSections(features, width, starts);
}
