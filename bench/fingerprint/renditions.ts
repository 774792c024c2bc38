/** Another rendition of the same notes is no copy: MIDI files played with two soundfonts, each asked for in the other's. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resample } from '../../src/signal/resample.js';
import { BenchCatalogue } from './catalogue.js';
import { loosenMidi } from './loosen-midi.js';
import { interval, printTable, showProgress } from './report.js';
import { filesIn, halfOf } from './songs.js';
import { stretchedWindow } from './stretched-queries.js';
import { asBytes, asFloats, isInstalled, runTool } from './tools.js';

export interface RenditionOptions {
  readonly midiFolder: string;
  /** Two files. */
  readonly soundfonts: readonly string[];
  /** Files played at most. */
  readonly limit: number;
  /** The asked rendition's tempo over the registered one's. */
  readonly tempo: number;
  /** Whether a stretcher changes the pitch or the tempo of what is asked for. */
  readonly stretched: 'plain' | 'reverberant' | undefined;
  readonly cacheFolder: string;
  readonly half: 'A' | 'B' | undefined;
}

const rate = 16_000;
const playedRate = 22_050;
/** The beginning of a piece that is played, and the length and places of the windows asked for in it. */
const playedSeconds = 50;
const windowSeconds = 20;
const windowShares = [0.2, 0.75];

/** Prints how many windows of one soundfont's renditions are called copies of the other's. */
export async function measureRenditions(options: RenditionOptions): Promise<void> {
  if (options.soundfonts.length !== 2) throw new Error('Two soundfonts are needed: --soundfonts A.sf2,B.sf2');
  if (!isInstalled('fluidsynth')) throw new Error('fluidsynth is not installed.');
  const files = chosenMidi(options);
  const rows: Counts[] = [];
  for (const direction of [0, 1]) rows.push(await inOneDirection(files, direction, options));
  const sum = (name: keyof Counts): number => rows.reduce((total, row) => total + row[name], 0);
  const asked = sum('asked');
  console.log(
    `\nOther renditions of the same notes: ${files.length} MIDI files, two soundfonts, each asked for in the other's, tempo ×${options.tempo}${options.stretched ? `, pitch or tempo changed (${options.stretched})` : ''}:`,
  );
  printTable(
    ['windows of 20 s', 'called a copy', '95 % interval', 'possible', 'files registered', 'CPU ms a window'],
    [
      [
        asked,
        sum('flagged'),
        interval(sum('flagged'), asked),
        sum('similar'),
        `${rows[0]!.registered} and ${rows[1]!.registered}`,
        (sum('cpuMs') / Math.max(1, asked)).toFixed(0),
      ],
    ],
  );
}

interface Counts {
  readonly asked: number;
  readonly flagged: number;
  readonly similar: number;
  readonly registered: number;
  readonly cpuMs: number;
}

