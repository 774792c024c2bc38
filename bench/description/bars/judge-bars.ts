/**
 * `npm run bench -- description --bars`: beats, bars and metre as the product reads them, beside the reading of pulses, on rendered songs whose
 * metre is written and of which the bar network knows none, and the metre of recordings of anthems.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { noteEvents } from '../../../src/music/description/note-events.js';
import { rhythmFromBars } from '../../../src/music/rhythm/bar-rhythm.js';
import { beatGrid } from '../../../src/music/symbolic/beat-grid.js';
import type { MidiFile } from '../../../src/music/symbolic/midi-reader.js';
import { tempoMap } from '../../../src/music/symbolic/tempo-map.js';
import { grouped } from '../../grouped.js';
import { writeMidiFile } from '../../plagiarism/midi-variants.js';
import { findSoundfonts, renderMidi } from '../cases.js';
import { hear } from '../hear.js';
import { arranged, atAnotherPace } from '../metre/arrangement.js';
import { type MetreSong, meterOf, reportedSongs } from '../metre/songs.js';
import { earlierRhythm } from '../pulses/earlier-rhythm.js';
import { type JudgedSong, metreKind, printBarHead, printBarRow } from './bar-tables.js';
import { barFigures, type KnownBars } from './figures.js';

const [excerptSeconds, recordingSeconds] = [60, 90];
/** Written in the scores of the anthems at hand. */
const anthemMetres: Readonly<Record<string, string>> = { at: '3/4', de: '4/4', fr: '4/4', uk: '3/4' };

/** Prints both tables. `cache`: a folder for what was heard. */
export async function judgeBars(data: string, limit: number, cache?: string): Promise<void> {
  const fonts = findSoundfonts();
  if (fonts.length > 0) {
    const judged: JudgedSong[] = [];
    for (const [seed, song] of [...reportedSongs(data).entries()].slice(0, limit)) {
      judged.push(await judgedRendering(song, seed, fonts[seed % fonts.length]!, cache));
      process.stderr.write('.');
    }
    printBarHead('rendered songs that no network knows');
    for (const [name, songs] of grouped(judged, ({ collection }) => collection)) printBarRow(name, songs);
    for (const [name, songs] of grouped(judged, metreKind)) printBarRow(name, songs);
    printBarRow('all', judged);
  }
  console.log(
    '\n| recording | written | before | now (probability of the other metre, tempo) |\n|---|---|---|---|',
  );
  for (const [path, signature] of anthems(data)) console.log(await recordingRow(path, signature, cache));
}

/** Every other song is played at half to full pace. */
async function judgedRendering(
  song: MetreSong,
  seed: number,
  font: string,
  cache?: string,
): Promise<JudgedSong> {
  const file = beginningOf(seed % 2 === 0 ? atAnotherPace(song.file, [0.5, 1], seed) : song.file);
  const { seconds, downbeats } = beatGrid(file);
  const known = { beats: Array.from(seconds), downbeats };
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-bars-'));
  try {
    const [midi, wav] = [join(folder, 'song.mid'), join(folder, 'song.wav')];
    writeFileSync(midi, writeMidiFile(arranged(file, song.signature, seed), 1));
    await renderMidi(midi, font, wav);
    const { before, now, extent } = await readings(wav, recordingSeconds, cache);
    const judged = <T extends KnownBars & { meter: number }>(own: T | null) =>
      own && { meter: own.meter, ...barFigures(known, own, ...extent) };
    return {
      name: song.id,
      collection: song.collection,
      family: song.family,
      signature: song.signature,
      meter: meterOf(song.signature),
      before: judged(before),
      now: judged(now),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function beginningOf(file: MidiFile): MidiFile {
  const { secondsAt } = tempoMap(file);
  const starts = file.notes.map(({ startTick }) => secondsAt(startTick));
  const first = starts.reduce((least, start) => Math.min(least, start), Number.POSITIVE_INFINITY);
  return { ...file, notes: file.notes.filter((_, at) => starts[at]! < first + excerptSeconds) };
}

interface Readings {
  readonly before: ReturnType<typeof earlierRhythm>;
  readonly now: (KnownBars & { readonly meter: 3 | 4; readonly other: number }) | null;
  /** Seconds of the first and the last beginning of a note. */
  readonly extent: readonly [number, number];
}

async function readings(path: string, seconds: number, cache?: string): Promise<Readings> {
  const { onsets, activations, bars } = (await hear(path, seconds, cache)).listening;
  const events = noteEvents(activations);
  const perSecond = activations.framesPerSecond;
  const [first, last] = [events[0]?.startFrame ?? 0, events.at(-1)?.startFrame ?? activations.frames];
  const end = events.reduce((latest, { endFrame }) => Math.max(latest, endFrame), last);
  const rhythm = rhythmFromBars(bars, { first, last: end });
  return {
    before: earlierRhythm(onsets, activations),
    now: rhythm && {
      beats: rhythm.beatFrames.map((frame) => frame / perSecond),
      downbeats: rhythm.downbeats,
      meter: rhythm.meter,
      other: rhythm.otherMetre?.probability ?? 0,
    },
    extent: [first / perSecond, last / perSecond],
  };
}

function anthems(data: string): (readonly [path: string, signature: string])[] {
  const folder = join(data, 'recordings/anthems');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /\.(ogg|mp3)$/.test(name))
    .sort()
    .flatMap((name) => {
      const signature = anthemMetres[name.split('_')[0]!];
      return signature === undefined ? [] : [[join(folder, name), signature] as const];
    });
}

async function recordingRow(path: string, signature: string, cache?: string): Promise<string> {
  const { before, now } = await readings(path, recordingSeconds, cache);
  const bpm = ({ beats }: KnownBars): string =>
    ((60 * (beats.length - 1)) / (beats.at(-1)! - beats[0]!)).toFixed(0);
  const text = (one: Readings['now'] | Readings['before']): string =>
    one === null ? '–' : `${one.meter} (${one.other.toFixed(2)}, ${bpm(one)} BPM)`;
  return `| ${basename(path)} | ${signature} | ${text(before)} | ${text(now)} |`;
}
