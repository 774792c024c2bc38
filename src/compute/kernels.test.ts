import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Compute } from '../domain/compute.js';
import { kernels } from './kernels.js';

it.each(Object.entries(kernels))('%s loads, and is the kernel of that name', async (name, load) => {
  expect((await load()).name).toBe(name);
});

it('has a line for every kernel that an analysis defines', () => {
  const folder = join(import.meta.dirname, '../analyses');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('test'))
    .map((path) => readFileSync(join(folder, path), 'utf8'));
  const defined = sources.flatMap((source) =>
    [...source.matchAll(/: Kernel<[^=]*> = \{\s*name: '([^']+)'|: Kernel = \{\s*name: '([^']+)'/g)].map(
      (match) => match[1] ?? match[2]!,
    ),
  );
  expect(defined).toContain('fingerprint.probe');
  expect(Object.keys(kernels)).toEqual(expect.arrayContaining(defined));
});

it('a call whose input or output is not the kernel’s own does not compile', async () => {
  const compute: Compute = { run: () => Promise.reject(new Error('types only')) };
  const calls = [
    // @ts-expect-error: there is no such kernel
    compute.run('fingerprint.no-such-kernel', {}),
    // @ts-expect-error: the input has a path
    compute.run('audio.probe', { file: 'song.wav' }),
    // @ts-expect-error: the answer has no such field
    compute.run('audio.probe', { path: 'song.wav' }).then(({ loudness }) => loudness),
  ];
  for (const call of calls) await expect(call).rejects.toThrow('types only');
});
