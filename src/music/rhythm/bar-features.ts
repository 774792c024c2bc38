/**
 * What the bar network sees of a recording, 43 times a second: how loud it is in thirds of an octave and what becomes
 * louder there, onsets, pitch classes that begin and that sound, and how much harmony and colour change over four spans.
 */
import {
  type SpectrumBands,
  spectrumBandCount,
  spectrumStepsPerDecibel,
} from '../../signal/centre-salience.js';
import { keyCount, lowestKey, type PitchActivations } from '../description/pitch-activations.js';
import type { OnsetEvidence } from './onset-evidence.js';

const bandsPerSemitone = 3;
const semitoneCount = Math.floor(spectrumBandCount / bandsPerSemitone);
const semitonesPerPart = 4;
/** Parts of four semitones, the last one shorter. */
const partCount = Math.ceil(semitoneCount / semitonesPerPart);
const octaveCount = 7;
const bassKeys = 33;
/** The network's floor is about 25 of 255 everywhere. */
const noteFloor = 50;
/** Before and after which harmony and colour are compared, frames: a quarter of a second to two seconds. */
const spans = [11, 22, 43, 86] as const;

const pitchClasses = (name: string): string[] => Array.from({ length: 12 }, (_, at) => `${name}-${at}`);
export const barFeatureNames: readonly string[] = [
  ...Array.from({ length: partCount }, (_, part) => `level-${part}`),
  ...Array.from({ length: partCount }, (_, part) => `rise-${part}`),
  'flux',
  'low-flux',
  'note-onsets',
  'low-note-onsets',
  ...Array.from({ length: octaveCount }, (_, octave) => `onsets-octave-${octave}`),
  ...spans.map((span) => `harmony-change-${span}`),
  ...spans.map((span) => `bass-change-${span}`),
  ...spans.map((span) => `colour-change-${span}`),
  ...pitchClasses('onset'),
  ...pitchClasses('bass-onset'),
  ...pitchClasses('sounding'),
  ...pitchClasses('bass-sounding'),
];
export const barFeatureCount = barFeatureNames.length;
const riseAt = partCount;
const onsetsAt = 2 * partCount;
const octavesAt = onsetsAt + 4;
const changesAt = octavesAt + octaveCount;
const classesAt = changesAt + 3 * spans.length;

/** Frames × barFeatureCount; frame i is centred on that of the bands. All values lie between about −2 and 3. */
export function barFeatures(
  onsets: OnsetEvidence,
  activations: PitchActivations,
  bands: SpectrumBands,
): Float32Array {
  const frames = Math.min(bands.frames, Math.ceil(activations.frames / 2));
  const into = new Float32Array(frames * barFeatureCount);
  addLevels(bands, frames, into);
  addOnsets(onsets, frames, into);
  addPitchClasses(activations, frames, into);
  addChanges(frames, classesAt + 24, 12, changesAt, into);
  addChanges(frames, classesAt + 36, 12, changesAt + spans.length, into);
  addChanges(frames, 0, partCount, changesAt + 2 * spans.length, into);
  return into;
}

/** Against the song's mean power, 20 dB are 1; rises of a semitone in two frames, of which a part has the mean. */
function addLevels({ mix }: SpectrumBands, frames: number, into: Float32Array): void {
  let power = 0;
  for (let at = 0; at < frames * spectrumBandCount; at++) power += powerOfStep[mix[at]!]!;
  const mean = 10 * Math.log10(power / Math.max(1, frames * spectrumBandCount) + 1e-6);
  const scaled = Float32Array.from(
    { length: 256 },
    (_, step) => (Math.min(30, Math.max(-50, step / spectrumStepsPerDecibel - 60 - mean)) + 15) / 20,
  );
  // With a place on either side, which is no louder neighbour of any.
  const rows = Array.from({ length: 3 }, () => new Float32Array(semitoneCount + 2).fill(-9));
  for (let frame = 0; frame < frames; frame++) {
    const now = rows[frame % 3]!;
    const before = rows[Math.max(0, frame - 2) % 3]!;
    for (let key = 0, at = frame * spectrumBandCount; key < semitoneCount; key++, at += bandsPerSemitone)
      now[key + 1] = scaled[Math.max(mix[at]!, mix[at + 1]!, mix[at + 2]!)]!;
    const row = frame * barFeatureCount;
    for (let part = 0; part < partCount; part++) {
      const end = Math.min(semitoneCount, (part + 1) * semitonesPerPart);
      let level = 0;
      let rise = 0;
      for (let place = part * semitonesPerPart + 1; place <= end; place++) {
        level += now[place]!;
        // The louder neighbour: a vibrato is no beginning (Böck & Widmer 2013).
        const earlier = Math.max(before[place - 1]!, before[place]!, before[place + 1]!);
        rise += Math.max(0, now[place]! - earlier);
      }
      const size = end - part * semitonesPerPart;
      into[row + part] = level / size;
      into[row + riseAt + part] = Math.min(3, (3 * rise) / size);
    }
  }
}

