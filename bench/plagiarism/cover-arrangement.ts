/** A pop song as its band would record it, and as other people would play it: MIDI files made from the notes of one. */
import type { MidiNote, TempoChange } from '../../src/music/symbolic/midi-reader.js';
import { tempoMap } from '../../src/music/symbolic/tempo-map.js';
import { randomOf } from './changes.js';
import { type PlayedNote, styles } from './cover-accompaniments.js';
import type { CoverChord, CoverMaterial } from './cover-material.js';
import { ornamented } from './cover-tune.js';
import { writeMidiFile } from './midi-variants.js';

const ticksPerQuarter = 480;
/** Bars of a verse or chorus: what is left out or played in another order. */
const blockBars = 8;
const introBars = 4;
const drumChannel = 9;

type Random = () => number;
const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)]!;

/** A song as a band plays it. */
export interface Arrangement {
  /** With the tune on an instrument of its own. */
  readonly midi: Uint8Array;
  /** For a singer: all but the tune, and the tune, no two notes of which sound at once. */
  readonly band: Uint8Array;
  readonly tune: readonly SungNote[];
}

export interface SungNote {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly midi: number;
}

/** `seconds` of the song: all but the tune as written, with drums. */
export function original(material: CoverMaterial, name: string, seconds: number): Arrangement {
  const random = randomOf(`original ${name}`);
  const lead = pick([22, 40, 52, 65, 66, 71, 73, 80], random);
  const accompaniment = pick([0, 1, 4, 24, 25], random);
  const notes: PlayedNote[] = [
    ...material.tune.map((note) => ({ ...note, velocity: 100, program: lead, isTune: true })),
    ...material.rest.map((note) => ({
      ...note,
      velocity: Math.round(0.6 * note.velocity),
      program: accompaniment,
    })),
  ];
  const style = styles.find((one) => one.name === 'rock')!;
  for (let bar = 0; bar < material.bars; bar++) notes.push(...style.drums(bar, material.beatsPerBar));
  const bpm = material.bpm * (0.85 + 0.4 * random());
  return written(notes, material.beatsPerBar, bpm, 0.004, seconds, random);
}

export interface Cover extends Arrangement {
  readonly style: string;
  readonly form: string;
  readonly rhythm: string;
}

/**
 * `seconds` of the song in another key, at another and swaying tempo, by other instruments, with its chords simplified and set anew, its
 * tune ornamented and its form changed. `other`: the song that an introduction comes from.
 */
export function coverOf(material: CoverMaterial, other: CoverMaterial, name: string, seconds: number): Cover {
  const random = randomOf(`cover ${name}`);
  const style = pick(styles, random);
  const { form, order } = formOf(Math.floor(material.bars / blockBars), random);
  const semitones = pick([-5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6], random);
  const hasIntro = random() < 0.5;
  const rhythm = style.isSwung
    ? 'swung'
    : pick(['as written', 'swung', 'straight', 'anticipated'] as const, random);
  const block = blockBars * material.beatsPerBar;
  const start = hasIntro ? introBars * material.beatsPerBar : 0;
  const placed = <T extends { readonly onset: number }>(list: readonly T[]): T[] =>
    order.flatMap((from, to) =>
      list
        .filter(({ onset }) => onset >= from * block && onset < (from + 1) * block)
        .map((one) => ({ ...one, onset: one.onset + (to - from) * block + start })),
    );
  const tune = ornamented(placed(material.tune), rhythm, random);
  const octave = pick([0, 0, 0, -12, 12], random);
  const lead = pick(style.leads, random);
  const notes: PlayedNote[] = tune.map((note) => ({
    ...note,
    pitch: inRange(note.pitch + octave),
    velocity: 92 + Math.floor(16 * random()),
    program: lead,
    isTune: true,
  }));
  const chords = placed(material.chords);
  if (hasIntro)
    chords.push(...other.chords.filter(({ onset, beats }) => onset >= 0 && onset + beats <= start));
  for (const chord of chords) notes.push(...style.accompany(random() < 0.12 ? relative(chord) : chord));
  for (let bar = 0; bar < order.length * blockBars + (hasIntro ? introBars : 0); bar++)
    notes.push(...style.drums(bar, material.beatsPerBar));
  const moved = notes.map((note) => {
    const onset = rhythm === 'swung' ? swung(note.onset) : note.onset;
    const pitch = note.program === null ? note.pitch : inRange(note.pitch + semitones);
    return { ...note, onset: Math.max(0, onset + 0.03 * (random() - 0.5)), pitch };
  });
  const bpm = material.bpm * 0.75 * (1.33 / 0.75) ** random();
  const played = written(moved, material.beatsPerBar, bpm, style.sway, seconds, random);
  return { ...played, style: style.name, form: hasIntro ? `${form}, other introduction` : form, rhythm };
}

