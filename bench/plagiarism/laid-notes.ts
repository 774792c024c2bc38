/**
 * `npm run bench -- plagiarism --only laid-notes`: recordings by the written melody of their song alone, without chords and chroma sequences: aligned note
 * by note, and with the written notes laid upon what was heard (src/analyses/plagiarism/comparison/laid-match.ts). No search chooses the
 * pairs: each recording is compared with its own song and with some 300 others.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { evenBits, evenBitsAmong } from '../../src/analyses/plagiarism/comparison/calibration.js';
import { lineMatches, quickLook } from '../../src/analyses/plagiarism/comparison/line-matches.js';
import { type PreparedSong, prepareSong } from '../../src/analyses/plagiarism/comparison/prepared-song.js';
import { beatAtSeconds, type SongDescription, type SongNote } from '../../src/music/song-description.js';
import { ultrastarCases } from '../description/cases.js';
import { ultrastarNotes } from '../description/ultrastar.js';
import { showProgress } from '../lyrics/progress.js';
import { every, filesOf } from './evidence-collections.js';
import { openRenderings, variantAt } from './heard-renderings.js';
import { loadAnySong, loadSong } from './load-song.js';
import { popGroup } from './songs-among-many.js';
import { describeSung } from './sung-versions.js';

export interface LaidNotesOptions {
  readonly data: string;
  /** How many files are rendered. */
  readonly files: number;
  /** A folder of sung songs, NAME-SONG.wav; undefined leaves them out. */
  readonly sung: string | undefined;
  readonly cache: string | undefined;
}

/** A recording, and which written song it is of. */
interface HeardSong {
  readonly song: string;
  readonly prepared: PreparedSong;
}

interface Bits {
  readonly aligned: number;
  readonly all: number;
}

/** Different songs that each recording is compared with. */
const othersARecording = 300;

const thresholds = [evenBits, evenBitsAmong(10_000, 'transcribed')];

function bitsOf(a: PreparedSong, b: PreparedSong): Bits {
  const lines = lineMatches(a, b, quickLook(a, b));
  const most = (of: 'alignedBits' | 'bits'): number => Math.max(0, ...lines.map((line) => line[of]));
  return { aligned: most('alignedBits'), all: most('bits') };
}

/** The written notes where they are sung in the recording: their beats are the ones that are heard. */
function onHeardBeats(notes: ReturnType<typeof ultrastarNotes>, heard: SongDescription): SongDescription {
  const line = notes
    .map(({ start, end, pitch }): SongNote => {
      const onsetBeats = Math.max(0, beatAtSeconds(heard.beats, start));
      const durationBeats = Math.max(1 / 48, beatAtSeconds(heard.beats, end) - onsetBeats);
      return { onsetBeats, durationBeats, midiPitch: pitch, salience: 1 };
    })
    .sort((x, y) => x.onsetBeats - y.onsetBeats);
  return { ...heard, source: 'midi', melody: { vocal: line, instrumental: [], topline: line } };
}

/** One row: how many pairs of one song and of different ones reach the thresholds, aligned → with laid notes. */
function printRow(
  name: string,
  heard: readonly HeardSong[],
  written: ReadonlyMap<string, PreparedSong>,
): void {
  const step = Math.max(1, Math.floor(written.size / othersARecording));
  const own: Bits[] = [];
  const unrelated: Bits[] = [];
  for (const [place, { song, prepared }] of heard.entries()) {
    showProgress(name, place, heard.length);
    const notes = written.get(song);
    if (notes) own.push(bitsOf(prepared, notes));
    const others = [...written].filter(([name], at) => name !== song && (at + place) % step === 0);
    for (const [, other] of others) unrelated.push(bitsOf(prepared, other));
  }
  showProgress(name, heard.length, heard.length);
  const both = (of: (bits: (pair: Bits) => number) => string): string =>
    `${of((pair) => pair.aligned)} → ${of((pair) => pair.all)}`;
  const ranked = (bits: (pair: Bits) => number, share: number): string =>
    (unrelated.map(bits).sort((x, y) => y - x)[Math.floor(unrelated.length * share)] ?? 0).toFixed(1);
  const cells = [
    name,
    own.length,
    ...thresholds.map((least) => both((bits) => `${own.filter((pair) => bits(pair) >= least).length}`)),
    unrelated.length,
    both((bits) => ranked(bits, 0.001)),
    both((bits) => ranked(bits, 0.0001)),
    both((bits) => ranked(bits, 0)),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

export async function laidNotesFigures({ data, files, sung, cache }: LaidNotesOptions): Promise<void> {
  console.log('\nrecordings by their written melody alone, aligned note by note → with laid notes');
  const reported = thresholds.map((bits) => `${bits.toFixed(1)} bits`).join(' | ');
  console.log(
    `| recordings | of the song | ${reported} | unrelated | 1 in 1,000, bits | 1 in 10,000 | largest |`,
  );
  console.log('|---|---|---|---|---|---|---|---|');
  const real: HeardSong[] = [];
  const sheets = new Map<string, PreparedSong>();
  for (const song of ultrastarCases(data)) {
    const heard = await loadAnySong(song.source, cache);
    real.push({ song: song.name, prepared: prepareSong(heard) });
    const notes = ultrastarNotes(readFileSync(song.truth, 'latin1'));
    sheets.set(song.name, prepareSong(onHeardBeats(notes, heard)));
  }
  if (real.length > 0) printRow('real songs (UltraStar)', real, sheets);
  const pop = filesOf(join(data, 'symbolic', 'pop909_cl'), /\.mid$/);
  const written = new Map<string, PreparedSong>();
  for (const path of pop) written.set(popGroup(basename(path)), prepareSong(await loadSong(path)));
  const renderings = openRenderings(cache);
  const rendered: HeardSong[] = [];
  for (const [place, path] of every(pop, files).entries()) {
    const heard = await renderings?.heard(path, place, variantAt(place));
    if (heard) rendered.push({ song: popGroup(basename(path)), prepared: prepareSong(heard.description) });
  }
  renderings?.close();
  if (rendered.length > 0) printRow('renderings of pop songs, changed', rendered, written);
  if (sung === undefined) return;
  const voices: HeardSong[] = [];
  for (const file of readdirSync(sung).filter((name) => name.endsWith('.wav'))) {
    const name = basename(file, '.wav');
    const heard = await describeSung(sung, name, cache, false);
    const song = popGroup(`${name.slice(name.indexOf('-') + 1)}.mid`);
    voices.push({ song, prepared: prepareSong(heard) });
  }
  printRow('sung songs', voices, written);
}
