/** What a song's own notes say of the key that was estimated for it, and whether a passage stands in it. */
import { chordIndex, type SongDescription, type SongKey } from '../../../music/song-description.js';

export type KeyedSong = Pick<SongDescription, 'key'> & Partial<Pick<SongDescription, 'melody' | 'chords'>>;

/** A stretch of a song, in beats. */
export interface Passage {
  readonly startBeat: number;
  readonly endBeat: number;
}

export interface KeySigns {
  /**
   * Tonics of the major keys with the signatures that the song may be written in: the key's own, and that of the old mode on its tonic that the
   * notes show (Dorian, Mixolydian), which no name of a key says.
   */
  readonly signatures: readonly number[];
  /** Share of what sounds in the passage that belongs to the key, 0 … 1; null where nothing sounds. */
  readonly fit: number | null;
  /** How long each pitch class sounds in the passage, in beats. */
  readonly sounding: readonly number[];
}

/** A chord tone beside a note of the line: three of them are a beat's chord. */
const chordToneWeight = 1 / 3;

/** By degree in semitones above the tonic; a minor key has its raised sixth and seventh too. */
const degreesOf = {
  major: new Set([0, 2, 4, 5, 7, 9, 11]),
  minor: new Set([0, 2, 3, 5, 7, 8, 9, 10, 11]),
} as const;

/** The tonic of the major key with the same signature. */
export const signatureOf = ({ tonic, mode }: SongKey): number => (mode === 'major' ? tonic : tonic + 3) % 12;

/** Of the topline and the chords. `passage`: where it is not asked, the whole song. */
export function keySigns(song: KeyedSong, key: SongKey, passage?: Passage): KeySigns {
  const { mode, tonic } = key;
  const all = soundingIn(song);
  const at = (degree: number): number => all[(tonic + degree) % 12]!;
  const signatures = [signatureOf(key)];
  const isMixolydian = mode === 'major' && at(10) > at(11);
  const isDorian = mode === 'minor' && at(9) > at(8) && at(10) > at(11);
  if (isMixolydian) signatures.push((tonic + 5) % 12);
  if (isDorian) signatures.push((tonic + 10) % 12);
  const sounding = passage ? soundingIn(song, passage) : all;
  const beats = sumOf(sounding);
  const belonging = sumOf(sounding.filter((_, pitch) => degreesOf[mode].has((pitch - tonic + 12) % 12)));
  return { signatures, fit: beats > 0 ? belonging / beats : null, sounding };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Degrees that a major key has and its parallel minor has not, and the other way round: third, sixth and seventh. */
const degreesOfMajor = [4, 9, 11];
const degreesOfMinor = [3, 8, 10];

/** Whether a passage has more of a major key's third, sixth and seventh than of its parallel minor's: above 0; below 0 the other way round. */
export function majorness({ sounding }: KeySigns, tonic: number): number {
  const among = (degrees: readonly number[]): number =>
    sumOf(degrees.map((degree) => sounding[(tonic + degree + 12) % 12]!));
  return among(degreesOfMajor) - among(degreesOfMinor);
}

/** In beats, by pitch class. */
function soundingIn({ melody, chords = [] }: KeyedSong, passage?: Passage): number[] {
  const { startBeat = 0, endBeat = Number.POSITIVE_INFINITY } = passage ?? {};
  const sounding = new Array<number>(12).fill(0);
  const add = (pitch: number, weight: number): void => {
    sounding[pitch % 12]! += weight;
  };
  for (const { onsetBeats, durationBeats, midiPitch } of melody?.topline ?? []) {
    const beats = Math.min(endBeat, onsetBeats + durationBeats) - Math.max(startBeat, onsetBeats);
    if (beats > 0) add(midiPitch, beats);
  }
  for (let beat = Math.ceil(startBeat); beat < Math.min(chords.length, endBeat); beat++) {
    const chord = chordIndex(chords[beat]!);
    if (chord < 0) continue;
    for (const step of [0, chord < 12 ? 4 : 3, 7]) add((chord % 12) + step, chordToneWeight);
  }
  return sounding;
}
