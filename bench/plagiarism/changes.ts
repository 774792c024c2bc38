/**
 * A generator of songs that take over a tune: what people change, one change after the other, with the same numbers for the
 * same name. Works on descriptions of notes, so that any folder of MIDI, ABC or kern gives training pairs.
 */
import type { SongDescription, SongNote } from '../../src/music/song-description.js';
import { describeNotes } from '../../src/music/symbolic/describe-midi.js';
import { skyline } from '../../src/music/symbolic/skyline.js';
import { shuffle } from '../shuffle.js';
import type { BenchSong } from './load-song.js';

type Random = () => number;

/** A tune and what accompanies it, in beats. */
interface Piece {
  readonly tune: readonly SongNote[];
  readonly rest: readonly SongNote[];
  readonly meter: 3 | 4;
  readonly beats: number;
}

interface Change {
  readonly name: string;
  apply(piece: Piece, random: Random): Piece;
}

/** The same numbers for the same text. */
export function randomOf(text: string): Random {
  let state = 7;
  for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 0x5bd1e995);
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

const both = ({ tune, rest, ...others }: Piece, change: (note: SongNote) => SongNote): Piece => ({
  ...others,
  tune: tune.map(change),
  rest: rest.map(change),
});

/** The beat that a place of a bar is moved to, where four beats become three or three become four. */
function otherMetre(piece: Piece): Piece {
  const from = piece.meter;
  const to = from === 4 ? 3 : 4;
  // The last beats of a bar are pressed into one, or its last beat is stretched to two.
  const place = (beat: number): number => {
    const bar = Math.floor(beat / from);
    const inBar = beat - bar * from;
    const moved =
      from === 4 ? (inBar < 2 ? inBar : 2 + (inBar - 2) / 2) : inBar < 2 ? inBar : 2 + (inBar - 2) * 2;
    return bar * to + moved;
  };
  const moved = both(piece, (note) => {
    const onsetBeats = place(note.onsetBeats);
    return {
      ...note,
      onsetBeats,
      durationBeats: Math.max(1 / 48, place(note.onsetBeats + note.durationBeats) - onsetBeats),
    };
  });
  return { ...moved, meter: to, beats: Math.ceil(place(piece.beats)) };
}

const split = (note: SongNote): [SongNote, SongNote] => {
  const half = note.durationBeats / 2;
  return [
    { ...note, durationBeats: half },
    { ...note, onsetBeats: note.onsetBeats + half, durationBeats: half },
  ];
};

const tuneOnly = (
  name: string,
  change: (tune: readonly SongNote[], random: Random) => SongNote[],
): Change => ({
  name,
  apply: (piece, random) => ({ ...piece, tune: change(piece.tune, random) }),
});

const ofTen = (random: Random): number => Math.floor(10 * random());

const triad = (chord: number): number[] =>
  [0, chord < 12 ? 4 : 3, 7].map((step) => 48 + ((chord + step) % 12));

/** Block chords or broken chords in place of the accompaniment; `isOther` takes other chords that hold the tune's notes. */
function reharmonised({ tune, ...piece }: Piece, random: Random, isBroken: boolean): Piece {
  const rest: SongNote[] = [];
  for (let bar = 0; bar < piece.beats; bar += piece.meter) {
    const inside = tune.filter(({ onsetBeats }) => onsetBeats >= bar && onsetBeats < bar + piece.meter);
    const weight = (chord: number): number =>
      inside.reduce((sum, { midiPitch, durationBeats }) => {
        const isTone = triad(chord).some((tone) => (tone - midiPitch) % 12 === 0);
        return sum + (isTone ? durationBeats : 0);
      }, 0.5 * random());
    const chord = Array.from({ length: 24 }, (_, one) => one).sort((x, y) => weight(y) - weight(x))[
      Math.floor(2 * random())
    ]!;
    const tones = triad(chord);
    if (isBroken) {
      for (let step = 0; step < 2 * piece.meter; step++)
        rest.push({
          onsetBeats: bar + step / 2,
          durationBeats: 0.5,
          midiPitch: tones[[0, 2, 1, 2][step % 4]!]!,
          salience: 0.6,
        });
    } else
      for (const midiPitch of tones)
        rest.push({ onsetBeats: bar, durationBeats: piece.meter, midiPitch, salience: 0.6 });
  }
  return { ...piece, tune, rest };
}

