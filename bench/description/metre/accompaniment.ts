/** Accompaniments for bare tunes, from chord symbols or from chords that fit: the same tune sounds in several textures. */
import { randomOf } from '../random-of.js';
import { barQuarters, type WrittenNote } from './written-note.js';

interface ChordSymbol {
  readonly onset: number;
  readonly name: string;
}

const naturals: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

/** Root and third of a chord symbol, as pitch classes. */
function triad(name: string): readonly [root: number, third: number, fifth: number] {
  const accidental = name[1] === '#' ? 1 : name[1] === 'b' ? -1 : 0;
  const root = (naturals[name[0]!]! + accidental + 12) % 12;
  const isMinor = /^[A-G][#b]?m(?!aj)/.test(name);
  return [root, root + (isMinor ? 3 : 4), root + 7];
}

/** The triad of each bar, or of each half of a long one, that shares most with the tune there. */
function fittingChords(melody: readonly WrittenNote[], bar: number): ChordSymbol[] {
  const names = ['C', 'Dm', 'Em', 'F', 'G', 'Am', 'D', 'A', 'Bm', 'Bb', 'Gm', 'Cm', 'E', 'Eb'];
  const end = melody.reduce((last, { onset }) => Math.max(last, onset), 0);
  const chords: ChordSymbol[] = [];
  for (let onset = 0; onset <= end; onset += bar) {
    const heard = new Float64Array(12);
    for (const note of melody)
      if (note.onset >= onset && note.onset < onset + bar) heard[note.pitch % 12]! += note.duration;
    const scores = names.map((name) => triad(name).reduce((sum, tone) => sum + heard[tone % 12]!, 0));
    const best = scores.indexOf(Math.max(...scores));
    if (names[best] !== chords.at(-1)?.name) chords.push({ onset, name: names[best]! });
  }
  return chords;
}

type Texture = 'none' | 'held' | 'bars' | 'bass and chords' | 'broken' | 'beats';
const textures: readonly Texture[] = ['none', 'held', 'bars', 'bass and chords', 'broken', 'beats'];

/** `chords`: as written; where there are none, most tunes stay alone. Voices from 1 on. */
export function accompanied(
  melody: readonly WrittenNote[],
  chords: readonly ChordSymbol[],
  signature: readonly [number, number],
  seed: number,
): WrittenNote[] {
  const random = randomOf(seed + 77);
  const texture = textures[Math.floor(random() * textures.length)]!;
  const isAlone = chords.length < 4 && random() < 0.5;
  if (texture === 'none' || isAlone) return [];
  const bar = barQuarters(signature);
  const known = chords.length >= 4 ? chords : fittingChords(melody, bar);
  const isCompound = signature[1] === 8 && signature[0] > 3;
  const beat = isCompound ? 1.5 : signature[0] === 3 && signature[1] === 8 ? 0.5 : signature[1] === 2 ? 2 : 1;
  const end = melody.reduce((last, { onset, duration }) => Math.max(last, onset + duration), 0);
  const velocity = 55 + Math.floor(random() * 30);
  const notes: WrittenNote[] = [];
  const sound = (onset: number, duration: number, pitch: number, voice: number): void => {
    if (onset < end) notes.push({ onset, duration, pitch, voice, velocity });
  };
  for (const [index, { onset: from, name }] of known.entries()) {
    const to = known[index + 1]?.onset ?? end;
    const tones = triad(name);
    const low = 36 + ((tones[0] + 12 - 4) % 12) + 4;
    const chord = tones.map((tone) => 52 + ((tone + 12 - 4) % 12));
    if (texture === 'held') {
      sound(from, to - from, low, 1);
      for (const pitch of chord) sound(from, to - from, pitch, 2);
      continue;
    }
    const step = texture === 'bars' ? bar : texture === 'broken' ? (isCompound ? 0.5 : beat / 2) : beat;
    const first = Math.ceil(from / step - 0.01) * step;
    if (first > from + 0.01) sound(from, Math.min(first, to) - from, low, 1);
    for (let onset = first; onset < to - 0.01; onset += step) {
      const place = Math.round((onset % bar) / step);
      const length = Math.min(step, to - onset);
      if (texture === 'broken') sound(onset, length, [low, ...chord][place % 4]!, 1);
      else if (texture === 'bars') for (const pitch of [low, ...chord]) sound(onset, length, pitch, 2);
      else if (texture === 'beats') for (const pitch of chord) sound(onset, 0.8 * length, pitch, 2);
      else if (place === 0 || (signature[0] === 4 && place === 2)) sound(onset, length, low, 1);
      else for (const pitch of chord) sound(onset, 0.6 * length, pitch, 2);
    }
  }
  return notes;
}
