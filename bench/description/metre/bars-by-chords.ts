/**
 * Where bars of three and four quarters begin by the chords that people labelled. POP909-CL's bars are written in one grid a song,
 * and in a fifth of the songs that are in use here chords change in the middle of its bars from some place on, or all through: a bar
 * of two beats is not written, or the first bar begins half a bar late. A chord that lasts three beats or more nearly always begins
 * a bar, so such chords say where bars begin, unless a few of them disagree.
 */
import type { MeterChange, MidiFile } from '../../../src/music/symbolic/midi-reader.js';
import { grouped } from '../../grouped.js';

/** Shorter chords begin on any beat. */
const fewestBeats = 3;
/** This many chords have to speak for bars that begin elsewhere than before, and for bars that are certain. */
const fewestChords = 4;
/** Of the chords that last, this share begins certain bars; of dance tunes, whose bars are written, 0.95 do. */
const certainShare = 0.8;

/** A chord's first beat, in quarters from the first written bar, and how many it lasts. */
export interface LabelledChord {
  readonly beat: number;
  readonly beats: number;
}

/** From this beat on bars begin on beats whose remainder by those of a bar is `place`. */
export interface BarPlace {
  readonly fromBeat: number;
  readonly place: number;
}

/** The beats of the chords that last. */
export const lasting = (chords: readonly LabelledChord[]): number[] =>
  chords.filter(({ beats }) => Math.round(beats) >= fewestBeats).map(({ beat }) => Math.round(beat));

/** Whether the chords that last confirm bars at `places`. Without them bars may as well begin half a bar later. */
export function areCertain(
  chords: readonly LabelledChord[],
  places: readonly BarPlace[],
  beatsInBar: number,
): boolean {
  const beats = lasting(chords);
  const first = beats.filter((beat) => {
    const place = places.findLast(({ fromBeat }) => fromBeat <= beat)?.place ?? 0;
    return (beat - place) % beatsInBar === 0;
  });
  return beats.length >= fewestChords && first.length >= certainShare * beats.length;
}

/** The likeliest places by the Viterbi algorithm; the first one from beat 0 on. As written where there is no chord to go by. */
export function barPlaces(chords: readonly LabelledChord[], beatsInBar: number): BarPlace[] {
  const votes = lasting(chords);
  let costs = Array.from({ length: beatsInBar }, (_, place): number => (place === 0 ? 0 : fewestChords));
  const cameFrom = votes.map((beat, vote) => {
    const best = costs.indexOf(Math.min(...costs));
    const isKept = (place: number): boolean => vote === 0 || costs[place]! <= costs[best]! + fewestChords;
    const from = costs.map((_, place) => (isKept(place) ? place : best));
    costs = from.map(
      (before, place) =>
        costs[before]! + (before === place ? 0 : fewestChords) + Number((beat - place) % beatsInBar !== 0),
    );
    return from;
  });
  let place = costs.indexOf(Math.min(...costs));
  const places: BarPlace[] = [];
  for (let vote = votes.length - 1; vote > 0; vote--) {
    const before = cameFrom[vote]![place]!;
    if (before !== place) places.unshift({ fromBeat: votes[vote]!, place });
    place = before;
  }
  return [{ fromBeat: 0, place }, ...places];
}

/** Of POP909-CL: the last one. */
export const trackOfChords = ({ notes }: MidiFile): number =>
  notes.reduce((last, { track }) => Math.max(last, track), 0);

/** The chords of POP909-CL's track of them: notes that begin together. */
export function labelledChords(file: MidiFile): LabelledChord[] {
  const { notes, meters, ticksPerQuarter } = file;
  const track = trackOfChords(file);
  const start = meters[0]?.tick ?? 0;
  const byStart = grouped(
    notes.filter((note) => note.track === track),
    ({ startTick }) => startTick,
  );
  const chords: { beat: number; beats: number; pitches: string }[] = [];
  for (const [tick, own] of [...byStart].sort(([a], [b]) => a - b)) {
    const pitches = own
      .map(({ pitch }) => pitch)
      .sort()
      .join();
    const beat = (tick - start) / ticksPerQuarter;
    const last = chords.at(-1);
    if (last !== undefined) last.beats = beat - last.beat;
    const end = Math.max(...own.map(({ endTick }) => endTick));
    // A chord that is struck again goes on.
    if (last?.pitches !== pitches) chords.push({ beat, beats: (end - tick) / ticksPerQuarter, pitches });
    else last.beats += (end - tick) / ticksPerQuarter;
  }
  return chords;
}

/** The file with its bars where they begin by `places`, from silence before its first bar on; a change of the place is a bar of fewer beats. */
export function withBarsAt(file: MidiFile, places: readonly BarPlace[]): MidiFile {
  const { ticksPerQuarter } = file;
  const start = file.meters[0]?.tick ?? 0;
  const beatsInBar = file.meters[0]?.numerator ?? 4;
  const before = (beatsInBar - (places[0]?.place ?? 0)) % beatsInBar;
  const lead = before * ticksPerQuarter;
  const meters: MeterChange[] = [{ tick: start, numerator: beatsInBar, denominator: 4 }];
  let begun = 0;
  for (const { fromBeat, place } of places.slice(1)) {
    const beats = (place + before + beatsInBar - (begun % beatsInBar)) % beatsInBar;
    // The bar line of the bars so far from which the shorter bar ends at the chord, or bars later.
    const from = begun + beatsInBar * Math.floor((fromBeat + before - beats - begun) / beatsInBar);
    const tick = start + from * ticksPerQuarter;
    meters.push({ tick, numerator: beats, denominator: 4 });
    begun = from + beats;
    meters.push({ tick: start + begun * ticksPerQuarter, numerator: beatsInBar, denominator: 4 });
  }
  return {
    ...file,
    notes: file.notes.map((note) => ({
      ...note,
      startTick: note.startTick + lead,
      endTick: note.endTick + lead,
    })),
    tempos: file.tempos.map((change, at) => ({
      ...change,
      tick: at === 0 ? change.tick : change.tick + lead,
    })),
    meters,
  };
}
