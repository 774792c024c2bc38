/** What a build leaves of the builds before: enough for a program that runs, nothing for who installs it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { projectRoot } from '../support/run-cli.js';

const { bundleProgram } = (await import(join(projectRoot, 'scripts/bundle-program.mjs'))) as {
  bundleProgram(root: string, now?: number): Promise<void>;
};
const dayMs = 86_400_000;
const noon = Date.UTC(2026, 0, 1, 12);
let root: string;
const place = (): string => join(root, 'dist/program');
const scripts = (): string[] =>
  readdirSync(place())
    .filter((name) => name.endsWith('.js'))
    .sort();

/** A program of two parts, one of which says `text`. */
async function build(text: string, now: number): Promise<string> {
  mkdirSync(join(root, 'src/cli'), { recursive: true });
  writeFileSync(join(root, 'src/cli/main.ts'), "console.log((await import('./later.js')).text);");
  writeFileSync(join(root, 'src/cli/later.ts'), `export const text = ${JSON.stringify(text)};`);
  await bundleProgram(root, now);
  return readFileSync(join(place(), 'main.js'), 'utf8').match(/later-[A-Z0-9]+\.js/)![0];
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'contrafact-parts-'));
  const files = ['dist'];
  writeFileSync(
    join(root, 'package.json'),
    JSON.stringify({ name: 'parts', version: '1.0.0', type: 'module', files, dependencies: {} }),
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('a part stays for a day from when it is superseded, however long ago it was built', async () => {
  const first = await build('first', noon);
  const second = await build('second', noon + 30 * dayMs);
  expect(scripts()).toEqual([first, 'main.js', second].sort());
  const third = await build('third', noon + 30.9 * dayMs);
  expect(scripts()).toEqual([first, 'main.js', second, third].sort());
  const fourth = await build('fourth', noon + 31.1 * dayMs);
  expect(scripts()).toEqual(['main.js', second, third, fourth].sort());
});

it('a part that is made again is current again', async () => {
  const first = await build('first', noon);
  await build('second', noon + 1000);
  expect(await build('first', noon + 2000)).toBe(first);
  await build('third', noon + 1.5 * dayMs);
  expect(scripts()).toContain(first);
});

it('a day of many builds keeps the parts of the last four', async () => {
  for (let index = 0; index < 12; index++) await build(`build ${index}`, noon + index * 1000);
  expect(scripts()).toHaveLength(2 + 4);
});

it('a package holds the current parts alone, and they run', async () => {
  const first = await build('first', noon);
  const second = await build('second', noon + 1000);
  const args = ['pack', '--json', '--ignore-scripts', '--cache', join(root, 'cache')];
  const [{ files, filename }] = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8' })) as [
    { files: { path: string }[]; filename: string },
  ];
  const paths = files.map(({ path }) => path);
  expect(scripts()).toContain(first);
  expect(paths.filter((path) => path.startsWith('dist/')).sort()).toEqual(
    ['main.js', 'main.js.map', second, `${second}.map`].map((name) => `dist/program/${name}`).sort(),
  );
  execFileSync('tar', ['-xzf', filename], { cwd: root });
  const main = join(root, 'package/dist/program/main.js');
  expect(execFileSync(process.execPath, [main], { encoding: 'utf8' })).toBe('second\n');
});

it('prune-installed leaves the dist/ of another program as it is', () => {
  for (const name of ['contrafact', 'stranger']) {
    const folder = join(root, name);
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    mkdirSync(join(folder, 'dist/program'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name }));
    for (const file of ['main.js', 'main.js.map']) writeFileSync(join(folder, 'dist/program', file), '');
    const script = join(projectRoot, 'scripts/prune-installed.mjs');
    execFileSync(process.execPath, [script, join(folder, 'node_modules')]);
    const left = name === 'contrafact' ? ['main.js'] : ['main.js', 'main.js.map'];
    expect(readdirSync(join(folder, 'dist/program'))).toEqual(left);
  }
});
