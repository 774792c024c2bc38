/**
 * Songs of the kind of given ones that share no tune with them: lines by a Markov chain of their intervals in rhythms of their own,
 * over pieces of their accompaniments, in the form AABA.
 */

import {
  type LineName,
  lineNames,
  type MelodyLines,
  type SongDescription,
  type SongNote,
} from '../../src/music/song-description.js';
import { chordsOfNotes } from '../../src/music/symbolic/chords-of-notes.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { unread } from './mirrored-songs.js';

/** Songs that material comes from, with the names that a query is known by. */
export interface SourceSong {
  readonly sources: readonly string[];
  readonly description: SongDescription;
}

/** Beats of a part; of its rhythm a part takes as many from one place of a song. */
const partBeats = 32;
const form = [0, 0, 1, 0] as const;
/** How far a line goes from its middle, in semitones. */
const halfRange = 11;

type Chains = ReadonlyMap<number, readonly number[]>;

const contextOf = (before: number, last: number): number => 256 * (before + 128) + last + 128;

/** By the two intervals before it, which intervals follow in the lines of these songs. */
function intervalChains(songs: readonly SourceSong[]): ReadonlyMap<string, Chains> {
  return new Map(
    lineNames.map((name) => {
      const chains = new Map<number, number[]>();
      for (const { description } of songs) {
        const pitches = description.melody[name].map(({ midiPitch }) => midiPitch);
        for (let at = 3; at < pitches.length; at++) {
          const [a, b, c, d] = pitches.slice(at - 3, at + 1) as [number, number, number, number];
          const key = contextOf(b - a, c - b);
          if (!chains.has(key)) chains.set(key, []);
          chains.get(key)!.push(d - c);
        }
      }
      return [name, chains];
    }),
  );
}

interface Part {
  readonly melody: MelodyLines;
  readonly rest: readonly SongNote[];
}

/** Notes that begin in a stretch, counted from its start and ended with it. */
function cut(notes: readonly SongNote[], from: number, semitones = 0): SongNote[] {
  return notes
    .filter(({ onsetBeats }) => onsetBeats >= from && onsetBeats < from + partBeats)
    .map((note) => ({
      ...note,
      onsetBeats: note.onsetBeats - from,
      durationBeats: Math.min(note.durationBeats, from + partBeats - note.onsetBeats),
      midiPitch: Math.min(120, Math.max(12, note.midiPitch + semitones)),
    }));
}

export class Composer {
  private readonly chains: ReadonlyMap<string, Chains>;

  constructor(private readonly songs: readonly SourceSong[]) {
    this.chains = intervalChains(songs);
  }

  /** The same song for the same seed. */
  compose(seed: number): SourceSong {
    const random = seededRandom(seed);
    const first = this.pick(random);
    const used: SourceSong[] = [first];
    const parts = [first, this.pick(random, first.description.meter)].map((host) => {
      const rhythm = this.pick(random, first.description.meter);
      used.push(host, rhythm);
      return this.part(host.description, rhythm.description, first.description, random);
    });
    const placed = (of: (part: Part) => readonly SongNote[]): SongNote[] =>
      form.flatMap((part, place) =>
        of(parts[part]!).map((note) => ({ ...note, onsetBeats: note.onsetBeats + place * partBeats })),
      );
    const byOnset = (a: SongNote, b: SongNote): number =>
      a.onsetBeats - b.onsetBeats || a.midiPitch - b.midiPitch;
    const melody = {
      vocal: placed(({ melody: { vocal } }) => vocal),
      instrumental: placed(({ melody: { instrumental } }) => instrumental),
      topline: placed(({ melody: { topline } }) => topline),
    };
    const notes = [...placed(({ rest }) => rest), ...melody.topline].sort(byOnset);
    const { meter, tempoBpm, key, source, version } = first.description;
    const beats = Array.from({ length: form.length * partBeats + 1 }, (_, beat) => (60 * beat) / tempoBpm);
    const downbeats = beats.map((_, beat) => beat).filter((beat) => beat % meter === 0);
    return {
      sources: [...new Set(used.flatMap(({ sources }) => sources))],
      description: {
        ...unread,
        version,
        source,
        durationSeconds: beats.at(-1)!,
        tempoBpm,
        beats,
        downbeats,
        meter,
        tuningCents: 0,
        key,
        chords: chordsOfNotes(notes, beats.length),
        melody,
        notes,
        // As sure as the line was that they are made of.
        ...(first.description.possibleLeads && { possibleLeads: melody.topline }),
        tempoHypotheses: [],
      },
    };
  }

  private pick(random: () => number, meter?: number): SourceSong {
    for (let tries = 0; ; tries++) {
      const song = this.songs[Math.floor(random() * this.songs.length)]!;
      const isLong = song.description.beats.length > partBeats;
      if (tries > 1000 || (isLong && (meter === undefined || song.description.meter === meter))) return song;
    }
  }

  /** `host` accompanies, `rhythm` gives the rhythms, `first` the key and whether the lines are one. */
  private part(
    host: SongDescription,
    rhythm: SongDescription,
    first: SongDescription,
    random: () => number,
  ): Part {
    const start = ({ beats, downbeats }: SongDescription): number => {
      const starts = downbeats.filter((beat) => beat + partBeats < beats.length);
      return starts[Math.floor(random() * starts.length)] ?? 0;
    };
    const [at, from] = [start(host), start(rhythm)];
    const semitones = (((first.key?.tonic ?? 0) - (host.key?.tonic ?? 0) + 18) % 12) - 6;
    const own = new Set(host.melody.topline.map((note) => `${note.onsetBeats} ${note.midiPitch}`));
    const rest = host.notes.filter((note) => !own.has(`${note.onsetBeats} ${note.midiPitch}`));
    const lines = new Map<readonly SongNote[], SongNote[]>();
    const line = (name: LineName): SongNote[] => {
      const timed = rhythm.melody[name];
      const middle = middleOf(first.melody[name]);
      // Lines that are the same notes stay so.
      const twin = [...lines.keys()].find((other) => other.length === timed.length && timed.length > 0);
      const made = twin ? lines.get(twin)! : this.line(name, cut(timed, from), middle, random);
      lines.set(timed, made);
      return made;
    };
    const melody = { vocal: line('vocal'), instrumental: line('instrumental'), topline: line('topline') };
    return { melody, rest: cut(rest, at, semitones) };
  }

  private line(name: string, timed: readonly SongNote[], middle: number, random: () => number): SongNote[] {
    const chains = this.chains.get(name)!;
    const contexts = [...chains.keys()];
    let key = contexts[Math.floor(random() * contexts.length)] ?? 0;
    let pitch = middle;
    return timed.map((note) => {
      const follow = chains.get(key) ?? [0];
      let step = follow[Math.floor(random() * follow.length)]!;
      // Turns back at the ends of its range.
      for (let tries = 0; tries < 8 && Math.abs(pitch + step - middle) > halfRange; tries++)
        step = follow[Math.floor(random() * follow.length)]!;
      if (Math.abs(pitch + step - middle) > halfRange) step = Math.sign(middle - pitch) * Math.abs(step);
      key = contextOf((key % 256) - 128, step);
      pitch = Math.min(115, Math.max(20, pitch + step));
      return { ...note, midiPitch: pitch };
    });
  }
}

function middleOf(line: readonly SongNote[]): number {
  const pitches = line.map(({ midiPitch }) => midiPitch).sort((a, b) => a - b);
  return pitches[pitches.length >> 1] ?? 67;
}
