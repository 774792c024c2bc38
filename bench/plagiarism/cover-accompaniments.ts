/** Ways in which players accompany: each sets a bar's chords anew, for instruments of its own. */
import type { CoverChord, CoverNote } from './cover-material.js';

/** A note of a cover and who plays it. */
export interface PlayedNote extends CoverNote {
  /** General MIDI program; drums where null. */
  readonly program: number | null;
  /** Of the tune: what a singer would sing. */
  readonly isTune?: boolean;
}

export interface Style {
  readonly name: string;
  /** General MIDI programs that play the tune. */
  readonly leads: readonly number[];
  readonly isSwung: boolean;
  /** How much the tempo of bars sways; 0.03 is 3 % from one bar to the next. */
  readonly sway: number;
  /** `chord` sounds from its onset, for its beats. */
  accompany(chord: CoverChord): PlayedNote[];
  /** Of one bar. */
  drums(bar: number, beatsPerBar: number): PlayedNote[];
}

const third = ({ isMinor }: CoverChord): number => (isMinor ? 3 : 4);
const triad = (chord: CoverChord, from: number): number[] =>
  [0, third(chord), 7].map((step) => from + ((((chord.root + step - from) % 12) + 12) % 12));
const low = (pitchClass: number, from: number): number => from + ((((pitchClass - from) % 12) + 12) % 12);

/** The chord's beats in steps; the last one may be shorter. */
function steps(chord: CoverChord, length: number): { at: number; beats: number; step: number }[] {
  const count = Math.ceil(chord.beats / length - 1e-6);
  return Array.from({ length: count }, (_, step) => ({
    at: chord.onset + step * length,
    beats: Math.min(length, chord.beats - step * length),
    step,
  }));
}

const drum = (onset: number, pitch: number, velocity: number): PlayedNote => ({
  onset,
  beats: 0.2,
  pitch,
  velocity,
  program: null,
});

const rockDrums = (bar: number, beatsPerBar: number): PlayedNote[] =>
  Array.from({ length: 2 * beatsPerBar }, (_, half) => {
    const at = bar * beatsPerBar + half / 2;
    const hits = [drum(at, 42, 60)];
    if (half % 2 === 0) hits.push(half % 4 === 0 ? drum(at, 36, 95) : drum(at, 38, 90));
    return hits;
  }).flat();

const swingDrums = (bar: number, beatsPerBar: number): PlayedNote[] =>
  Array.from({ length: beatsPerBar }, (_, beat) => {
    const at = bar * beatsPerBar + beat;
    return beat % 2 === 0 ? [drum(at, 51, 65)] : [drum(at, 51, 75), drum(at + 0.5, 51, 55), drum(at, 44, 60)];
  }).flat();

export const styles: readonly Style[] = [
  {
    name: 'piano ballad',
    leads: [0, 68, 40, 73],
    isSwung: false,
    sway: 0.03,
    accompany: (chord) => {
      const tones = triad(chord, 52);
      const turn = [tones[0]!, tones[1]!, tones[2]!, tones[1]!];
      return [
        { onset: chord.onset, beats: chord.beats, pitch: low(chord.root, 36), velocity: 62, program: 0 },
        ...steps(chord, 0.5).map(({ at, step }) => ({
          onset: at,
          beats: 0.6,
          pitch: turn[step % 4]!,
          velocity: 52,
          program: 0,
        })),
      ];
    },
    drums: () => [],
  },
  {
    name: 'guitar',
    leads: [73, 22, 24, 71],
    isSwung: false,
    sway: 0.015,
    accompany: (chord) =>
      steps(chord, 1).flatMap(({ at, beats, step }) => [
        ...(step % 2 === 0
          ? [
              {
                onset: at,
                beats,
                pitch: low(step % 4 === 0 ? chord.bass : chord.root + 7, 40),
                velocity: 66,
                program: 24,
              },
            ]
          : []),
        ...triad(chord, 55).map((pitch, place) => ({
          onset: at + 0.5 + 0.02 * place,
          beats: 0.4,
          pitch,
          velocity: 56,
          program: 25,
        })),
      ]),
    drums: () => [],
  },
  {
    name: 'rock',
    leads: [65, 80, 29, 52],
    isSwung: false,
    sway: 0.004,
    // Power chords: the third is left out.
    accompany: (chord) =>
      steps(chord, 0.5).flatMap(({ at, beats }) => [
        { onset: at, beats: 0.9 * beats, pitch: low(chord.root, 28), velocity: 78, program: 33 },
        { onset: at, beats: 0.8 * beats, pitch: low(chord.root, 45), velocity: 58, program: 30 },
        { onset: at, beats: 0.8 * beats, pitch: low(chord.root, 45) + 7, velocity: 55, program: 30 },
      ]),
    drums: rockDrums,
  },
  {
    name: 'bossa nova',
    leads: [73, 11, 66, 24],
    isSwung: false,
    sway: 0.008,
    accompany: (chord) =>
      steps(chord, 2).flatMap(({ at, beats }) => [
        { onset: at, beats: 0.75 * beats, pitch: low(chord.root, 36), velocity: 66, program: 32 },
        {
          onset: at + 0.75 * beats,
          beats: 0.25 * beats,
          pitch: low(chord.root + 7, 36),
          velocity: 58,
          program: 32,
        },
        ...[0, 0.75, 1.5].flatMap((onset) =>
          onset < beats
            ? [...triad(chord, 54), low(chord.root + (chord.isMinor ? 10 : 11), 54)].map((pitch) => ({
                onset: at + onset,
                beats: 0.4,
                pitch,
                velocity: 52,
                program: 24,
              }))
            : [],
        ),
      ]),
    drums: (bar, beatsPerBar) =>
      Array.from({ length: 2 * beatsPerBar }, (_, half) => drum(bar * beatsPerBar + half / 2, 70, 45)),
  },
  {
    name: 'strings',
    leads: [40, 68, 60, 73],
    isSwung: false,
    sway: 0.035,
    accompany: (chord) =>
      [low(chord.bass, 36), ...triad(chord, 55)].map((pitch, place) => ({
        onset: chord.onset,
        beats: chord.beats,
        pitch,
        velocity: place === 0 ? 66 : 58,
        program: place === 0 ? 42 : 48,
      })),
    drums: () => [],
  },
  {
    name: 'swing combo',
    leads: [66, 56, 11, 26],
    isSwung: true,
    sway: 0.006,
    accompany: (chord) => {
      const walk = [0, third(chord), 7, 9];
      return steps(chord, 1).flatMap(({ at, beats, step }) => [
        {
          onset: at,
          beats: 0.9 * beats,
          pitch: low(chord.root, 33) + walk[step % 4]!,
          velocity: 70,
          program: 32,
        },
        ...(step % 2 === 1
          ? [low(chord.root + third(chord), 53), low(chord.root + (chord.isMinor ? 10 : 11), 53)].map(
              (pitch) => ({
                onset: at + 0.5,
                beats: 0.3,
                pitch,
                velocity: 55,
                program: 0,
              }),
            )
          : []),
      ]);
    },
    drums: swingDrums,
  },
];
