/** What is installed is known, permitted and needs no script; what a release says of itself is whole. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../support/run-cli.js';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>;
const lock = JSON.parse(read('package-lock.json')) as {
  packages: Record<
    string,
    { hasInstallScript?: boolean; resolved?: string; license?: string; dev?: boolean }
  >;
};

function licences(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [join(projectRoot, 'scripts/licences.mjs'), ...args], {
    encoding: 'utf8',
  });
}

it('every package of the lock file has a permitted licence, or an exception with its reason', () => {
  const { status, stdout, stderr } = licences('--json');
  expect(stderr).toBe('');
  expect(status).toBe(0);
  const packages = JSON.parse(stdout) as { licence: string; exception?: string; reason?: string }[];
  expect(packages.length).toBeGreaterThan(300);
  expect(packages.filter(({ licence }) => licence === 'UNKNOWN')).toEqual([]);
  for (const one of packages) if (one.exception) expect(one.reason!.length).toBeGreaterThan(40);
});

it.each([
  ['declares a forbidden licence', { license: 'AGPL-3.0-only' }, 'anything', /its licence is AGPL-3.0-only/],
  ['declares none', {}, 'anything', /its licence is UNKNOWN/],
  [
    'holds another than it declares',
    { license: 'MIT' },
    'GNU GENERAL PUBLIC LICENSE\n  Version 3',
    /holds the GPL/,
  ],
])('a package that %s fails the check', (_what, facts, text, reason) => {
  const root = mkdtempSync(join(tmpdir(), 'contrafact-licences-'));
  try {
    const folder = join(root, 'node_modules/stranger');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'LICENSE'), text);
    writeFileSync(join(folder, 'package.json'), '{}');
    const packages = { '': {}, 'node_modules/stranger': { version: '1.0.0', ...facts } };
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
    const { status, stderr } = licences('--root', root);
    expect(stderr).toMatch(reason);
    expect(status).toBe(1);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

it('no install script is run, no other package has one than those looked at, and no registry is named', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
  const withScripts = Object.entries(lock.packages).filter(([, facts]) => facts.hasInstallScript);
  expect(withScripts.map(([path]) => path).sort()).toEqual([
    'node_modules/esbuild',
    'node_modules/node-av',
    'node_modules/onnxruntime-node',
  ]);
  expect(Object.values(lock.packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});

it('every version is exact, and docs/dependencies.md names every package and no other', () => {
  const all = { ...manifest.dependencies, ...manifest.devDependencies };
  expect(
    Object.entries(all).filter(([, version]) => !/^(npm:[a-z@/-]+@)?\d+\.\d+\.\d+$/.test(version)),
  ).toEqual([]);
  const rows = read('docs/dependencies.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) =>
    [...row.split('|')[1]!.matchAll(/`([^`]+)`/g)].map((match) => match[1]!),
  );
  expect(named.sort()).toEqual(Object.keys(all).sort());
});

it('docs/dependencies.md states the licence of every shipped package as the lock file does', () => {
  const page = read('docs/dependencies.md');
  const wrong = Object.keys(manifest.dependencies).filter((name) => {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
    const licence = lock.packages[`node_modules/${name}`]?.license;
    return licence === undefined || !row?.split('|')[3]?.trim().startsWith(licence);
  });
  expect(wrong).toEqual([]);
});

it('the bill of materials has every package, and tells what is for development alone', () => {
  const { stdout, status } = spawnSync('npm', ['run', '--silent', 'sbom'], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  expect(status).toBe(0);
  const bom = JSON.parse(stdout) as {
    bomFormat: string;
    components: { name: string; group?: string; properties?: { name: string }[] }[];
  };
  expect(bom.bomFormat).toBe('CycloneDX');
  const isForDevelopment = new Map(
    bom.components.map(({ name, group, properties = [] }) => [
      group ? `${group}/${name}` : name,
      properties.some((property) => property.name.endsWith(':development')),
    ]),
  );
  for (const name of Object.keys(manifest.dependencies))
    expect([name, isForDevelopment.get(name)]).toEqual([name, false]);
  // One that the service needs as well, through another package, counts as the service's.
  const alsoNeeded = (name: string): boolean => !lock.packages[`node_modules/${name}`]?.dev;
  expect(isForDevelopment.get('vitest')).toBe(true);
  for (const name of Object.keys(manifest.devDependencies))
    expect([name, isForDevelopment.get(name)]).toEqual([name, !alsoNeeded(name)]);
});
