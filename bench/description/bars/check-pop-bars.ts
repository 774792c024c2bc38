/**
 * `tsx bench/description/bars/check-pop-bars.ts [--data FOLDER]`: how right bars are that are read from labelled chords (../metre/bars-by-chords.ts). Prints
 * how many tunes with chord symbols and certain bars they would move; how many songs of POP909-CL they move; and, of the songs that POP909 annotates from their
 * recordings, how many of the recording's bars begin where bars are written and where chords have them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { beatAtTick, beatGrid } from '../../../src/music/symbolic/beat-grid.js';
import { type MidiFile, readMidi } from '../../../src/music/symbolic/midi-reader.js';
import { readAbc } from '../../plagiarism/abc.js';
import {
  barPlaces,
  type LabelledChord,
  labelledChords,
  lasting,
  withBarsAt,
} from '../metre/bars-by-chords.js';
import { keepsBars } from '../metre/kept-bars.js';
import { pickupQuarters } from '../metre/written-note.js';
import { ticksOf } from './matched-files.js';
import { withoutChords } from './performed-songs.js';

const { values } = parseArgs({ options: { data: { type: 'string', default: '../shared/data' } } });
const symbolic = join(resolve(values.data), 'symbolic');
if (!existsSync(join(symbolic, 'pop909_cl'))) throw new Error(`No POP909-CL in ${symbolic}.`);

const songOf = (name: string): MidiFile => readMidi(readFileSync(join(symbolic, 'pop909_cl', name)));

tunesWithChords();
popSongs();
recordedSongs();

function tunesWithChords(): void {
  let [tunes, moved, chords, first] = [0, 0, 0, 0];
  for (const name of readdirSync(join(symbolic, 'nottingham')).filter((each) => each.endsWith('.abc')))
    for (const tune of readAbc(readFileSync(join(symbolic, 'nottingham', name), 'utf8'))) {
      const { signature, barLines } = tune;
      if (signature?.join('/') !== '4/4' || tune.chords.length < 8 || !keepsBars(barLines, signature))
        continue;
      const pickup = pickupQuarters(barLines, signature);
      const own = changes(
        tune.chords.map(({ onset, name }) => ({ beat: onset + (4 - pickup), name })),
        tune.notes.reduce(
          (end, { onsetBeats, durationBeats }) => Math.max(end, onsetBeats + durationBeats),
          0,
        ),
      );
      const long = lasting(own);
      tunes++;
      moved += Number(isMoved(own, 4));
      chords += long.length;
      first += long.filter((beat) => beat % 4 === 0).length;
    }
  console.log(
    `dances with chords in 4/4: ${moved} of ${tunes} would be moved; ${first} of ${chords} chords of three beats and more begin a bar`,
  );
}

function changes(symbols: readonly { beat: number; name: string }[], end: number): LabelledChord[] {
  const kept = symbols.filter(({ name }, at) => symbols[at - 1]?.name !== name);
  return kept.map(({ beat }, at) => ({ beat, beats: (kept[at + 1]?.beat ?? end) - beat }));
}

function isMoved(chords: readonly LabelledChord[], beatsInBar: number): boolean {
  const places = barPlaces(chords, beatsInBar);
  return places.length > 1 || places[0]!.place > 0;
}

function popSongs(): void {
  const songs = readdirSync(join(symbolic, 'pop909_cl'))
    .filter((name) => name.endsWith('.mid'))
    .map(songOf)
    .filter(({ meters }) =>
      meters.every(({ numerator, denominator }) => numerator === 4 && denominator === 4),
    );
  const moved = songs.filter((file) => isMoved(labelledChords(file), 4)).length;
  console.log(`POP909-CL in 4/4: ${moved} of ${songs.length} are moved`);
}

function recordedSongs(): void {
  let [songs, all, written, mended] = [0, 0, 0, 0];
  for (const name of readdirSync(join(symbolic, 'pop909')).filter((each) => /^\d+$/.test(each))) {
    if (!existsSync(join(symbolic, 'pop909_cl', `${name}.mid`))) continue;
    const file = songOf(`${name}.mid`);
    if (file.meters[0]?.numerator !== 4) continue;
    const folder = join(symbolic, 'pop909', name);
    const lines = readFileSync(join(folder, 'beat_audio.txt'), 'utf8').trim().split('\n');
    const counted = lines.map((line) => line.split(/\s+/).map(Number) as [number, number]);
    const original = readMidi(readFileSync(join(folder, `${name}.mid`)));
    const firsts = ticksOf(
      counted.filter(([, place]) => place === 1).map(([time]) => time),
      original,
      withoutChords(file),
    );
    const steps = firsts.slice(1).map((tick, at) => (tick - firsts[at]!) / file.ticksPerQuarter);
    const bars = steps.filter((step) => Math.abs(step - 4) < 0.5).length;
    // Others are counted at twice their tempo there, so that half of their bars begin in the middle.
    if (bars < 0.6 * steps.length) continue;
    songs++;
    all += firsts.length;
    written += beginningBars(file, firsts, 0);
    const moved = withBarsAt(file, barPlaces(labelledChords(file), 4));
    mended += beginningBars(moved, firsts, moved.notes[0]!.startTick - file.notes[0]!.startTick);
  }
  console.log(
    `${songs} songs annotated from recordings: of ${all} bars ${written} begin where they are written, ${mended} where chords have them`,
  );
}

function beginningBars(file: MidiFile, ticks: readonly number[], lead: number): number {
  const grid = beatGrid(file);
  const firsts = new Set(grid.downbeats);
  return ticks.filter((tick) => firsts.has(Math.round(beatAtTick(grid, tick + lead)))).length;
}