/** By folder and name, so that a limit takes the same files on every machine, of all folders. */
export function chosenMidi({
  midiFolder,
  limit,
  half,
}: Pick<RenditionOptions, 'midiFolder' | 'limit' | 'half'>): string[] {
  return filesIn(midiFolder, new Set(['.mid', '.midi']))
    .map((path) => ({ path, name: hashOf(path.split('/').slice(-2).join('/')) }))
    .filter(({ name }) => half === undefined || halfOf(name.slice(0, 12)) === half)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .slice(0, limit)
    .map(({ path }) => path);
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

async function inOneDirection(
  files: readonly string[],
  direction: number,
  options: RenditionOptions,
): Promise<Counts> {
  const catalogue = await BenchCatalogue.open();
  const counts = { asked: 0, flagged: 0, similar: 0, registered: 0, cpuMs: 0 };
  const [own, other] = direction === 0 ? [0, 1] : [1, 0];
  catalogue.readSong = (file) => rendition(file, options.soundfonts[own]!, 1, options.cacheFolder);
  try {
    for (const [i, file] of files.entries()) {
      const samples = await rendition(file, options.soundfonts[own]!, 1, options.cacheFolder);
      // What is too short or silent to register cannot be found either.
      const isAdded = await catalogue.add(file, samples).then(
        () => true,
        () => false,
      );
      if (isAdded) counts.registered++;
      showProgress(i + 1, files.length, 'playing and registering');
    }
    if (counts.registered === 0) throw new Error('No MIDI file could be played and registered.');
    for (const [i, file] of files.entries()) {
      const played = await rendition(file, options.soundfonts[other]!, options.tempo, options.cacheFolder);
      const windows = options.stretched
        ? await stretchedWindows(`${file} ${direction}`, played, i, options)
        : windowsOf(played);
      for (const query of windows) {
        const before = process.cpuUsage();
        const answer = await catalogue.check(query);
        const { user, system } = process.cpuUsage(before);
        counts.cpuMs += (user + system) / 1000;
        counts.asked++;
        if (answer.matchedId !== null) {
          counts.flagged++;
          console.log(`Called a copy: ${file}, as ${answer.matchedId}: ${JSON.stringify(answer.best)}`);
        } else if (answer.isSimilar) counts.similar++;
      }
      showProgress(i + 1, files.length, 'asking');
    }
    return counts;
  } finally {
    await catalogue.close();
  }
}

function windowsOf(samples: Float32Array): Float32Array[] {
  const length = windowSeconds * rate;
  if (samples.length < length + rate) return [];
  return windowShares.map((share) => {
    const from = Math.floor((samples.length - length) * share);
    return samples.slice(from, from + length);
  });
}

async function stretchedWindows(
  name: string,
  samples: Float32Array,
  number: number,
  { stretched, half = 'A', cacheFolder }: RenditionOptions,
): Promise<Float32Array[]> {
  const isReverberant = stretched === 'reverberant';
  const rest = { name, samples, isReverberant, half, cacheFolder };
  const windows = [];
  for (const [i, share] of windowShares.entries()) {
    windows.push(await stretchedWindow({ ...rest, share, number: number + i }));
  }
  return windows.filter((window) => window !== null);
}

/**
 * The beginning of a piece as a soundfont plays it, with its notes moved by `looseMs` (standard deviation); kept for the next run.
 * Nothing where it cannot be played.
 */
export async function rendition(
  midi: string,
  soundfont: string,
  tempo: number,
  cacheFolder: string,
  looseMs = 0,
): Promise<Float32Array> {
  const loose = looseMs > 0 ? `\nloose ${looseMs}` : '';
  const name = hashOf(`${midi}\n${soundfont}\n${tempo}\n${playedSeconds}${loose}`);
  const path = join(cacheFolder, `rendition_${name}.f32`);
  if (!existsSync(path)) {
    const file = join(cacheFolder, `rendition_${name}.mid`);
    const bytes = atTempo(readFileSync(midi), tempo);
    writeFileSync(file, looseMs > 0 ? loosenMidi(bytes, looseMs, 1) : bytes);
    writeFileSync(path, asBytes(resample(await play(file, soundfont), rate / playedRate)));
  }
  return asFloats(readFileSync(path));
}

/** A file's bytes with the ticks of a quarter note changed: everything comes so much sooner. */
function atTempo(bytes: Buffer, tempo: number): Buffer {
  const changed = Buffer.from(bytes);
  const ticksAt = 12;
  const ticks = changed.readUInt16BE(ticksAt);
  // The highest bit marks times in frames of film, which have no quarter notes.
  if (ticks < 0x8000) changed.writeUInt16BE(Math.min(0x7fff, Math.round(ticks * tempo)), ticksAt);
  return changed;
}

const playToPipe =
  'fluidsynth -q -ni -g 0.5 -r "$3" -T raw -O s16 -F /dev/stdout "$1" "$2" 2>/dev/null | head -c "$4"';

/** Mono samples of the first seconds; the synthesiser ends where nobody reads on. */
async function play(midi: string, soundfont: string): Promise<Float32Array> {
  const wanted = [playedRate, playedSeconds * playedRate * 4].map(String);
  const all = await runTool('sh', ['-c', playToPipe, 'sh', soundfont, midi, ...wanted]);
  const mean = (at: number): number => (all.readInt16LE(at) + all.readInt16LE(at + 2)) / 65_536;
  return Float32Array.from({ length: all.length >> 2 }, (_, frame) => mean(4 * frame));
}