/** What people do to a tune that they take over. */
const changes: readonly Change[] = [
  {
    name: 'another key',
    apply(piece, random) {
      const semitones = Math.floor(11 * random()) - 5;
      return both(piece, (note) => ({
        ...note,
        midiPitch: Math.min(120, Math.max(12, note.midiPitch + semitones)),
      }));
    },
  },
  { name: 'another metre', apply: otherMetre },
  {
    name: 'half or double values',
    apply(piece, random) {
      const ratio = random() < 0.5 ? 0.5 : 2;
      const moved = both(piece, (note) => ({
        ...note,
        onsetBeats: note.onsetBeats * ratio,
        durationBeats: note.durationBeats * ratio,
      }));
      return { ...moved, beats: Math.ceil(piece.beats * ratio) };
    },
  },
  tuneOnly('ornaments', (tune, random) =>
    tune.flatMap((note) => {
      const what = ofTen(random);
      const [first, second] = split(note);
      if (what === 0) return [{ ...first, midiPitch: note.midiPitch + 2 }, second];
      if (what === 1) return [first, { ...second, midiPitch: note.midiPitch - 1 }];
      return [note];
    }),
  ),
  tuneOnly('notes left out', (tune, random) => tune.filter(() => random() > 0.15)),
  tuneOnly('notes repeated', (tune, random) =>
    tune.flatMap((note) => (ofTen(random) < 2 ? split(note) : [note])),
  ),
  tuneOnly('other notes', (tune, random) =>
    tune.map((note) => {
      if (ofTen(random) > 1) return note;
      return { ...note, midiPitch: note.midiPitch + [-3, -2, -1, 1, 2, 3][Math.floor(6 * random())]! };
    }),
  ),
  tuneOnly('another rhythm', (tune, random) => {
    const moved = [...tune];
    for (let at = 0; at + 1 < moved.length; at++) {
      const [one, next] = [moved[at]!, moved[at + 1]!];
      if (random() > 0.3) continue;
      const total = next.onsetBeats + next.durationBeats - one.onsetBeats;
      const share = [0.25, 0.5, 0.75][Math.floor(3 * random())]!;
      moved[at] = { ...one, durationBeats: share * total };
      moved[at + 1] = {
        ...next,
        onsetBeats: one.onsetBeats + share * total,
        durationBeats: (1 - share) * total,
      };
      at++;
    }
    return moved;
  }),
  {
    name: 'phrases in another order',
    apply(piece, random) {
      const length = 8 * piece.meter;
      const parts = Math.max(1, Math.floor(piece.beats / length));
      const order = Array.from({ length: parts }, (_, part) => part);
      shuffle(order, random);
      const placed = (notes: readonly SongNote[]): SongNote[] =>
        order.flatMap((part, place) =>
          notes
            .filter(({ onsetBeats }) => onsetBeats >= part * length && onsetBeats < (part + 1) * length)
            .map((note) => ({ ...note, onsetBeats: note.onsetBeats + (place - part) * length })),
        );
      return { ...piece, tune: placed(piece.tune), rest: placed(piece.rest), beats: parts * length };
    },
  },
  { name: 'other chords', apply: (piece, random) => reharmonised(piece, random, false) },
  { name: 'broken chords', apply: (piece, random) => reharmonised(piece, random, true) },
  { name: 'without accompaniment', apply: (piece) => ({ ...piece, rest: [] }) },
];

