/** The songs that the bar network learns from, in a mixed order, and how often each is performed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beatGrid } from '../../../src/music/symbolic/beat-grid.js';
import type { MidiFile } from '../../../src/music/symbolic/midi-reader.js';
import { grouped } from '../../grouped.js';
import { fittingSongs, type MetreSong, meterOf, withLabelledBars } from '../metre/songs.js';
import { randomOf } from '../random-of.js';

export interface TrainingSong {
  readonly song: MetreSong;
  readonly seed: number;
  readonly name: string;
}

type Kind = 'three' | 'nine' | 'compound' | 'other';
/** How many songs, and how many performances of each. */
type Plan = Readonly<Record<string, readonly [songs: number, each: number]>>;

/** By collection and kind. */
const renderedPlan: Plan = {
  'hymns three': [60, 2],
  'hymns compound': [5, 2],
  'hymns other': [100, 1],
  'chorales three': [40, 2],
  'chorales other': [75, 1],
  'dances with chords three': [60, 2],
  'dances with chords nine': [10, 1],
  'dances with chords compound': [45, 1],
  'dances with chords other': [70, 1],
  'airdsAirs three': [45, 1],
  'airdsAirs nine': [8, 1],
  'airdsAirs compound': [18, 1],
  'airdsAirs other': [35, 1],
  'oneills1850 three': [60, 1],
  'oneills1850 nine': [10, 1],
  'oneills1850 compound': [18, 1],
  'oneills1850 other': [35, 1],
  'ryansMammoth nine': [8, 1],
  'ryansMammoth compound': [15, 1],
  'ryansMammoth other': [30, 1],
  'pop three': [25, 3],
  'pop compound': [5, 2],
  'pop other': [160, 1],
};
/** Of families that the shipped network has not learnt from, for the choice among counts: by collection and kind. */
const furtherPlan: Plan = {
  'hymns other': [60, 1],
  'chorales other': [90, 1],
  'dances with chords three': [10, 4],
  'dances with chords nine': [10, 3],
  'dances with chords compound': [55, 1],
  'dances with chords other': [65, 1],
  'airdsAirs three': [10, 4],
  'airdsAirs nine': [14, 1],
  'airdsAirs compound': [45, 1],
  'airdsAirs other': [60, 1],
  'oneills1850 three': [126, 2],
  'oneills1850 nine': [25, 1],
  'oneills1850 compound': [45, 1],
  'oneills1850 other': [60, 1],
  'ryansMammoth nine': [20, 1],
  'ryansMammoth compound': [45, 1],
  'ryansMammoth other': [60, 1],
  'pop three': [10, 4],
  'pop compound': [5, 3],
  'pop other': [130, 1],
};
/** Of performances that are made in great numbers: shares of collections, and how much more often rare metres are drawn within one. */
const shares: Readonly<Record<string, number>> = {
  pop: 0.25,
  hymns: 0.11,
  chorales: 0.11,
  'dances with chords': 0.18,
  airdsAirs: 0.1,
  oneills1850: 0.15,
  ryansMammoth: 0.1,
};
const kindWeights: Readonly<Record<Kind, number>> = { three: 2, nine: 1.5, compound: 1.2, other: 1 };
/** By kind, of collections with many songs in three and with few. */
const sketchedPlans: Readonly<Record<'many' | 'few', Plan>> = {
  many: { three: [70, 2], nine: [25, 1], compound: [60, 1], other: [120, 1] },
  few: { three: [70, 4], nine: [10, 2], compound: [20, 3], other: [150, 1] },
};

function kindOf({ signature }: MetreSong): Kind {
  if (signature === '9/8') return 'nine';
  if (meterOf(signature) === 3) return 'three';
  return /\/8$/.test(signature) ? 'compound' : 'other';
}

/** How many of each list the shipped network has learnt from. */
const [learntRendered, learntSketched] = [420, 1300];

export function furtherSongs(data: string): TrainingSong[] {
  const learnt = new Set(
    [...plannedSongs(data).slice(0, learntRendered), ...sketchedSongs(data).slice(0, learntSketched)].map(
      ({ song }) => song.family,
    ),
  );
  const list: TrainingSong[] = [];
  for (const [key, songs] of byCollectionAndKind(data)) {
    const [count, each] = furtherPlan[key] ?? [0, 0];
    const unknown = songs.filter(({ family }) => !learnt.has(family));
    const random = randomOf(key.length * 53 + key.charCodeAt(0));
    for (const [index, song] of mixed(unknown, random).slice(0, count).entries())
      for (let time = 0; time < each; time++)
        list.push({
          song,
          seed: 20_000 + list.length * 13 + time,
          name: `further-${song.collection.split(' ')[0]}-${kindOf(song)}-${index}-${time}`,
        });
  }
  return mixed(list, randomOf(6)).filter(({ song }) => song.keepsBars);
}

export function renderedSongs(data: string): TrainingSong[] {
  return plannedSongs(data).filter(({ song }) => song.keepsBars);
}

