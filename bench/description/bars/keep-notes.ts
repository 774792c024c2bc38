/**
 * `tsx bench/description/bars/keep-notes.ts CLIPS OUT [--performances N] [--data FOLDER]`: what the bar network of transcriptions learns from, as
 * scripts/bars/ reads songs: the notes that were heard in songs (CLIPS/sung and CLIPS/played of `--notes-to-learn`), and N performances as notes,
 * half of them without their drums; measured as the service measures a file of notes.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { beatGrid } from '../../../src/music/symbolic/beat-grid.js';
import { type MidiFile, readMidi } from '../../../src/music/symbolic/midi-reader.js';
import { percussionChannel } from '../../../src/music/symbolic/notes-as-heard.js';
import { soundingFile } from '../../../src/music/symbolic/sounding-file.js';
import { type TranscribedNote, transcriberFile } from '../../plagiarism/transcription-file.js';
import { meterOf } from '../metre/songs.js';
import { randomOf } from '../random-of.js';
import { type KeptSong, keepMeasured } from './kept-song.js';
import { performanceOf } from './performed-songs.js';
import { manySongs } from './training-songs.js';

/** As long as the longest clip that is learnt from. */
const seconds = 64;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string', default: '../shared/data' }, performances: { type: 'string' } },
});
const [clips, out] = positionals.map((folder) => resolve(folder)) as [string, string];

type Known = Pick<KeptSong, 'name' | 'collection' | 'family' | 'signature' | 'beats' | 'downbeats'>;

function keep(folder: string, known: Known, file: MidiFile): void {
  if (file.notes.length === 0) return;
  const { activations, onsets, bands, notes } = soundingFile(file);
  const about = {
    ...known,
    meter: meterOf(known.signature),
    reported: false,
    sketched: false,
    extent: [notes[0]?.startFrame ?? 0, notes.at(-1)?.endFrame ?? activations.frames] as const,
    earlier: null,
  };
  keepMeasured(folder, about, { activations, onsets, bands });
  process.stderr.write('.');
}

/** Songs that were heard keep the tempo of their band, as performances of pop do. */
function keepHeard(kind: string): void {
  const from = join(clips, kind);
  const folder = join(out, 'heard');
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(from).filter((name) => name.endsWith('.notes.json'))) {
    const song = basename(file, '.notes.json');
    const heard = JSON.parse(readFileSync(join(from, file), 'utf8')) as [number, number, number, number][];
    const notes = heard
      .filter(([start]) => start < seconds)
      .map(
        ([startSeconds, endSeconds, midi, salience]): TranscribedNote => ({
          startSeconds,
          endSeconds,
          midi,
          salience,
        }),
      );
    const grid = beatGrid(readMidi(readFileSync(join(from, `${song}.mid`))));
    const beats = Array.from(grid.seconds).filter((time) => time < seconds);
    const downbeats = grid.downbeats.filter((beat) => beat < beats.length);
    const family = song.replace(/^\w+-/, '');
    const known = { collection: 'performed pop', family, signature: `${grid.meter}/4`, beats, downbeats };
    keep(folder, { name: `${kind}-${song}`, ...known }, transcriberFile(notes));
  }
}

function keepPerformances(count: number): void {
  const folder = join(out, 'performed');
  mkdirSync(folder, { recursive: true });
  for (const song of manySongs(resolve(values.data), count)) {
    // Of pop those are heard that no table is of.
    if (song.song.collection === 'pop') continue;
    const { file, beats, downbeats } = performanceOf(song, seconds);
    const isWithoutDrums = randomOf(song.seed + 31)() < 0.5;
    const notes = file.notes.filter(({ channel }) => !isWithoutDrums || channel !== percussionChannel);
    const { collection, family, signature } = song.song;
    keep(folder, { name: song.name, collection, family, signature, beats, downbeats }, { ...file, notes });
  }
}

for (const kind of ['sung', 'played']) keepHeard(kind);
keepPerformances(Number(values.performances ?? 1000));
