/** The rows on sound: recordings and renderings, described as the service describes them. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findSoundfont, renderMidi } from '../description/cases.js';
import { inTurn } from '../in-turn.js';
import { evidenceOfPairs, printPairs, printStrongest, strongestOf } from './false-alarms.js';
import { type BenchSong, isAudio, loadAnySong, loadSong } from './load-song.js';
import { variantOf, variants } from './midi-variants.js';
import { printTable, searchTable } from './tables.js';

/** Every recording below a folder, by its path in it. */
export function audioFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isAudio).sort();
}

/** Group: an anthem's country, or the number that copies of one recording carry. */
export async function described(
  folder: string,
  files: readonly string[],
  cache?: string,
  seconds = 3600,
): Promise<BenchSong[]> {
  const songs: BenchSong[] = [];
  for (const file of files) {
    const anthem = /^anthems\/(\w+)_[A-Z]\./.exec(file) ?? /(?:^|\/)(\d{6})[_.]/.exec(file);
    const description = await loadAnySong(join(folder, file), cache, seconds);
    songs.push({ id: file, group: anthem ? anthem[1]! : null, description });
    process.stderr.write('.');
  }
  process.stderr.write('\n');
  return songs;
}

/**
 * `recordings`: with a folder `anthems` of `<country>_<version>.<ending>` and `<country>.mid`; all other sound below it
 * is distractors. `tunes`: written songs for the false alarms; `accompanied`: MIDI files of other songs.
 */
export async function recordingFigures(
  recordings: string,
  anthemMidi: string,
  tunes: readonly BenchSong[],
  accompanied: readonly BenchSong[],
  cache?: string,
): Promise<void> {
  const songs = await described(recordings, audioFiles(recordings), cache);
  const anthems = songs.filter((song) => song.id.startsWith('anthems/'));
  printTable(await searchTable('same anthem, other recording, among all recordings', anthems, songs));
  const scoreNames = readdirSync(join(recordings, 'anthems')).filter((name) => name.endsWith('.mid'));
  const scores = await inTurn(scoreNames, async (name): Promise<BenchSong> => {
    const path = join(recordings, 'anthems', name);
    return { id: name, group: name.slice(0, -4), description: await loadSong(path) };
  });
  const others = await inTurn(readdirSync(anthemMidi), async (name): Promise<BenchSong> => {
    const description = await loadSong(join(anthemMidi, name));
    return { id: name, group: null, description };
  });
  printTable(
    await searchTable('anthem recording to its MIDI, among anthems', anthems, [...scores, ...others]),
  );
  const melodies = [...scores, ...others, ...tunes];
  printTable(await searchTable('anthem recording to its MIDI, among tunes too', anthems, melodies, {}));
  const all = [...melodies, ...accompanied, ...songs.filter((song) => !anthems.includes(song))];
  const name = 'anthem recording to its MIDI, among tunes, other MIDI files and recordings';
  printTable(await searchTable(name, anthems, all, {}));
  printStrongest(`recordings against ${tunes.length} written tunes`, await strongestOf(songs, tunes));
  printPairs('recordings of different songs', evidenceOfPairs(songs));
}

/** Queries: every variant of every MIDI file, rendered and described. Pool: the files themselves, rendered plainly. */
export async function renderingFigures(
  files: readonly string[],
  distractors: readonly string[],
  seconds: number,
  cache?: string,
): Promise<void> {
  const soundfont = findSoundfont();
  if (soundfont === null) {
    console.log('renderings skipped: no General MIDI soundfont (apt install fluidsynth fluid-soundfont-gm)');
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-bench-renderings-'));
  try {
    const render = async (bytes: Uint8Array, name: string): Promise<BenchSong['description']> => {
      const kept = cache === undefined ? folder : join(cache, 'renderings');
      mkdirSync(kept, { recursive: true });
      const wav = join(kept, `${name}.wav`);
      const midi = join(folder, 'song.mid');
      writeFileSync(midi, bytes);
      await renderMidi(midi, soundfont, wav);
      const description = await loadAnySong(wav, cache, seconds);
      rmSync(wav);
      process.stderr.write('.');
      return description;
    };
    const pool: BenchSong[] = [];
    for (const [place, file] of [...files, ...distractors].entries()) {
      const group = place < files.length ? file : null;
      pool.push({ id: file, group, description: await render(readFileSync(file), `plain-${place}`) });
    }
    const queries: BenchSong[] = [];
    const midi = await inTurn(files, async (file): Promise<BenchSong> => {
      const description = await loadSong(file);
      return { id: file, group: file, description };
    });
    for (const variant of variants) {
      const own: BenchSong[] = [];
      for (const [place, file] of files.entries()) {
        const bytes = variantOf(readFileSync(file), variant, place);
        const description = await render(bytes, `variant-${place}`);
        own.push({ id: `${file} ${variant.name}`, group: file, description });
      }
      printTable(await searchTable(`${variant.name} to the plain rendering`, own, pool));
      queries.push(...own);
    }
    printTable(await searchTable('all variants to the plain rendering', queries, pool));
    printTable(await searchTable('all variants to the MIDI file', queries, midi));
    printPairs(
      'plain renderings of different songs',
      evidenceOfPairs(pool.map((song) => ({ ...song, group: null }))),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** MIDI files of a data set for the renderings; empty where it is not there. */
export function midiFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.midi?$/i.test(name))
    .sort()
    .map((name) => join(folder, name));
}
