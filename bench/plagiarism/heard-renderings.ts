/** MIDI files rendered with a soundfont and described as the service describes recordings. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Listening } from '../../src/music/description/listening.js';
import { findSoundfont, renderMidi } from '../description/cases.js';
import { hear, listeningVersion } from '../description/hear.js';
import type { BenchSong } from './load-song.js';
import { type Variant, variantOf, variants } from './midi-variants.js';
import { descriptionOf } from './transcription-file.js';

/** How much of each rendering is described. */
export const renderedSeconds = 75;

export interface SoundChange {
  /** In the names of what is kept: one name, one sound. */
  readonly name: string;
  /** Of a WAV file, in place. */
  apply(wav: string): void;
}

export interface Renderings {
  /** The file as it is, or changed; its group is the file's name. `isFile`: as of descriptionOf. */
  heard(path: string, place: number, variant: Variant | null, isFile?: boolean): Promise<BenchSong>;
  /** A MIDI file's bytes, with another soundfont than the first that is installed. `sound`: what is done to the rendering before it is heard. */
  listenTo(midi: Uint8Array, soundfont: string, sound?: SoundChange): Promise<Listening>;
  close(): void;
}

/** Every third song has all changes at once, the others one each. */
export function variantAt(place: number): Variant {
  return variants[place % 3 === 0 ? variants.length - 1 : place % variants.length]!;
}

/** `cache`: a folder for what was heard; nothing is kept without it. Null where there is no soundfont. */
export function openRenderings(cache: string | undefined): Renderings | null {
  const first = findSoundfont();
  if (first === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-bench-covers-'));
  const [midi, wav] = [join(folder, 'song.mid'), join(folder, 'song.wav')];
  if (cache !== undefined) mkdirSync(cache, { recursive: true });
  const listenTo = async (notes: Uint8Array, soundfont: string, sound?: SoundChange): Promise<Listening> => {
    const digest = createHash('sha256').update(notes).digest('hex').slice(0, 24);
    const fontName = soundfont === first ? '' : `-${basename(soundfont, '.sf2')}`;
    // Rendering takes as long as listening: what is kept goes by the notes.
    const soundName = sound ? `-${sound.name}` : '';
    const name = `${digest}-${renderedSeconds}${fontName}${soundName}.rendered${listeningVersion}`;
    const kept = cache === undefined ? null : join(cache, name);
    if (kept !== null && existsSync(kept)) return deserialize(readFileSync(kept)) as Listening;
    writeFileSync(midi, notes);
    await renderMidi(midi, soundfont, wav);
    sound?.apply(wav);
    const { listening } = await hear(wav, renderedSeconds);
    rmSync(wav);
    if (kept !== null) writeFileSync(kept, serialize(listening));
    return listening;
  };
  return {
    async heard(path, place, variant, isFile = false) {
      const bytes = readFileSync(path);
      const listening = await listenTo(variant ? variantOf(bytes, variant, place) : bytes, first);
      process.stderr.write(',');
      const group = basename(path);
      const id = `${variant?.name ?? 'plain'} ${group}`;
      return { id, group, description: await descriptionOf(listening, isFile) };
    },
    listenTo,
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
