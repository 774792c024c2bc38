/** A song's spectrum sketched from its notes, in sounds that are drawn for each song. */
import type { MidiFile } from '../../../src/music/symbolic/midi-reader.js';
import { notesSpectrum, type Timbre } from '../../../src/music/symbolic/notes-spectrum.js';
import type { TempoMap } from '../../../src/music/symbolic/tempo-map.js';
import type { SpectrumBands } from '../../../src/signal/centre-salience.js';
import { randomOf } from '../random-of.js';

export function sketchedSpectrum(file: MidiFile, map: TempoMap, frames: number, seed: number): SpectrumBands {
  const random = randomOf(seed + 333);
  const timbres = new Map<number, Timbre>();
  const isSoft = random() < 0.5;
  const timbreOf = ({ track }: { readonly track: number }): Timbre => {
    const known = timbres.get(track) ?? drawnTimbre(isSoft, random);
    timbres.set(track, known);
    return known;
  };
  let level: number | null = null;
  // Drawn after all timbres: the first floor is asked for when every note has sounded.
  const floor = (): number => {
    level ??= 10 ** (-2 - 4 * random());
    return level * (0.5 + random());
  };
  return notesSpectrum(file.notes, map, frames, { timbreOf, noise: random, floor });
}

const drawnTimbre = (isSoft: boolean, random: () => number): Timbre => ({
  slope: 0.8 + random() * 2,
  attackFrames: (isSoft ? 1 : 0) + random() * (isSoft ? 6 : 1),
  decayFrames: isSoft && random() < 0.7 ? 500 : 12 + random() * 60,
});
