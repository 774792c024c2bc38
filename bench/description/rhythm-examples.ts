/** What the metrical network learns from: the pulses of a song at its written tempo, and what each of them is. */
import type { Listening } from '../../src/music/description/listening.js';
import { noteEvents } from '../../src/music/description/note-events.js';
import { metricalFeatures } from '../../src/music/rhythm/metrical-features.js';
import { candidatePulses } from '../../src/music/rhythm/pulses.js';
import type { RhythmSong } from './rhythm-songs.js';

export type HeardRhythm = Pick<Listening, 'onsets' | 'activations' | 'durationSeconds'>;
export type WrittenRhythm = Pick<RhythmSong, 'beats' | 'downbeats' | 'meter'>;

export interface Examples {
  /** As metricalFeatures gives them. */
  readonly features: Float32Array;
  /** For every pulse the index of its place (metrical-network.ts), -1 where the score does not say. */
  readonly places: Int8Array;
}

const tolerance = 0.07;
/** Soft instruments are heard to begin later than they are written. */
const latencies = [0, 0.03, 0.06, 0.09, 0.12];

/** Null where no candidate follows three quarters of the written beats. */
export function examplesOf(heard: HeardRhythm, written: WrittenRhythm): Examples | null {
  const { onsets } = heard;
  const { framesPerSecond } = heard.activations;
  const notes = noteEvents(heard.activations);
  const truth = sounding(written, heard);
  if (truth.beats.length < 12) return null;
  const step = median(differences(truth.beats));
  let best = { share: 0.75, frames: [] as readonly number[], latency: 0 };
  for (const { frames } of candidatePulses(onsets)) {
    const seconds = frames.map((frame) => frame / framesPerSecond);
    if (Math.abs(Math.log((2 * median(differences(seconds))) / step)) > 0.06) continue;
    for (const latency of latencies) {
      const met = truth.beats.filter((time) => nearest(seconds, time + latency) < 0.05).length;
      const share = met / truth.beats.length;
      if (share > best.share + 0.03) best = { share, frames, latency };
    }
  }
  if (best.frames.length === 0) return null;
  const { frames, latency } = best;
  const late = (times: readonly number[]): number[] => times.map((time) => time + latency);
  return {
    features: metricalFeatures(frames, onsets, heard.activations, notes),
    places: placesOf(
      frames.map((frame) => frame / framesPerSecond),
      { ...truth, beats: late(truth.beats), downbeats: late(truth.downbeats) },
    ),
  };
}

/** Written beats from the first to the last sound. */
export function sounding(
  { beats, downbeats, meter }: WrittenRhythm,
  { activations }: HeardRhythm,
): WrittenRhythm {
  const notes = noteEvents(activations);
  const starts = notes.map(({ startFrame }) => startFrame / activations.framesPerSecond);
  const from = (starts[0] ?? 0) - 0.2;
  const to = (starts.at(-1) ?? 0) + 0.2;
  const isHeard = (time: number): boolean => time >= from && time <= to;
  return { meter, beats: beats.filter(isHeard), downbeats: downbeats.filter(isHeard) };
}

/** Bars of another length than most are not learnt from: half of them are slips of the annotation. */
function placesOf(pulses: readonly number[], { beats, downbeats, meter }: WrittenRhythm): Int8Array {
  const firsts = downbeats.map((time) => beats.indexOf(time)).filter((beat) => beat >= 0);
  const inBar = new Int8Array(beats.length).fill(-1);
  for (const [bar, first] of firsts.entries()) {
    const next = firsts[bar + 1] ?? Math.min(beats.length, first + meter);
    if (next - first !== meter) continue;
    for (let beat = first; beat < next; beat++) inBar[beat] = beat - first;
  }
  const places = new Int8Array(pulses.length).fill(-1);
  const usual = median(differences(beats));
  let beat = 0;
  for (const [pulse, time] of pulses.entries()) {
    while (beat + 1 < beats.length && beats[beat + 1]! <= time + tolerance) beat++;
    const step = (beats[beat + 1] ?? beats[beat]! + usual) - beats[beat]!;
    if (inBar[beat]! < 0) continue;
    if (Math.abs(time - beats[beat]!) < tolerance) places[pulse] = inBar[beat] === 0 ? 2 : 1;
    else if (Math.abs(time - beats[beat]! - step / 2) < tolerance) places[pulse] = 0;
  }
  return places;
}

function nearest(times: readonly number[], time: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return Math.min(Math.abs(times[low]! - time), Math.abs((times[low - 1] ?? Infinity) - time));
}

const differences = (values: readonly number[]): number[] =>
  values.slice(1).map((value, i) => value - values[i]!);

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;
