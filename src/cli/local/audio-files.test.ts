import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findAudioFiles } from './audio-files.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'contrafact-audio-files-'));
  mkdirSync(join(folder, 'album', 'side b'), { recursive: true });
  writeFileSync(join(folder, 'album', 'One.MP3'), 'x');
  writeFileSync(join(folder, 'album', 'side b', 'two.flac'), 'xx');
  writeFileSync(join(folder, 'notes.txt'), '');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const names = async (): Promise<string[]> => (await findAudioFiles(folder)).map(({ name }) => name);

it('finds files of every depth by their endings in any case, in order of their names', async () => {
  expect(await names()).toEqual(['album/One.MP3', 'album/side b/two.flac']);
  expect((await findAudioFiles(folder))[1]).toMatchObject({ bytes: 2 });
});

it('takes a link to a file for the file, and leaves out links that lead nowhere or in a circle', async () => {
  symlinkSync(join(folder, 'album', 'One.MP3'), join(folder, 'linked.mp3'));
  symlinkSync(join(folder, 'gone.mp3'), join(folder, 'nowhere.mp3'));
  symlinkSync(folder, join(folder, 'circle.mp3'));
  symlinkSync(folder, join(folder, 'circle'));
  expect(await names()).toEqual(['album/One.MP3', 'album/side b/two.flac', 'linked.mp3']);
});

it('says which folder cannot be read', async () => {
  await expect(findAudioFiles(join(folder, 'none'))).rejects.toThrow(/none cannot be read \(ENOENT\)/);
});
