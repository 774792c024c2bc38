/** Writes small pieces of music: chords, a bass, a melody that goes somewhere, and drums, all from one seed. */

import { seededRandom } from '../signal/seeded-random.js';

export type Voice = 'lead' | 'pad' | 'bass' | 'kick' | 'snare' | 'hat';

export interface PieceNote {
  readonly voice: Voice;
  readonly startSeconds: number;
  readonly durationSeconds: number;
  /** MIDI number; meaningless for drums. */
  readonly pitch: number;
  /** 0 to 1. */
  readonly velocity: number;
}

export interface Piece {
  readonly title: string;
  readonly durationSeconds: number;
  readonly notes: readonly PieceNote[];
}

interface Character {
  readonly title: string;
  readonly beatsPerMinute: number;
  /** MIDI number of the tonic, in the octave of the chords. */
  readonly tonic: number;
  readonly scale: readonly number[];
  /** Scale degrees (0 = tonic), one chord a bar. */
  readonly progression: readonly number[];
  readonly stepsPerBar: number;
  readonly density: number;
}

const major = [0, 2, 4, 5, 7, 9, 11];
const minor = [0, 2, 3, 5, 7, 8, 10];
const dorian = [0, 2, 3, 5, 7, 9, 10];

const characters: readonly Character[] = [
  {
    title: 'Harbour Lights',
    beatsPerMinute: 96,
    tonic: 60,
    scale: major,
    progression: [0, 4, 5, 3],
    stepsPerBar: 8,
    density: 0.75,
  },
  {
    title: 'Paper Lanterns',
    beatsPerMinute: 124,
    tonic: 57,
    scale: minor,
    progression: [0, 5, 2, 6],
    stepsPerBar: 16,
    density: 0.55,
  },
  {
    title: 'Slow Train North',
    beatsPerMinute: 72,
    tonic: 62,
    scale: dorian,
    progression: [0, 3, 0, 6],
    stepsPerBar: 8,
    density: 0.6,
  },
  {
    title: 'Copper Wire',
    beatsPerMinute: 140,
    tonic: 55,
    scale: minor,
    progression: [0, 6, 5, 6],
    stepsPerBar: 16,
    density: 0.7,
  },
  {
    title: 'Summer Attic',
    beatsPerMinute: 108,
    tonic: 65,
    scale: major,
    progression: [0, 5, 1, 4],
    stepsPerBar: 8,
    density: 0.85,
  },
  {
    title: 'A Stranger',
    beatsPerMinute: 116,
    tonic: 58,
    scale: dorian,
    progression: [0, 2, 3, 4],
    stepsPerBar: 16,
    density: 0.6,
  },
];

/** How many different pieces there are. */
export const pieceCount = characters.length;

/** The piece with this index, 0 … pieceCount − 1, at least `seconds` long (whole bars). */
export function composePiece(index: number, seconds: number): Piece {
  const character = characters[index];
  if (!character) throw new RangeError(`there are pieces 0 to ${pieceCount - 1}`);
  const random = seededRandom(1000 + index);
  const barSeconds = (4 * 60) / character.beatsPerMinute;
  const bars = Math.ceil(seconds / barSeconds);
  const notes: PieceNote[] = [];
  let degree = 7;
  for (let bar = 0; bar < bars; bar++) {
    const at = bar * barSeconds;
    const root = character.progression[bar % character.progression.length]!;
    notes.push(...chordNotes(character, root, at, barSeconds), ...drumNotes(bar, at, barSeconds, random));
    const step = barSeconds / character.stepsPerBar;
    for (let slot = 0; slot < character.stepsPerBar; slot++) {
      if (random() > character.density) continue;
      // Mostly steps, sometimes a leap, drawn back to the middle of the range.
      const leap = random() < 0.2 ? 3 : 1;
      degree += Math.round((random() * 2 - 1) * 2 * leap + (8 - degree) * 0.15);
      const length = random() < 0.3 ? 2 : 1;
      notes.push({
        voice: 'lead',
        startSeconds: at + slot * step,
        durationSeconds: step * length * 0.92,
        pitch: pitchOf(character, degree) + 12,
        velocity: 0.6 + 0.4 * random(),
      });
    }
  }
  return { title: character.title, durationSeconds: bars * barSeconds, notes };
}

function pitchOf({ tonic, scale }: Character, degree: number): number {
  const octave = Math.floor(degree / scale.length);
  return tonic + 12 * octave + scale[degree - octave * scale.length]! - 12;
}

function chordNotes(character: Character, root: number, at: number, barSeconds: number): PieceNote[] {
  const pad = [0, 2, 4].map((third) => ({
    voice: 'pad' as const,
    startSeconds: at,
    durationSeconds: barSeconds,
    pitch: pitchOf(character, root + third + 7),
    velocity: 0.5,
  }));
  const bass = [0, 1.5, 2, 3].map((beat, index) => ({
    voice: 'bass' as const,
    startSeconds: at + (beat * barSeconds) / 4,
    durationSeconds: barSeconds / 5,
    pitch: pitchOf(character, root + (index === 3 ? 4 : 0)) - 12,
    velocity: 0.9,
  }));
  return [...pad, ...bass];
}

function drumNotes(bar: number, at: number, barSeconds: number, random: () => number): PieceNote[] {
  const hit = (voice: Voice, eighth: number, velocity: number): PieceNote => ({
    voice,
    startSeconds: at + (eighth * barSeconds) / 8,
    durationSeconds: 0.25,
    pitch: 0,
    velocity,
  });
  const hits = [hit('kick', 0, 1), hit('kick', 4, 0.9), hit('snare', 2, 0.8), hit('snare', 6, 0.8)];
  for (let eighth = 0; eighth < 8; eighth++) hits.push(hit('hat', eighth, 0.3 + 0.3 * random()));
  if (bar % 4 === 3) hits.push(hit('snare', 7, 0.6), hit('kick', 5, 0.7));
  return hits;
}
