import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
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
