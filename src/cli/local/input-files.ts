/** The files that a command line names: files as they are, folders by their songs, and `-` as standard input. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CliError } from '../cli-error.js';
import { exitCodes } from '../exit-codes.js';
import { codeOfSystem } from '../failure-codes.js';
import { audioExtensions, findAudioFiles } from './audio-files.js';

export interface InputFile {
  /** As a person knows it: what was typed, or where it lies below a typed folder. */
  readonly name: string;
  readonly path: string;
}

export interface InputFiles {
  readonly files: readonly InputFile[];
  /** Removes the copy of standard input. */
  release(): Promise<void>;
}

const songExtensions: ReadonlySet<string> = new Set([...audioExtensions, '.mid', '.midi']);

/** A path that does not exist is kept: what is wrong with it is said where it is read. */
export async function openInputs(named: readonly string[]): Promise<InputFiles> {
  const files: InputFile[] = [];
  let folder: string | null = null;
  for (const name of named) {
    if (name === '-') {
      if (folder !== null) throw new CliError('Standard input (-) can be read once.', exitCodes.usage);
      folder = await mkdtemp(join(tmpdir(), 'contrafact-stdin-'));
      const path = join(folder, 'standard input');
      const copies = folder;
      await pipeline(process.stdin, createWriteStream(path)).catch(async (error: Error) => {
        await rm(copies, { recursive: true, force: true });
        throw new CliError(
          `Standard input cannot be kept in ${copies}: ${error.message}`,
          exitCodes.failed,
          codeOfSystem(error),
        );
      });
      files.push({ name: 'standard input', path });
    } else if ((await stat(name).catch(() => null))?.isDirectory()) {
      const found = await findAudioFiles(name, songExtensions);
      if (found.length === 0)
        throw new CliError(`The folder ${name} holds no audio or MIDI files.`, exitCodes.usage);
      files.push(...found.map(({ path }) => ({ name: path, path })));
    } else files.push({ name, path: name });
  }
  return {
    files,
    async release() {
      if (folder !== null) await rm(folder, { recursive: true, force: true });
    },
  };
}