/** With those whose bars are not certain, so that neither names nor order of the others depend on them. */
function plannedSongs(data: string): TrainingSong[] {
  const list: TrainingSong[] = [];
  for (const [key, songs] of byCollectionAndKind(data)) {
    const [count, each] = renderedPlan[key] ?? [0, 0];
    const random = randomOf(key.length * 77 + key.charCodeAt(0));
    for (const [index, song] of mixed(songs, random).slice(0, count).entries())
      for (let time = 0; time < each; time++)
        list.push({
          song,
          seed: list.length * 13 + time,
          name: `${song.collection.split(' ')[0]}-${kindOf(song)}-${index}-${time}`,
        });
  }
  return mixed(list, randomOf(5));
}

export function sketchedSongs(data: string): TrainingSong[] {
  const list = [...byCollectionAndKind(data)].flatMap(([key, songs]) => {
    const plan = sketchedPlans[/hymns|chorales|pop/.test(key) ? 'few' : 'many'];
    const [count, each] = plan[kindOf(songs[0]!)]!;
    return mixed(songs, randomOf(key.length * 31 + 7))
      .slice(0, count)
      .flatMap((song, index) =>
        Array.from({ length: each }, (_, time) => ({
          song,
          name: `sketch-${key.replaceAll(' ', '_')}-${index}-${time}`,
        })),
      );
  });
  return mixed(
    list.map((each, seed) => ({ ...each, seed: seed + 5000 })),
    randomOf(77),
  );
}

/** `count` performances: a song is performed again when all others of its collection and kind have been. */
export function manySongs(data: string, count: number): TrainingSong[] {
  const random = randomOf(907);
  const certain = [...byCollectionAndKind(data).values()].flatMap((songs) => {
    const own = songs.filter(({ keepsBars }) => keepsBars);
    return own.length === 0 ? [] : [own];
  });
  const decks = certain.map((songs) => {
    const { collection } = songs[0]!;
    const kind = kindOf(songs[0]!);
    // By the root of the number, so that a kind with few songs is neither rare nor performed too often.
    return {
      songs,
      collection,
      weight: kindWeights[kind] * Math.sqrt(songs.length),
      left: [] as MetreSong[],
    };
  });
  const sums = new Map<string, number>();
  for (const { collection, weight } of decks) sums.set(collection, (sums.get(collection) ?? 0) + weight);
  const odds = decks.map(
    ({ collection, weight }) => ((shares[collection] ?? 0) * weight) / sums.get(collection)!,
  );
  const all = odds.reduce((sum, each) => sum + each, 0);
  return Array.from({ length: count }, (_, index): TrainingSong => {
    let drawn = random() * all;
    const at = odds.findIndex((each) => {
      drawn -= each;
      return drawn < 0;
    });
    const deck = decks[at < 0 ? 0 : at]!;
    if (deck.left.length === 0) deck.left = mixed(deck.songs, random);
    return { song: deck.left.pop()!, seed: 100_000 + 13 * index, name: `many-${index}` };
  });
}

function byCollectionAndKind(data: string): Map<string, MetreSong[]> {
  const shifted = shiftedPopSongs(data);
  const songs = fittingSongs(data).filter((song) => song.collection !== 'pop' || hasRightBars(song, shifted));
  return grouped(songs.map(withLabelledBars), (song) => `${song.collection} ${kindOf(song)}`);
}

function mixed<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

/** Numbers of songs of POP909-CL whose log names a shifted start. */
function shiftedPopSongs(data: string): ReadonlySet<number> {
  const path = join(data, 'symbolic/pop909_cl/midi_operations.json');
  if (!existsSync(path)) return new Set();
  const log = JSON.parse(readFileSync(path, 'utf8')) as Record<string, { operation: string }[]>;
  const isShifted = (steps: readonly { operation: string }[]): boolean =>
    steps.some(({ operation }) => operation === 'shift_start_beat');
  return new Set(
    Object.keys(log)
      .filter((number) => isShifted(log[number]!))
      .map(Number),
  );
}

/**
 * POP909-CL's first hundred songs and those of `shifted` begin their bars on any beat ("Truth that has to be mended",
 * docs/measurements/description-bars-tried.md); so do those whose low notes lie longest on a beat that neither begins nor halves a bar.
 */
function hasRightBars({ id, file }: MetreSong, shifted: ReadonlySet<number>): boolean {
  const number = Number(/(\d+)[^/]*$/.exec(id)?.[1] ?? 0);
  if (number <= 100 || shifted.has(number)) return false;
  const { downbeats, ticks, meter } = beatGrid(file);
  const places = new Map<number, number>();
  for (const [bar, first] of downbeats.entries())
    for (let beat = first; beat < (downbeats[bar + 1] ?? ticks.length); beat++)
      places.set(beat, beat - first);
  const lengths = new Float64Array(meter);
  const near = 60;
  let beat = 0;
  for (const { startTick, endTick } of lowNotes(file)) {
    while (beat + 1 < ticks.length && ticks[beat + 1]! <= startTick + near) beat++;
    if (Math.abs(ticks[beat]! - startTick) < near)
      lengths[(places.get(beat) ?? 0) % meter]! += endTick - startTick;
  }
  const longest = lengths.indexOf(Math.max(...lengths));
  return longest === 0 || (meter === 4 && longest === 2);
}

const lowNotes = ({ notes }: MidiFile): MidiFile['notes'] =>
  notes.filter(({ pitch }) => pitch < 55).sort((a, b) => a.startTick - b.startTick);