function pieceOf({ melody, notes, meter, beats, downbeats }: SongDescription): Piece {
  const shift = downbeats[0] ?? 0;
  const tune = melody.topline;
  const own = new Set(tune.map((note) => `${note.onsetBeats.toFixed(3)} ${note.midiPitch}`));
  const rest = notes.filter((note) => !own.has(`${note.onsetBeats.toFixed(3)} ${note.midiPitch}`));
  const moved = (list: readonly SongNote[]): SongNote[] =>
    list
      .filter(({ onsetBeats }) => onsetBeats >= shift)
      .map((note) => ({ ...note, onsetBeats: note.onsetBeats - shift }));
  return { tune: moved(tune), rest: moved(rest), meter, beats: Math.max(meter, beats.length - shift) };
}

function describedPiece(
  { tune, rest, meter, beats: count }: Piece,
  bpm: number,
  isMisheard: boolean,
): SongDescription {
  const byOnset = (a: SongNote, b: SongNote): number =>
    a.onsetBeats - b.onsetBeats || a.midiPitch - b.midiPitch;
  const notes = [...tune, ...rest].filter(({ durationBeats }) => durationBeats > 0).sort(byOnset);
  const downbeats: number[] = [];
  for (let beat = 0; beat < count; beat += meter) downbeats.push(beat);
  const line = skyline(isMisheard ? notes : [...tune].sort(byOnset));
  const grid = {
    ticks: Float64Array.from({ length: count + 1 }, (_, beat) => beat * 480),
    seconds: Float64Array.from({ length: count + 1 }, (_, beat) => (beat * 60) / bpm),
    downbeats,
    meter,
  };
  return describeNotes(notes, { vocal: [], instrumental: [], topline: line }, grid);
}

/** A song that takes over the tune of another: `count` changes of the list, another tempo, sometimes its upper voice as the tune. */
export function changed(
  song: BenchSong,
  count: number,
  seed: string,
): BenchSong & { readonly changes: readonly string[] } {
  const random = randomOf(`${song.id} ${seed}`);
  let piece = pieceOf(song.description);
  const chosen: string[] = [];
  while (chosen.length < count) {
    const change = changes[Math.floor(changes.length * random())]!;
    if (chosen.includes(change.name)) continue;
    chosen.push(change.name);
    piece = change.apply(piece, random);
  }
  const isMisheard = piece.rest.length > 0 && random() < 0.15;
  if (isMisheard) chosen.push('upper voice');
  const bpm = 80 + 60 * random();
  return {
    id: `${song.id} changed ${seed}`,
    group: song.group,
    description: describedPiece(piece, bpm, isMisheard),
    from: song,
    changes: chosen,
  };
}

/** Another song with four to eight bars of this one's tune in it, in its own key and metre. */
export function quoting(song: BenchSong, other: BenchSong, seed: string): BenchSong {
  const random = randomOf(`${song.id} in ${other.id} ${seed}`);
  const [own, host] = [pieceOf(song.description), pieceOf(other.description)];
  const bars = 4 + Math.floor(5 * random());
  const length = bars * own.meter;
  const from = own.meter * Math.floor((random() * Math.max(1, own.beats - length)) / own.meter);
  const at = host.meter * Math.floor((random() * host.beats) / host.meter);
  const semitones = Math.floor(11 * random()) - 5;
  const quoted = own.tune
    .filter(({ onsetBeats }) => onsetBeats >= from && onsetBeats < from + length)
    .map((note) => ({
      ...note,
      onsetBeats: note.onsetBeats - from + at,
      midiPitch: note.midiPitch + semitones,
    }));
  const kept = host.tune.filter(({ onsetBeats }) => onsetBeats < at || onsetBeats >= at + length);
  const piece = { ...host, tune: [...kept, ...quoted], beats: Math.max(host.beats, at + length) };
  return {
    id: `${song.id} in ${other.id}`,
    group: song.group,
    description: describedPiece(piece, 110, false),
    from: song,
  };
}
