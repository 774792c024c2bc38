/**
 * Songs whose metre is written, for learning and judging bars: scores and tunes of several collections, as files of notes.
 * `family`: of variants of one tune, where the data's own list or the title says so.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { MidiFile } from '../../../src/music/symbolic/midi-reader.js';
import { readMidi } from '../../../src/music/symbolic/midi-reader.js';
import { type AbcTune, readAbc, readAbcVoices } from '../../plagiarism/abc.js';
import { readKernScore } from '../../plagiarism/kern.js';
import { accompanied } from './accompaniment.js';
import { areCertain, barPlaces, labelledChords, withBarsAt } from './bars-by-chords.js';
import { keepsBars } from './kept-bars.js';
import { played } from './playing.js';
import { barQuarters, pickupQuarters, type WrittenNote } from './written-note.js';

export interface MetreSong {
  readonly id: string;
  readonly collection: string;
  readonly family: string;
  /** As written: `6/8`. */
  readonly signature: string;
  readonly file: MidiFile;
  /** Whether its bars lie where the score has them, all through; of pop songs, whether their chords confirm them. */
  readonly keepsBars: boolean;
}

/** Notes of voices, moved so that a bar begins at 0. */
function fromFirstBar(voices: readonly AbcTune[], signature: readonly [number, number]): WrittenNote[] {
  const pickup = pickupQuarters(voices[0]!.barLines, signature);
  const shift = pickup > 0 ? barQuarters(signature) - pickup : 0;
  return voices.flatMap(({ notes }, voice) =>
    notes.map(({ onsetBeats, durationBeats, midiPitch }) => ({
      onset: onsetBeats + shift,
      duration: durationBeats,
      pitch: midiPitch,
      voice,
    })),
  );
}

const files = (folder: string, ending: RegExp): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => ending.test(name))
        .sort()
        .map((name) => join(folder, name))
    : [];

