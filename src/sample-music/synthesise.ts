/** Turns a piece into sound: additive voices with envelopes, drums of swept sines and noise. Pure. */
import { seededRandom } from '../signal/seeded-random.js';
import type { Piece, PieceNote, Voice } from './compose-piece.js';

interface Timbre {
  /** Amplitudes of the harmonics, the first being the fundamental. */
  readonly harmonics: readonly number[];
  readonly gain: number;
  readonly attackSeconds: number;
  /** Time constant of the decay. */
  readonly decaySeconds: number;
  readonly vibratoCents: number;
}

const timbres: Readonly<Record<'lead' | 'pad' | 'bass', Timbre>> = {
  lead: {
    harmonics: [1, 0.6, 0.45, 0.25, 0.15, 0.1, 0.06],
    gain: 0.22,
    attackSeconds: 0.01,
    decaySeconds: 0.8,
    vibratoCents: 12,
  },
  pad: { harmonics: [1, 0.35, 0.2, 0.08], gain: 0.1, attackSeconds: 0.15, decaySeconds: 6, vibratoCents: 4 },
  bass: {
    harmonics: [1, 0.5, 0.25, 0.12],
    gain: 0.28,
    attackSeconds: 0.008,
    decaySeconds: 0.4,
    vibratoCents: 0,
  },
};
const releaseSeconds = 0.04;

/** Mono samples in −1 … 1 at `sampleRateHz`. */
export function synthesise(piece: Piece, sampleRateHz: number): Float32Array {
  const samples = new Float32Array(Math.ceil(piece.durationSeconds * sampleRateHz));
  const noise = seededRandom(7);
  for (const note of piece.notes) {
    if (isPitched(note.voice)) addTone(samples, note, timbres[note.voice], sampleRateHz);
    else addDrum(samples, note, sampleRateHz, noise);
  }
  // A soft ceiling instead of clipping, as a mix has.
  for (let i = 0; i < samples.length; i++) samples[i] = Math.tanh(samples[i]! * 1.3) * 0.8;
  return samples;
}

function isPitched(voice: Voice): voice is 'lead' | 'pad' | 'bass' {
  return voice in timbres;
}

function addTone(samples: Float32Array, note: PieceNote, timbre: Timbre, sampleRateHz: number): void {
  const first = Math.round(note.startSeconds * sampleRateHz);
  const length = Math.round((note.durationSeconds + releaseSeconds) * sampleRateHz);
  const end = Math.min(samples.length, first + length);
  const frequency = 440 * 2 ** ((note.pitch - 69) / 12);
  const audible = timbre.harmonics.filter((_, index) => frequency * (index + 1) < sampleRateHz * 0.45);
  const table = waveform(audible);
  const gain = timbre.gain * note.velocity;
  const decay = Math.exp(-1 / (timbre.decaySeconds * sampleRateHz));
  const vibratoStep = (2 * Math.PI * 5.5) / sampleRateHz;
  const vibratoDepth = 2 ** (timbre.vibratoCents / 1200) - 1;
  const step = (frequency / sampleRateHz) * tableSize;
  let phase = 0;
  let level = 1;
  for (let i = first; i < end; i++) {
    const seconds = (i - first) / sampleRateHz;
    const attack = Math.min(1, seconds / timbre.attackSeconds);
    const release = Math.min(
      1,
      Math.max(0, (note.durationSeconds + releaseSeconds - seconds) / releaseSeconds),
    );
    samples[i]! += gain * level * attack * release * table[phase & (tableSize - 1)]!;
    level *= decay;
    phase += step * (1 + vibratoDepth * Math.sin((i - first) * vibratoStep));
  }
}

const tableSize = 4096;
const tables = new Map<string, Float32Array>();

/** One period of the sum of harmonics; shared by all notes that sound similar. */
function waveform(harmonics: readonly number[]): Float32Array {
  const key = harmonics.join();
  const known = tables.get(key);
  if (known) return known;
  const table = new Float32Array(tableSize);
  for (let i = 0; i < tableSize; i++) {
    for (let h = 0; h < harmonics.length; h++) {
      table[i]! += harmonics[h]! * Math.sin((2 * Math.PI * (h + 1) * i) / tableSize);
    }
  }
  tables.set(key, table);
  return table;
}

function addDrum(samples: Float32Array, note: PieceNote, sampleRateHz: number, noise: () => number): void {
  const first = Math.round(note.startSeconds * sampleRateHz);
  const end = Math.min(samples.length, first + Math.round(note.durationSeconds * sampleRateHz));
  let phase = 0;
  let before = 0;
  for (let i = first; i < end; i++) {
    const seconds = (i - first) / sampleRateHz;
    if (note.voice === 'kick') {
      phase += (2 * Math.PI * (48 + 90 * Math.exp(-seconds / 0.03))) / sampleRateHz;
      samples[i]! += 0.5 * note.velocity * Math.exp(-seconds / 0.11) * Math.sin(phase);
      continue;
    }
    const white = noise() * 2 - 1;
    if (note.voice === 'hat') {
      // The difference of neighbours: a high-pass.
      samples[i]! += 0.12 * note.velocity * Math.exp(-seconds / 0.03) * (white - before);
      before = white;
    } else {
      const body = Math.sin(2 * Math.PI * 190 * seconds) * Math.exp(-seconds / 0.06);
      samples[i]! += note.velocity * (0.16 * white * Math.exp(-seconds / 0.09) + 0.2 * body);
    }
  }
}