/** Blocks in the order in which a cover plays them. */
function formOf(blocks: number, random: Random): { form: string; order: number[] } {
  const all = Array.from({ length: blocks }, (_, block) => block);
  const form = pick(
    ['as written', 'a verse left out', 'two parts swapped', 'begins with a later part'],
    random,
  );
  if (form === 'a verse left out') return { form, order: all.filter((block) => block !== 1) };
  if (form === 'two parts swapped') return { form, order: [0, 2, 1, ...all.slice(3)].slice(0, blocks) };
  if (form === 'begins with a later part') return { form, order: [2, ...all] };
  return { form, order: all };
}

/** The relative chord: A minor in place of C major, and the other way round. */
function relative(chord: CoverChord): CoverChord {
  const root = (chord.root + (chord.isMinor ? 3 : 9)) % 12;
  return { ...chord, root, bass: root, isMinor: !chord.isMinor };
}

const inRange = (pitch: number): number => (pitch > 100 ? pitch - 12 : pitch < 28 ? pitch + 12 : pitch);

/** Second eighths come at two thirds of the beat. */
function swung(onset: number): number {
  const inBeat = onset - Math.floor(onset);
  return Math.floor(onset) + (inBeat < 0.5 ? (inBeat * 4) / 3 : 2 / 3 + ((inBeat - 0.5) * 2) / 3);
}

/** Its tempo sways from bar to bar and slows down at the end of every block. */
function written(
  notes: readonly PlayedNote[],
  beatsPerBar: number,
  bpm: number,
  sway: number,
  seconds: number,
  random: Random,
): Arrangement {
  const tempos: TempoChange[] = [];
  let [deviation, time, beats] = [0, 0, 0];
  for (let bar = 0; time < seconds; bar++, beats += beatsPerBar) {
    deviation = 0.8 * deviation + sway * (2 * random() - 1);
    const slower = bar % blockBars === blockBars - 1 ? 1 - 2 * sway : 1;
    const microsecondsPerQuarter = Math.round(60e6 / (bpm * (1 + deviation) * slower));
    tempos.push({ tick: beats * ticksPerQuarter, microsecondsPerQuarter });
    time += (beatsPerBar * microsecondsPerQuarter) / 1e6;
  }
  const played = notes.filter(({ onset }) => onset < beats);
  return {
    midi: fileOf(played, tempos),
    band: fileOf(
      played.filter(({ isTune }) => !isTune),
      tempos,
    ),
    tune: sungNotes(
      played.filter(({ isTune }) => isTune),
      tempos,
    ),
  };
}

function fileOf(notes: readonly PlayedNote[], tempos: readonly TempoChange[]): Uint8Array {
  const programs = [...new Set(notes.map(({ program }) => program))].filter((program) => program !== null);
  const channels = new Map(
    programs.map((program, place) => [program, place < drumChannel ? place : place + 1]),
  );
  const midiNotes = notes.map((note): MidiNote => {
    const channel = note.program === null ? drumChannel : channels.get(note.program)!;
    return {
      startTick: Math.round(note.onset * ticksPerQuarter),
      endTick: Math.round((note.onset + note.beats) * ticksPerQuarter),
      pitch: note.pitch,
      velocity: Math.max(1, note.velocity),
      channel,
      track: channel,
      program: note.program ?? 0,
    };
  });
  return writeMidiFile({ ticksPerQuarter, notes: midiNotes, tempos, meters: [], trackNames: [] }, 1);
}

/** Each note ends where the next one begins; of notes that begin at once the highest is sung. */
function sungNotes(tune: readonly PlayedNote[], tempos: readonly TempoChange[]): SungNote[] {
  const map = tempoMap({ tempos, ticksPerQuarter });
  const seconds = (beat: number): number => map.secondsAt(beat * ticksPerQuarter);
  const sorted = [...tune].sort((a, b) => a.onset - b.onset || b.pitch - a.pitch);
  return sorted.flatMap(({ onset, beats, pitch }, at) => {
    const startSeconds = seconds(onset);
    const endSeconds = seconds(Math.min(onset + beats, sorted[at + 1]?.onset ?? Number.POSITIVE_INFINITY));
    const isSecond = at > 0 && seconds(sorted[at - 1]!.onset) === startSeconds;
    return isSecond || endSeconds <= startSeconds ? [] : [{ startSeconds, endSeconds, midi: pitch }];
  });
}