const plainTitle = (title: string): string =>
  title
    .toLowerCase()
    .replace(/^the |, the$|\(.*\)/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** Of tunes with chord symbols or without; every tune is accompanied in one way or in none. */
function tunes(collection: string, path: string): MetreSong[] {
  return readAbc(readFileSync(path, 'utf8')).flatMap((tune, index): MetreSong[] => {
    const { signature } = tune;
    if (signature === null || tune.notes.length < 40) return [];
    const seed = index + 1000 * basename(path).length;
    const melody = fromFirstBar([tune], signature);
    const shift = melody[0]!.onset - tune.notes[0]!.onsetBeats;
    const chords = tune.chords.map(({ onset, name }) => ({ onset: onset + shift, name }));
    return [
      {
        id: `${basename(path, '.abc')}:${tune.number}:${index}`,
        collection,
        family: plainTitle(tune.title),
        signature: signature.join('/'),
        file: played([...melody, ...accompanied(melody, chords, signature, seed)], signature, seed),
        keepsBars: keepsBars(tune.barLines, signature),
      },
    ];
  });
}

function hymns(symbolic: string): MetreSong[] {
  return files(join(symbolic, 'openhymnal'), /\.abc$/).flatMap((path, index): MetreSong[] => {
    const voices = readAbcVoices(readFileSync(path, 'utf8'));
    const signature = voices[0]!.signature ?? null;
    if (signature === null || voices.length < 3) return [];
    const notes = fromFirstBar(voices, signature);
    const family = `tune ${basename(path, '.abc').split('-').at(-1)!}`;
    const id = `openhymnal/${basename(path)}`;
    return [
      {
        id,
        collection: 'hymns',
        family,
        signature: signature.join('/'),
        file: played(notes, signature, index),
        keepsBars: keepsBars(voices[0]!.barLines, signature),
      },
    ];
  });
}

function chorales(symbolic: string): MetreSong[] {
  return files(join(symbolic, 'bach_chorales'), /\.krn$/).flatMap((path, index): MetreSong[] => {
    const text = readFileSync(path, 'utf8');
    const score = readKernScore(text);
    if (score === null) return [];
    const bar = barQuarters(score.signature);
    const shift = score.pickup > 0 && score.pickup < bar - 0.01 ? bar - score.pickup : 0;
    const notes = score.voices.flatMap((notes, voice) =>
      notes.map(({ onsetBeats, durationBeats, midiPitch }) => ({
        onset: onsetBeats + shift,
        duration: durationBeats,
        pitch: midiPitch,
        voice,
      })),
    );
    const title = /!!!OTL@@DE: (.*)/.exec(text)?.[1]?.trim() ?? path;
    const signature = score.signature.join('/');
    return [
      {
        id: `bach_chorales/${basename(path)}`,
        collection: 'chorales',
        family: `chorale ${title}`,
        signature,
        file: played(notes, score.signature, index),
        keepsBars: keepsBars(score.barLines, score.signature),
      },
    ];
  });
}

/** MIDI files of one metre throughout. */
function midiSongs(collection: string, folder: string, isKnown: (name: string) => boolean): MetreSong[] {
  return files(folder, /\.mid$/).flatMap((path): MetreSong[] => {
    const name = basename(path, '.mid');
    if (isKnown(name)) return [];
    const file = readMidi(readFileSync(path));
    const meters = file.meters.filter(({ numerator }, at) => at > 0 || numerator !== 1);
    const signatures = new Set(meters.map(({ numerator, denominator }) => `${numerator}/${denominator}`));
    if (signatures.size !== 1) return [];
    const id = path.split('/').slice(-3).join('/');
    return [
      {
        id,
        collection,
        family: `${collection} ${name}`,
        signature: [...signatures][0]!,
        file,
        keepsBars: true,
      },
    ];
  });
}

/** Families of the list of variants, by file. */
function listedFamilies(symbolic: string): ReadonlyMap<string, string> {
  const path = join(symbolic, 'tune_variant_groups.dev.tsv');
  if (!existsSync(path)) return new Map();
  const rows = readFileSync(path, 'utf8').split(/\r?\n/).slice(1);
  return new Map(rows.map((row) => row.split('\t')).map(([group, file]) => [file!, `variants ${group}`]));
}

/** 3 where three beats make a bar, 4 otherwise: as a description of the written song has it (beat-grid.ts). */
export function meterOf(signature: string): 3 | 4 {
  const top = Number(signature.split('/')[0]);
  const bottom = Number(signature.split('/')[1]);
  return top === 3 || top === 9 || (bottom === 4 && top === 6) ? 3 : 4;
}

/** POP909's own songs: descriptions are judged on them. */
function popSongs(symbolic: string): ReadonlySet<string> {
  const folder = join(symbolic, 'pop909');
  return new Set(existsSync(folder) ? readdirSync(folder) : []);
}

/** Bars of POP909-CL as people labelled its chords; all others as they are. */
export function withLabelledBars(song: MetreSong): MetreSong {
  const inQuarters = /^([34])\/4$/.exec(song.signature);
  if (song.collection !== 'pop' || inQuarters === null) return song;
  const beatsInBar = Number(inQuarters[1]);
  const chords = labelledChords(song.file);
  const places = barPlaces(chords, beatsInBar);
  return {
    ...song,
    file: withBarsAt(song.file, places),
    keepsBars: areCertain(chords, places, beatsInBar),
  };
}

const isJudged = ({ signature }: MetreSong): boolean => /^(2|3|4|6|9|12)\/\d+$/.test(signature);

/** What the choice of the metre is fitted on, with bars as they are written: none of the songs that are reported. */
export function fittingSongs(data: string): MetreSong[] {
  const symbolic = join(data, 'symbolic');
  const families = listedFamilies(symbolic);
  const pop = popSongs(symbolic);
  const reported = new Set(
    [...families]
      .filter(([file]) => /^(carols|anthem_midi|freedoom_midi)/.test(file))
      .map(([, family]) => family),
  );
  const songs = [
    ...files(join(symbolic, 'nottingham'), /\.abc$/).flatMap((path) => tunes('dances with chords', path)),
    ...['airdsAirs', 'oneills1850', 'ryansMammoth'].flatMap((name) =>
      files(join(symbolic, 'tune_collections'), new RegExp(`${name}\\.abc$`)).flatMap((path) =>
        tunes(name, path),
      ),
    ),
    ...hymns(symbolic),
    ...chorales(symbolic),
    ...midiSongs('pop', join(symbolic, 'pop909_cl'), (name) => pop.has(name)),
  ];
  return songs
    .map((song) => ({ ...song, family: families.get(song.id) ?? song.family }))
    .filter((song) => isJudged(song) && !reported.has(song.family));
}

/** For the report only. */
export function reportedSongs(data: string): MetreSong[] {
  const symbolic = join(data, 'symbolic');
  const ownPop = popSongs(symbolic);
  return [
    ...midiSongs('carols', join(symbolic, 'carols'), () => false),
    ...midiSongs('anthems', join(symbolic, 'anthem_midi'), () => false),
    ...midiSongs('anthems', join(data, 'recordings/anthems'), () => false),
    ...midiSongs('games', join(symbolic, 'freedoom_midi'), () => false),
    ...midiSongs('pop', join(symbolic, 'pop909_cl'), (name) => !ownPop.has(name)),
  ]
    .filter(isJudged)
    .map(withLabelledBars);
}
