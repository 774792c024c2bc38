/** The songs of the bench: POP909's MIDI rendered with a General MIDI soundfont, and UltraStar recordings. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface Case {
  readonly name: string;
  /** The annotations: a folder for POP909, a song.txt for UltraStar. */
  readonly truth: string;
  /** The recording or MIDI file. */
  readonly source: string;
}

/** Weights and thresholds of the description were fitted on this many songs. */
const chosenSongs = 12;

export type Part = 'choose' | 'report' | 'all';

/** Songs in the order of their names: `choose` are those used for choosing and fitting, `report` the others. */
export function pop909Cases(data: string, part: Part): Case[] {
  const root = join(data, 'symbolic', 'pop909');
  if (!existsSync(root)) return [];
  const names = readdirSync(root)
    .filter((name) => statSync(join(root, name)).isDirectory())
    .sort();
  const chosen =
    part === 'all' ? names : part === 'choose' ? names.slice(0, chosenSongs) : names.slice(chosenSongs);
  return chosen.map((name) => ({
    name,
    truth: join(root, name),
    source: join(root, name, `${name}.mid`),
  }));
}

export function ultrastarCases(data: string): Case[] {
  const root = join(data, 'recordings', 'ultrastar');
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((name) => /\.(ogg|mp3)$/.test(name))
    .sort()
    .map((name) => {
      const stem = name.replace(/\.[^.]+$/, '');
      return { name: stem, truth: join(root, `${stem}.song.txt`), source: join(root, name) };
    });
}

/** A voice alone, once for each person who wrote down its notes (Bittner et al., "vocadito", ISMIR late-breaking demo 2021). */
export function vocaditoCases(data: string): Case[] {
  const root = join(data, 'recordings', 'vocadito');
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((name) => /^Annotations__Notes__.*\.csv$/.test(name))
    .sort()
    .map((name) => {
      const song = /vocadito_\d+/.exec(name)![0];
      return { name, truth: join(root, name), source: join(root, `Audio__${song}.wav`) };
    });
}

const soundfonts = ['/usr/share/sounds/sf2/FluidR3_GM.sf2', '/usr/share/sounds/sf2/TimGM6mb.sf2'];

/** The General MIDI soundfonts of Debian's packages that are installed, the better first. */
export function findSoundfonts(): string[] {
  return soundfonts.filter((path) => existsSync(path));
}

/** The first of them; null where none is. */
export function findSoundfont(): string | null {
  return findSoundfonts()[0] ?? null;
}

/** A second: whatever is rendered is longer. */
const minRenderedBytes = 22_050 * 4;

/**
 * Renders a MIDI file to a stereo WAV file with fluidsynth, which takes a broken file for an empty one.
 * @throws Error where nothing comes of it
 */
export function renderMidi(midi: string, soundfont: string, target: string): Promise<void> {
  const args = [
    '-q',
    '-ni',
    '-g',
    '0.6',
    '-r',
    '22050',
    '-T',
    'wav',
    '-O',
    's16',
    '-F',
    target,
    soundfont,
    midi,
  ];
  return new Promise((resolve, reject) => {
    const child = spawn('fluidsynth', args, { stdio: 'ignore' });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code !== 0) reject(new Error(`fluidsynth ended with ${code}`));
      else if (statSync(target).size < minRenderedBytes)
        reject(new Error(`fluidsynth rendered nothing of ${midi}: is it a whole MIDI file?`));
      else resolve();
    });
  });
}
