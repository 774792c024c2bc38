/**
 * The spectrum that notes would have, far cheaper than synthesising them: partials that rise and decay, strokes of drums as noise, over a floor. For
 * networks that read spectra.
 */
import {
  spectrumBandCount as bandCount,
  type SpectrumBands,
  salienceLowestMidi,
  spectrumFloorDecibels,
  spectrumStepsPerDecibel,
} from '../../signal/centre-salience.js';
import type { MidiNote } from './midi-reader.js';
import { lowDrums, percussionChannel } from './notes-as-heard.js';
import type { TempoMap } from './tempo-map.js';

const framesPerSecond = 22_050 / 512;
const closedHat = 42;
const partialCount = 8;
const bandsPerSemitone = 3;
/** As a window of 186 ms smears it. */
const blur = [0.03, 0.1, 0.22, 0.3, 0.22, 0.1, 0.03];
const releaseFrames = 6;
/** After 14 times its decay a note is far below the floor: a bound on work where notes are held for ever. */
const heardDecays = 14;
const strokeFrames = 12;

/** How a voice's notes sound. */
export interface Timbre {
  /** Partial n has the amplitude n to the power of −slope. */
  readonly slope: number;
  readonly attackFrames: number;
  /** In which its power falls e-fold. */
  readonly decayFrames: number;
}

export interface Sound {
  timbreOf(note: MidiNote): Timbre;
  /** Of a stroke, in a band of a frame: 0 … 1. */
  noise(): number;
  /** Power where nothing sounds; asked for each band of each frame. */
  floor(): number;
}

/** Something plucked or struck. The networks answer nearly the same for others (docs/measurements/plagiarism-transcribed-midi.md). */
const plainSound: Sound = {
  timbreOf: () => ({ slope: 1.5, attackFrames: 0.5, decayFrames: 40 }),
  noise: () => 0.5,
  floor: () => 1e-4,
};

/** `frames`: at 43 a second. Memory: 1.25 kB a frame. */
export function notesSpectrum(
  notes: readonly MidiNote[],
  { secondsAt }: TempoMap,
  frames: number,
  sound: Sound = plainSound,
): SpectrumBands {
  const power = new Float32Array(frames * bandCount);
  for (const note of notes) {
    const from = secondsAt(note.startTick) * framesPerSecond;
    if (note.channel === percussionChannel) addStroke(power, note, from, sound);
    else addPartials(power, note, sound.timbreOf(note), from, secondsAt(note.endTick) * framesPerSecond);
  }
  return { frames, mix: blurredLevels(power, frames, sound), centre: new Uint8Array(0) };
}

const loudness = ({ velocity }: MidiNote): number => (velocity / 127) ** 3;

function addStroke(power: Float32Array, note: MidiNote, from: number, { noise }: Sound): void {
  const [low, high] = lowDrums.has(note.pitch) ? [0, 60] : note.pitch === closedHat ? [170, 250] : [60, 230];
  const last = Math.min(power.length / bandCount, from + strokeFrames);
  for (let frame = Math.max(0, Math.floor(from)); frame < last; frame++)
    for (let band = low!; band < high!; band++)
      power[frame * bandCount + band]! += 0.3 * loudness(note) * noise() * Math.exp((from - frame) / 4);
}

function addPartials(
  power: Float32Array,
  note: MidiNote,
  { slope, attackFrames, decayFrames }: Timbre,
  from: number,
  to: number,
): void {
  const last = Math.min(power.length / bandCount, to + releaseFrames, from + heardDecays * decayFrames);
  const partials = Array.from({ length: partialCount }, (_, at) => ({
    band: Math.round((note.pitch - salienceLowestMidi + 12 * Math.log2(at + 1)) * bandsPerSemitone),
    strength: loudness(note) * (at + 1) ** (-2 * slope),
  })).filter(({ band }) => band >= 0 && band < bandCount);
  const bands = Int32Array.from(partials, ({ band }) => band);
  const strengths = Float64Array.from(partials, ({ strength }) => strength);
  for (let frame = Math.max(0, Math.floor(from)); frame < last; frame++) {
    const age = frame - from;
    const rise = Math.min(1, Math.max(0, (age + 0.5) / (attackFrames + 0.5))) ** 2;
    const release = frame > to ? Math.exp((to - frame) / 1.5) : 1;
    const envelope = rise * release * Math.exp(-age / decayFrames);
    const row = frame * bandCount;
    for (let at = 0; at < bands.length; at++) {
      const band = bands[at]!;
      const level = strengths[at]! * envelope;
      power[row + band]! += level;
      if (band > 0) power[row + band - 1]! += 0.1 * level;
      if (band + 1 < bandCount) power[row + band + 1]! += 0.1 * level;
    }
  }
}

function blurredLevels(power: Float32Array, frames: number, { floor }: Sound): Uint8Array {
  const levels = new Uint8Array(frames * bandCount);
  const row = new Float32Array(bandCount);
  for (let frame = 0; frame < frames; frame++) {
    row.fill(0);
    for (let at = 0; at < blur.length; at++) {
      const from = (frame + at - (blur.length >> 1)) * bandCount;
      if (from < 0 || from >= power.length) continue;
      const weight = blur[at]!;
      for (let band = 0; band < bandCount; band++) row[band]! += weight * power[from + band]!;
    }
    for (let band = 0; band < bandCount; band++) {
      const decibels = 10 * Math.log10(1000 * (row[band]! + floor()) + 1e-6);
      const step = Math.round(spectrumStepsPerDecibel * (decibels - spectrumFloorDecibels));
      levels[frame * bandCount + band] = Math.max(0, Math.min(255, step));
    }
  }
  return levels;
}
