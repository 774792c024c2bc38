/** Music that certainly no decoder made, as much as one likes: note files played by fluidsynth with a sound font. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { decode } from './cases.js';

const run = promisify(execFile);
const longestSamples = 30 * 44_100 * 2;
const soundFonts = ['/usr/share/sounds/sf2/FluidR3_GM.sf2', '/usr/share/sounds/sf2/TimGM6mb.sf2'];

export interface MidiRender {
  readonly name: string;
  /** Interleaved 44.1 kHz stereo, at most half a minute. */
  readonly samples: Float32Array;
}

/** Every `nth` note file of a folder, by one sound font after the other. Needs fluidsynth; what does not render is reported. */
export async function* midiRenders(folder: string, nth: number): AsyncGenerator<MidiRender> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.midi?$/i.test(name))
    .sort()
    .filter((_, index) => index % nth === 0);
  const work = await mkdtemp(join(tmpdir(), 'contrafact-midi-'));
  try {
    for (const [index, name] of files.entries()) {
      const wav = join(work, 'render.wav');
      const font = soundFonts[index % soundFonts.length]!;
      try {
        await run('fluidsynth', ['-q', '-ni', '-r', '44100', '-F', wav, font, join(folder, name)], {
          timeout: 120_000,
        });
        yield { name: basename(name), samples: (await decode(wav)).slice(0, longestSamples) };
      } catch (error) {
        console.error(`left out ${name}: ${(error as Error).message.split('\n')[0]}`);
      }
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
