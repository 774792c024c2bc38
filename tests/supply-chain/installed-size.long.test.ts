/** What an installation for production weighs once `scripts/prune-installed.mjs` ran, and that it still works. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cleanEnvironment, projectRoot } from '../support/run-cli.js';

const { supersededIn } = (await import(join(projectRoot, 'scripts/superseded-parts.mjs'))) as {
  supersededIn(place: string): string[];
};
const maxMb = 350;
/** As the package's `files`, without documents. */
const shipped = ['bin', 'dist', 'openapi', 'client/dist', 'fonts', 'models', 'package.json'];
let folder: string;

/** Hard links: nothing is copied, and what is removed stays where it was. */
function link(name: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  execFileSync('cp', ['-al', join(projectRoot, name), join(folder, name)]);
}

beforeAll(() => {
  const cache = join(projectRoot, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'production-'));
  const { packages } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const names = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path]) => path)
    // Those inside another come with it; those of another platform are not there.
    .filter((path) => path.lastIndexOf('node_modules/') === 0 && existsSync(join(projectRoot, path)));
  for (const name of [...names, ...shipped]) link(name);
  // What earlier builds left is in no package.
  for (const name of supersededIn(join(folder, 'dist/program')))
    rmSync(join(folder, 'dist/program', name), { force: true });
  execFileSync(process.execPath, [
    join(projectRoot, 'scripts/prune-installed.mjs'),
    join(folder, 'node_modules'),
  ]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it(`an installation for production weighs at most ${maxMb} MB`, () => {
  const kilobytes = Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0]);
  expect(kilobytes / 1024).toBeGreaterThan(100);
  expect(kilobytes / 1024).toBeLessThanOrEqual(maxMb);
});

it('it starts, opens a database, and loads its networks, its decoder, the interface’s pages and tracing', () => {
  const program = join(folder, 'bin', 'contrafact');
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(execFileSync(process.execPath, [program, '--version'], { encoding: 'utf8' })).toContain(version);
  const listed = execFileSync(process.execPath, [program, 'account', 'list', '--json'], {
    encoding: 'utf8',
    env: cleanEnvironment({ CONTRAFACT_DATA_DIR: join(folder, 'data') }),
  });
  expect(JSON.parse(listed)).toEqual([]);
  const parts = [
    'onnxruntime-node',
    'node-av',
    'pdfkit',
    '@fastify/swagger-ui',
    '@opentelemetry/exporter-trace-otlp-http',
  ];
  const script = `for (const name of ${JSON.stringify(parts)}) await import(name); console.log('loaded')`;
  const args = ['--input-type=module', '-e', script];
  expect(execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })).toContain('loaded');
});
