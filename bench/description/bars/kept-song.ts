/** Songs as training reads them: features of every frame beside what is known of the song. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PitchActivations } from '../../../src/music/description/pitch-activations.js';
import { barFeatures } from '../../../src/music/rhythm/bar-features.js';
import { type OnsetEvidence, onsetEvidence } from '../../../src/music/rhythm/onset-evidence.js';
import type { SpectrumBands } from '../../../src/signal/centre-salience.js';
import type { OnsetStrength } from '../../../src/signal/onset-flux.js';
import type { EarlierRhythm } from '../pulses/earlier-rhythm.js';
import type { KnownBars } from './figures.js';

export interface KeptSong extends KnownBars {
  readonly name: string;
  readonly collection: string;
  readonly family: string;
  readonly signature: string;
  readonly meter: number;
  /** For the report only. */
  readonly reported: boolean;
  readonly sketched: boolean;
  /** From the first to the last note that is transcribed, frames of the note network. */
  readonly extent: readonly [first: number, last: number];
  readonly earlier: EarlierRhythm | null;
}

export interface HeardSound {
  readonly activations: PitchActivations;
  readonly onset: OnsetStrength;
  readonly bands: SpectrumBands;
}

/** Features are kept as 16-bit integers, 256 to one. */
const steps = 256;

/** What `barFeatures` reads. */
export interface MeasuredSound extends Omit<HeardSound, 'onset'> {
  readonly onsets: OnsetEvidence;
}

export function keepSong(folder: string, song: KeptSong, { onset, ...sound }: HeardSound): void {
  keepMeasured(folder, song, { ...sound, onsets: onsetEvidence(onset, sound.activations) });
}

export function keepMeasured(
  folder: string,
  song: KeptSong,
  { activations, onsets, bands }: MeasuredSound,
): void {
  const features = barFeatures(onsets, activations, bands);
  const whole = Int16Array.from(features, (value) => Math.round(value * steps));
  const path = join(folder, song.name);
  writeFileSync(`${path}.json`, JSON.stringify(song));
  writeFileSync(`${path}.part`, new Uint8Array(whole.buffer));
  renameSync(`${path}.part`, `${path}.feat`);
}

/** Of each frame barFeatureCount. */
export function keptFeatures(folder: string, name: string): Float32Array {
  const whole = new Int16Array(new Uint8Array(readFileSync(join(folder, `${name}.feat`))).buffer);
  return Float32Array.from(whole, (value) => value / steps);
}

export const keptSong = (folder: string, name: string): KeptSong =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as KeptSong;
