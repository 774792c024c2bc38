/**
 * What is heard at each beat of a count: accents at it and between it and the next, levels, changes of harmony, repetition, what the bar network
 * answers there, and which pitch classes sound and begin until the next.
 */
import { accentCount, type BeatCurves, type FrameSums } from './beat-curves.js';
import {
  addChanges,
  addRepetition,
  type BeatRows,
  changeSpans,
  directions,
  repetitionLags,
} from './beat-repetition.js';
import { medianInterval } from './median-interval.js';

/** Places between beats, in intervals. */
const between = [0.25, 1 / 3, 0.5, 2 / 3, 0.75] as const;
const answersBetween = between.slice(1, 4);
/** Of the accents: flux, onsets, low onsets; those of octaves; the lowest parts' rises. */
const [fluxAt, noteAt, lowNoteAt, octavesAt, octavesEnd] = [7, 9, 10, 11, 18];
const betweenCount = 5;
const partCount = 7;
const steadySpread = 0.1;
const usualBpm = 90;
const neighbours = [1, 2, 3, 4, -1, -2, -3, -4] as const;

const numbered = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${name}-${at}`);
const accentNames = numbered('accent', accentCount);
const betweenNames = numbered('between', between.length * betweenCount);
const changeNames = numbered('change', 2 * changeSpans.length);
/** Pitch classes of all keys but the bass, and of the bass. */
const classCount = 24;
export const measurementNames: readonly string[] = [
  ...accentNames,
  ...betweenNames,
  ...numbered('level', 2 * partCount),
  ...changeNames,
  ...numbered('repetition', 6 * repetitionLags.length),
  'interval-ratio',
  'tempo',
  ...numbered('answer', 2 + answersBetween.length + neighbours.length),
  ...numbered('sounding', classCount),
  ...numbered('begun', classCount),
];
const placeOf = (name: string): number => measurementNames.indexOf(name);
const [betweenAt, levelAt, changeAt, repetitionAt, tempoAt, answerAt, soundingAt, begunAt] = [
  'between-0',
  'level-0',
  'change-0',
  'repetition-0',
  'interval-ratio',
  'answer-0',
  'sounding-0',
  'begun-0',
].map(placeOf) as [number, number, number, number, number, number, number, number];

/** Beats × measurementNames. `beatFrames`: at least two, frames of the curves, rising. */
export function beatMeasurements(beatFrames: readonly number[], curves: BeatCurves): BeatRows {
  const columns = measurementNames.length;
  const beats = beatFrames.length;
  const values = new Float64Array(beats * columns);
  const steps = beatFrames.map((frame, at) => (beatFrames[at + 1] ?? frame) - frame);
  steps[beats - 1] = steps[beats - 2]!;
  const nearest = (frame: number): number => Math.min(curves.frames - 1, Math.max(0, Math.round(frame)));
  const at = (beat: number, share: number): number => nearest(beatFrames[beat]! + share * steps[beat]!);
  const writer =
    (first: number) =>
    (beat: number, place: number, value: number): void => {
      values[beat * columns + first + place] = value;
    };
  const { accents, answers } = curves;
  const tempo = Math.log2((60 * curves.framesPerSecond) / medianInterval(beatFrames) / usualBpm);
  for (let beat = 0; beat < beats; beat++) {
    const row = beat * columns;
    const own = at(beat, 0) * accentCount;
    for (let accent = 0; accent < accentCount; accent++) values[row + accent] = accents[own + accent]!;
    for (const [place, share] of between.entries())
      addBetween(accents, at(beat, share) * accentCount, values, row + betweenAt + place * betweenCount);
    values[row + tempoAt] = 4 * Math.log2(steps[beat]! / steps[Math.max(0, beat - 1)]!);
    values[row + tempoAt + 1] = tempo;
    values[row + answerAt] = answers[2 * at(beat, 0)]!;
    values[row + answerAt + 1] = answers[2 * at(beat, 0) + 1]!;
    for (const [place, share] of answersBetween.entries()) {
      const frame = 2 * at(beat, share);
      values[row + answerAt + 2 + place] = Math.max(answers[frame]!, answers[frame + 1]!);
    }
    const first = (other: number): number => {
      if (other < 0 || other >= beats) return 0;
      const frame = 2 * at(other, 0);
      return answers[frame + 1]! - answers[frame]!;
    };
    for (const [place, lag] of neighbours.entries())
      values[row + answerAt + 2 + answersBetween.length + place] = first(beat) - first(beat - lag);
  }
  const meansOf = (sums: FrameSums): BeatRows => meansOfBeats(sums, beatFrames, steps, curves.frames);
  addLevels(meansOf(curves.levels), writer(levelAt));
  const sounding = meansOf(curves.sounding);
  addChanges(sounding, writer(changeAt));
  const rhythm = rhythmRows(values, columns, beats);
  const lags = 2 * repetitionLags.length;
  addRepetition(directions(sounding, null), writer(repetitionAt));
  addRepetition(directions(rhythm, steadySpread), writer(repetitionAt + lags));
  const begun = meansOf(curves.onsets);
  addRepetition(directions(begun, null), writer(repetitionAt + 2 * lags));
  for (let beat = 0; beat < beats; beat++) {
    const from = beat * classCount;
    values.set(sounding.values.subarray(from, from + classCount), beat * columns + soundingAt);
    values.set(begun.values.subarray(from, from + classCount), beat * columns + begunAt);
  }
  return { columns, values };
}

function addBetween(accents: Float32Array, own: number, into: Float64Array, first: number): void {
  let octaves = 0;
  for (let at = octavesAt; at < octavesEnd; at++) octaves += accents[own + at]!;
  into[first] = accents[own + fluxAt]!;
  into[first + 1] = accents[own + noteAt]!;
  into[first + 2] = accents[own + lowNoteAt]!;
  into[first + 3] = octaves;
  into[first + 4] = Math.max(accents[own]!, accents[own + 1]!);
}

/** From just before each beat to just before the next one. */
function meansOfBeats(
  { columns, sums }: FrameSums,
  beatFrames: readonly number[],
  steps: readonly number[],
  frames: number,
): BeatRows {
  const values = new Float64Array(beatFrames.length * columns);
  const within = (frame: number): number => Math.min(frames, Math.max(0, Math.round(frame)));
  for (const [beat, frame] of beatFrames.entries()) {
    const low = within(frame - 0.05 * steps[beat]!);
    const high = Math.max(within(frame + 0.95 * steps[beat]!), Math.min(low + 1, frames));
    for (let at = 0; at < columns; at++)
      values[beat * columns + at] =
        (sums[high * columns + at]! - sums[low * columns + at]!) / Math.max(1, high - low);
  }
  return { columns, values };
}

/** Against the song's mean, and against the beat before. */
function addLevels(
  { columns, values }: BeatRows,
  write: (beat: number, at: number, value: number) => void,
): void {
  const beats = values.length / columns;
  for (let at = 0; at < columns; at++) {
    let mean = 0;
    for (let beat = 0; beat < beats; beat++) mean += values[beat * columns + at]! / beats;
    for (let beat = 0; beat < beats; beat++) {
      const value = values[beat * columns + at]!;
      write(beat, at, value - mean);
      write(beat, columns + at, beat === 0 ? 0 : value - values[(beat - 1) * columns + at]!);
    }
  }
}

/** Onsets at the beat and what lies between beats. */
function rhythmRows(values: Float64Array, columns: number, beats: number): BeatRows {
  const kept = octavesEnd - fluxAt + between.length * betweenCount;
  const into = new Float64Array(beats * kept);
  for (let beat = 0; beat < beats; beat++) {
    const row = beat * columns;
    into.set(values.subarray(row + fluxAt, row + octavesEnd), beat * kept);
    into.set(
      values.subarray(row + betweenAt, row + betweenAt + between.length * betweenCount),
      beat * kept + octavesEnd - fluxAt,
    );
  }
  return { columns: kept, values: into };
}
