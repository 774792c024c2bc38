/**
 * Music in which certainly nobody sings, as much as one likes: note files of the development data on other
 * instruments (see expressive-midi.ts), played by fluidsynth with one sound font after the other.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMidi } from '../../src/music/symbolic/midi-reader.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { orchestrated } from './expressive-midi.js';

export const soundFonts = ['FluidR3_GM.sf2', 'TimGM6mb.sf2'].map((name) =>
  join('/usr/share/sounds/sf2', name),
);
const folders = ['anthem_midi', 'carols/bbloomf', 'court_cases/yuan2023', 'freedoom_midi', 'pop909'];
const clipSeconds = 14;
const rateHz = 16_000;

export interface Clip {
  readonly name: string;
  /** Which recordings it was made of, by their groups; a clip is never trained on where one of them is judged. */
  readonly groups: readonly string[];
  readonly hasVoice: boolean;
  /** Interleaved stereo at 16 kHz. */
  readonly samples: Float32Array;
}

/** About `count` clips; none without fluidsynth, a sound font or the note files. */
export function renderedClips(data: string, count: number): Clip[] {
  const fonts = soundFonts.filter(existsSync);
  const files = folders.flatMap((folder) => {
    const root = join(data, 'symbolic', folder);
    if (!existsSync(root)) return [];
    return readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.mid') && !name.includes('versions'))
      .sort()
      .map((name) => join(root, name));
  });
  if (fonts.length === 0 || files.length === 0) return [];
  const random = seededRandom(5);
  const work = mkdtempSync(join(tmpdir(), 'contrafact-clips-'));
  const clips: Clip[] = [];
  try {
    const step = Math.max(1, files.length / count);
    for (let at = 0; at < files.length; at += step) {
      const path = files[Math.floor(at)]!;
      const midi = orchestrated(readMidi(readFileSync(path)), clipSeconds, random);
      if (midi === null) continue;
      const font = fonts[clips.length % fonts.length]!;
      const dry = random() < 0.3 ? ['-R', '0', '-C', '0'] : [];
      clips.push({
        name: `rendered ${path.split('/').at(-1)}`,
        groups: [],
        hasVoice: false,
        samples: renderedMidi(midi, font, work, dry),
      });
    }
  } catch (error) {
    process.stderr.write(`no rendered clips: ${(error as Error).message.split('\n')[0]}\n`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return clips;
}

/** Interleaved stereo at 16 kHz of at most a clip's length; `work` is a folder for what is in between. */
export function renderedMidi(
  midi: Uint8Array,
  font: string,
  work: string,
  options: readonly string[] = [],
): Float32Array {
  const [midiPath, wavPath] = [join(work, 'clip.mid'), join(work, 'clip.wav')];
  writeFileSync(midiPath, midi);
  execFileSync(
    'fluidsynth',
    ['-q', '-ni', ...options, '-g', '0.5', '-r', '16000', '-F', wavPath, font, midiPath],
    { stdio: 'ignore', timeout: 60_000 },
  );
  return stereoOf(readFileSync(wavPath));
}

/** 16-bit stereo WAV, cut to the length of a clip (the last notes ring on). */
function stereoOf(wav: Buffer): Float32Array {
  const data = wav.indexOf('data') + 8;
  const count = Math.min((wav.length - data) >> 1, 2 * clipSeconds * rateHz);
  return Float32Array.from({ length: count - (count % 2) }, (_, i) => wav.readInt16LE(data + 2 * i) / 32_768);
}
