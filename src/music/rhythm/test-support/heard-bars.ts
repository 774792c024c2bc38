/** What the bar network would answer where beats are known: for tests. */
import {
  activationsOf,
  type KnownNote,
  testFramesPerSecond,
} from '../../description/test-support/activations.js';
import { notesSpectrum } from '../../symbolic/notes-spectrum.js';
import type { HeardBars } from '../bar-activations.js';
import { barFeatureCount, barFeatures } from '../bar-features.js';
import { onsetEvidence } from '../onset-evidence.js';

/** Of the network: half of those of the activations. */
export const barFramesPerSecond = testFramesPerSecond / 2;

interface KnownBeats {
  /** Seconds, rising. */
  readonly beats: readonly number[];
  /** Whether the beat at this place begins a bar. */
  readonly isFirst: (beat: number) => boolean;
  readonly durationSeconds: number;
  /** How much clearer it is which of the two a beat is than that it is one. */
  readonly strength?: number;
}

/** `features`: what the network saw; nothing, where absent. */
export function heardBarsOf(
  { beats, isFirst, durationSeconds, strength = 4 }: KnownBeats,
  features?: Float32Array,
): HeardBars {
  const frames = Math.round(durationSeconds * barFramesPerSecond);
  const beat = new Float32Array(frames).fill(-5);
  const downbeat = new Float32Array(frames).fill(-5);
  for (const [at, seconds] of beats.entries()) {
    const place = seconds * barFramesPerSecond;
    for (const frame of [Math.floor(place), Math.ceil(place)]) {
      const level = 4 - 2 * Math.abs(frame - place);
      beat[frame] = isFirst(at) ? level - strength : level;
      downbeat[frame] = isFirst(at) ? level : level - strength;
    }
  }
  return {
    framesPerSecond: barFramesPerSecond,
    frames,
    features: features ?? new Float32Array(frames * barFeatureCount),
    beat,
    downbeat,
  };
}

/** What the network would see of a chord at each beat, over a bass note where a bar begins. */
export function featuresOfBeats({ beats, isFirst, durationSeconds }: KnownBeats): Float32Array {
  const notes = beats.flatMap((startSeconds, beat) =>
    (isFirst(beat) ? [40, 60, 64, 67] : [60, 64, 67]).map(
      (midi): KnownNote => ({ startSeconds, endSeconds: startSeconds + 0.3, midi, level: 0.8 }),
    ),
  );
  const activations = activationsOf(notes, durationSeconds);
  const full = new Float32Array(activations.frames);
  for (const { startSeconds } of notes) full[Math.round(startSeconds * testFramesPerSecond)]! += 1;
  const low = full.map((value) => value / 2);
  const onsets = onsetEvidence({ framesPerSecond: testFramesPerSecond, full, low }, activations);
  const struck = notes.map(({ startSeconds, endSeconds, midi }) => ({
    startTick: startSeconds,
    endTick: endSeconds,
    pitch: midi,
    velocity: 100,
    channel: 0,
    track: 0,
    program: 0,
  }));
  const inSeconds = { secondsAt: (tick: number) => tick, tickAt: (seconds: number) => seconds };
  const bands = notesSpectrum(struck, inSeconds, Math.ceil(activations.frames / 2));
  return barFeatures(onsets, activations, bands);
}
