/** Which voices of a piece carry the sung line, the accompaniment's lead, and what one would hum. */
import type { LineName, MelodyLines, SongNote } from '../song-description.js';
import { isBlockChords } from './block-chords.js';
import { skyline } from './skyline.js';

/** Notes that belong together as written: a track and channel, or a staff. Sorted by onset. */
export interface Voice {
  readonly name: string;
  /** General MIDI program, 0 … 127. */
  readonly program: number;
  readonly notes: readonly SongNote[];
}

/** Whole words of a voice's name. "Lead" and "Single Coil" name guitars more often than singers. */
const sungWords = new Set(
  (
    'melody melodies melodie melodia vocal vocals voc voice voices voix vox sing sings singer singers singing sang gesang ' +
    'stimme canto cantus soprano sopran lyric lyrics choir chor leadvocal leadvocals leadvox'
  ).split(' '),
);
const leadWords = new Set(['lead', 'solo']);
const instrumentWords = new Set(
  (
    'guitar guitars gtr guit piano keys keyboard synth organ sax saxophone flute trumpet trombone clarinet oboe violin viola ' +
    'cello strings string brass bass drum drums bell bells'
  ).split(' '),
);
const accompanyingName = /bass|drum|perc|chord|accomp|pad|string|left|strum|harmon|alto|tenor|l\.?h\.?$/i;
/** General MIDI: choir aahs, voice oohs, synth voice, lead 6 (voice), pad 4 (choir). */
const choirPrograms = new Set([52, 53, 54, 85, 91]);

/** Words repeat notes: this share of notes that move is movement enough. */
const enoughMoves = 0.7;

interface Rated {
  readonly voice: Voice;
  readonly line: readonly SongNote[];
  readonly sung: boolean;
  readonly score: number;
}

export interface SelectedLines {
  readonly melody: MelodyLines;
  /** Lines beside the topline's voice that are the upper notes of block chords (block-chords.ts). */
  readonly chordLines: readonly LineName[];
}

/**
 * Rates every voice by its name, register, movement and how single its notes are, in the manner of track
 * selection by rules (Madsen and Widmer 2007; Rizo et al. 2006), and takes each chosen voice's skyline. The vocal
 * line exists only where a name or program says that someone sings; the topline is the best voice of all. Without their
 * names, the melody of 20 of 23 pop songs (POP909) is the best voice.
 */
export function selectLines(voices: readonly Voice[]): SelectedLines {
  const rated = voices.map(rate).sort((a, b) => b.score - a.score);
  const best = rated[0];
  if (!best) return { melody: { vocal: [], instrumental: [], topline: [] }, chordLines: [] };
  const vocal = rated.find((one) => one.sung);
  const instrumental = rated.find((one) => one !== vocal);
  const isOfChords = (one: Rated | undefined): boolean =>
    one !== undefined && one !== best && isBlockChords(one.voice.notes, one.line);
  const chordLines: LineName[] = [];
  if (isOfChords(vocal)) chordLines.push('vocal');
  if (isOfChords(instrumental)) chordLines.push('instrumental');
  return {
    melody: { vocal: vocal?.line ?? [], instrumental: instrumental?.line ?? [], topline: best.line },
    chordLines,
  };
}

/** The lines alone. */
export function selectMelodies(voices: readonly Voice[]): MelodyLines {
  return selectLines(voices).melody;
}

/** Whether the file says that the voice is a melody or a leading one, by name or program. */
export function namesMelody({ name, program }: Voice): boolean {
  const { isMelody, isLead } = named(name);
  return isMelody || isLead || choirPrograms.has(program);
}

function named(name: string): { isMelody: boolean; isLead: boolean; isInstrument: boolean } {
  const words = wordsOf(name);
  const isAmong = (list: ReadonlySet<string>): boolean => words.some((word) => list.has(word));
  return {
    isMelody: isAmong(sungWords),
    isLead: isAmong(leadWords),
    isInstrument: isAmong(instrumentWords),
  };
}

function rate(voice: Voice): Rated {
  const line = marked(skyline(voice.notes));
  const { isMelody, isLead, isInstrument } = named(voice.name);
  const sung = (isMelody && !isInstrument) || choirPrograms.has(voice.program);
  let pitchSum = 0;
  let sounding = 0;
  let moves = 0;
  for (let index = 0; index < line.length; index++) {
    const note = line[index]!;
    pitchSum += note.midiPitch;
    sounding += note.durationBeats;
    if (index > 0 && note.midiPitch !== line[index - 1]!.midiPitch) moves++;
  }
  const count = Math.max(1, line.length);
  const total = voice.notes.reduce((sum, note) => sum + note.durationBeats, 0);
  const singleness = total > 0 ? Math.min(1, sounding / total) : 0;
  const register = -Math.abs(pitchSum / count - 70) / 12;
  const extent = 0.4 * Math.log2(1 + Math.min(line.length, notesATurn * distinctTurns(line)));
  let score = singleness + register + extent + Math.min(enoughMoves, moves / count);
  if (isMelody) score += 3;
  else if (isLead) score += 2;
  if (choirPrograms.has(voice.program)) score += 0.5;
  if (accompanyingName.test(voice.name)) score -= 2;
  if (voice.program >= 32 && voice.program < 40) score -= 2;
  if (line.length < 8) score -= 2;
  return { voice, line, sung, score };
}

/** "LeadVox_2" and "Lead Vox 2" are the same words. */
function wordsOf(name: string): string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
}

/** Intervals in a turn of a line, and the notes that count for each different turn. */
const turnIntervals = 4;
/** Tunes with their repeats have at most five (133 tracks that are named melodies); an arpeggio that goes round has many. */
const notesATurn = 4;

function distinctTurns(line: readonly SongNote[]): number {
  const turns = new Set<string>();
  const steps: number[] = [];
  for (let index = 1; index < line.length; index++) {
    steps.push(line[index]!.midiPitch - line[index - 1]!.midiPitch);
    if (steps.length > turnIntervals) steps.shift();
    turns.add(steps.join());
  }
  return turns.size;
}

/** In a line a written note is certain, however softly it is played. */
function marked(line: readonly SongNote[]): SongNote[] {
  return line.map((note) => ({ ...note, salience: 1 }));
}