const powerOfStep = Float64Array.from(
  { length: 256 },
  (_, step) => 10 ** ((step / spectrumStepsPerDecibel - 60) / 10),
);

/** Of three frames of the faster measurements, of which the middle one is this frame, the largest. */
function addOnsets(onsets: OnsetEvidence, frames: number, into: Float32Array): void {
  const curves = [onsets.fluxAll, onsets.fluxLow, onsets.noteAll, onsets.noteLow];
  for (const [column, curve] of curves.entries())
    for (let frame = 0; frame < frames; frame++) {
      const at = 2 * frame;
      const value = Math.max(curve[at - 1] ?? -1, curve[at] ?? -1, curve[at + 1] ?? -1);
      into[frame * barFeatureCount + onsetsAt + column] = value / 3;
    }
}

function addPitchClasses(
  { frames: all, notes, onsets }: PitchActivations,
  frames: number,
  into: Float32Array,
): void {
  for (let frame = 0; frame < frames; frame++) {
    const row = frame * barFeatureCount;
    const middle = 2 * frame * keyCount;
    const before = frame > 0 ? middle - keyCount : middle;
    const after = 2 * frame + 1 < all ? middle + keyCount : middle;
    for (let key = 0; key < keyCount; key++) {
      const onset = Math.max(onsets[before + key]!, onsets[middle + key]!, onsets[after + key]!);
      const sounding = Math.max(notes[before + key]!, notes[middle + key]!, notes[after + key]!);
      if (onset < noteFloor && sounding < noteFloor) continue;
      const pitchClass = (key + lowestKey) % 12;
      const isBass = key < bassKeys;
      if (onset >= noteFloor) {
        const value = (onset - noteFloor) / 205;
        const octave = Math.min(octaveCount - 1, Math.floor(key / 12));
        into[row + octavesAt + octave]! += value;
        into[row + classesAt + (isBass ? 12 : 0) + pitchClass]! += value;
      }
      if (sounding >= noteFloor)
        into[row + classesAt + (isBass ? 36 : 24) + pitchClass]! += (sounding - noteFloor) / 205;
    }
    for (let at = row + octavesAt; at < row + changesAt; at++) into[at] = Math.min(2, into[at]!);
    for (let at = row + classesAt; at < row + barFeatureCount; at++) into[at] = Math.min(2, into[at]!);
  }
}

/** How much the mean of `width` columns differs before and after each frame: one less the cosine, and for levels the distance. */
function addChanges(frames: number, from: number, width: number, to: number, into: Float32Array): void {
  const sums = new Float64Array((frames + 1) * width);
  for (let frame = 0; frame < frames; frame++)
    for (let at = 0; at < width; at++)
      sums[(frame + 1) * width + at] = sums[frame * width + at]! + into[frame * barFeatureCount + from + at]!;
  const isLevel = from === 0;
  for (const [column, span] of spans.entries())
    for (let frame = 0; frame < frames; frame++) {
      const first = Math.max(0, frame - span);
      const last = Math.min(frames, frame + span);
      let [both, before, after, distance] = [0, 1e-3, 1e-3, 0];
      for (let at = 0; at < width; at++) {
        const a = (sums[frame * width + at]! - sums[first * width + at]!) / Math.max(1, frame - first);
        const b = (sums[last * width + at]! - sums[frame * width + at]!) / Math.max(1, last - frame);
        both += a * b;
        before += a * a;
        after += b * b;
        distance += Math.abs(a - b);
      }
      into[frame * barFeatureCount + to + column] = isLevel
        ? Math.min(2, (2 * distance) / width)
        : 1 - both / Math.sqrt(before * after);
    }
}
