import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ComputeError } from '../../domain/compute.js';
import { loadManifest } from '../../models/manifest.js';
import type { AnalysisContext, MusicInput } from '../analysis.js';
import { vocalSeparator } from './vocal-separator.js';

const modelsDir = mkdtempSync(join(tmpdir(), 'contrafact-separator-'));
const separator = loadManifest().models.find((model) => model.separator !== undefined)!;
const song: MusicInput = {
  musicId: 'mus_1',
  title: 'Song',
  artist: '',
  filename: 'song.wav',
  path: '/nowhere/song.wav',
  sha256: '00',
  durationSeconds: 10,
};
const calls: string[] = [];
const context = (answer: (kernel: string, input: { vocalsPath?: string }) => unknown): AnalysisContext => ({
  compute: {
    async run<Output>(kernel: string, input: unknown) {
      calls.push(kernel);
      return (await answer(kernel, input as { vocalsPath?: string })) as Output;
    },
  },
  signal: new AbortController().signal,
  progress() {},
});
const separated = context((kernel, { vocalsPath }) => {
  if (kernel === 'music.inspect-midi') return null;
  writeFileSync(vocalsPath!, 'vocals');
  return {};
});

describe('the vocals for a description', () => {
  const failures: unknown[] = [];
  const separate = vocalSeparator({ modelsDir }, (error) => failures.push(error));
  afterAll(() => rmSync(modelsDir, { recursive: true, force: true }));

  it('are not asked for where no separator is installed', async () => {
    expect(await separate(song, separated)).toBeNull();
    expect(calls).toEqual([]);
  });

  describe('with an installed separator', () => {
    beforeAll(() => {
      for (const { path } of separator.files) {
        const file = join(modelsDir, separator.id, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, 'weights');
      }
    });

    it('lie in a file that is gone once it is released', async () => {
      const vocals = await separate(song, separated);
      expect(existsSync(vocals!.path)).toBe(true);
      await vocals!.release();
      expect(existsSync(vocals!.path)).toBe(false);
    });

    it('are none for notes', async () => {
      calls.length = 0;
      expect(
        await separate(
          song,
          context(() => ({ format: 'midi' })),
        ),
      ).toBeNull();
      expect(calls).toEqual(['music.inspect-midi']);
    });

    it('are none where the separator fails, which is reported, and the folder is gone', async () => {
      let folder = '';
      const failing = context((kernel, { vocalsPath }) => {
        if (kernel === 'music.inspect-midi') return null;
        folder = dirname(vocalsPath!);
        throw new ComputeError('bad-input', 'no usable model');
      });
      expect(await separate(song, failing)).toBeNull();
      expect(failures).toHaveLength(1);
      expect(folder).not.toBe('');
      expect(existsSync(folder)).toBe(false);
    });
  });
});
