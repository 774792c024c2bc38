/** A song's spectrum sketched from its notes, far cheaper than rendering: partials that rise and decay, strokes as noise, over a floor. */
import type { MidiFile, MidiNote } from '../../../src/music/symbolic/midi-reader.js';
import type { TempoMap } from '../../../src/music/symbolic/tempo-map.js';
import { spectrumBandCount as bandCount, type SpectrumBands } from '../../../src/signal/centre-salience.js';
import { randomOf } from '../rhythm-songs.js';

const framesPerSecond = 22_050 / 512;
const drumChannel = 9;
const lowDrums: ReadonlySet<number> = new Set([35, 36, 41, 43]);
const closedHat = 42;
const partialCount = 8;
/** As a window of 186 ms smears it. */
const blur = [0.03, 0.1, 0.22, 0.3, 0.22, 0.1, 0.03];

interface Voice {
  readonly slope: number;
  readonly attackFrames: number;
  readonly decayFrames: number;
}

export function sketchedSpectrum(file: MidiFile, map: TempoMap, frames: number, seed: number): SpectrumBands {
  const random = randomOf(seed + 333);
  const power = new Float64Array(frames * bandCount);
  const voices = new Map<number, Voice>();
  const isSoft = random() < 0.5;
  for (const note of file.notes) {
    const [from, to] = [note.startTick, note.endTick].map((tick) => map.secondsAt(tick) * framesPerSecond);
    if (note.channel === drumChannel) {
      addStroke(power, note, from!, random);
      continue;
    }
    if (!voices.has(note.track)) voices.set(note.track, drawnVoice(isSoft, random));
    addPartials(power, note, voices.get(note.track)!, from!, to!);
  }
  return { frames, mix: blurredLevels(power, frames, random), centre: new Uint8Array(0) };
}

const drawnVoice = (isSoft: boolean, random: () => number): Voice => ({
  slope: 0.8 + random() * 2,
  attackFrames: (isSoft ? 1 : 0) + random() * (isSoft ? 6 : 1),
  decayFrames: isSoft && random() < 0.7 ? 500 : 12 + random() * 60,
});

const loudness = ({ velocity }: MidiNote): number => (velocity / 127) ** 3;

function addStroke(power: Float64Array, note: MidiNote, from: number, random: () => number): void {
  const [low, high] = lowDrums.has(note.pitch) ? [0, 60] : note.pitch === closedHat ? [170, 250] : [60, 230];
  const last = Math.min(power.length / bandCount, from + 12);
  for (let frame = Math.max(0, Math.floor(from)); frame < last; frame++)
    for (let band = low!; band < high!; band++)
      power[frame * bandCount + band]! += 0.3 * loudness(note) * random() * Math.exp((from - frame) / 4);
}

function addPartials(
  power: Float64Array,
  note: MidiNote,
  { slope, attackFrames, decayFrames }: Voice,
  from: number,
  to: number,
): void {
  const last = Math.min(power.length / bandCount, to + 6);
  for (let partial = 1; partial <= partialCount; partial++) {
    const band = Math.round((note.pitch - 36 + 12 * Math.log2(partial)) * 3);
    if (band < 0 || band >= bandCount) continue;
    const strength = loudness(note) * partial ** (-2 * slope);
    for (let frame = Math.max(0, Math.floor(from)); frame < last; frame++) {
      const age = frame - from;
      const rise = Math.min(1, Math.max(0, (age + 0.5) / (attackFrames + 0.5))) ** 2;
      const release = frame > to ? Math.exp((to - frame) / 1.5) : 1;
      const level = strength * rise * release * Math.exp(-age / decayFrames);
      const at = frame * bandCount + band;
      power[at]! += level;
      if (band > 0) power[at - 1]! += 0.1 * level;
      if (band + 1 < bandCount) power[at + 1]! += 0.1 * level;
    }
  }
}

function blurredLevels(power: Float64Array, frames: number, random: () => number): Uint8Array {
  const floor = 10 ** (-2 - 4 * random());
  const levels = new Uint8Array(frames * bandCount);
  for (let frame = 0; frame < frames; frame++)
    for (let band = 0; band < bandCount; band++) {
      let value = floor * (0.5 + random());
      for (const [at, weight] of blur.entries())
        value += weight * (power[(frame + at - 3) * bandCount + band] ?? 0);
      const halfDecibels = Math.round(2 * (10 * Math.log10(1000 * value + 1e-6) + 60));
      levels[frame * bandCount + band] = Math.max(0, Math.min(255, halfDecibels));
    }
  return levels;
}
