import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/(^|\/)(node_modules|dist)\//.test(path))
    .map((path) => join(folder, path));
}
const all = ['src', 'tests', 'bench', 'client', 'dashboard', 'scripts']
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap(sources);

/** Generated from openapi/v1.json, which grows with the interface. */
const generated = ['client/src/contract.ts'];

it('no source file is over 400 lines', () => {
  const written = all.filter((path) => !generated.includes(path));
  const long = written.filter((path) => readFileSync(join(root, path), 'utf8').split('\n').length > 401);
  expect(all.length).toBeGreaterThan(100);
  expect(long).toEqual([]);
});

it('no source file or script is empty', () => {
  const scripts = readdirSync(join(root, 'scripts'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(py|mjs|sh)$/.test(path))
    .map((path) => join('scripts', path));
  expect(scripts.length).toBeGreaterThan(20);
  expect([...all, ...scripts].filter((path) => readFileSync(join(root, path), 'utf8').trim() === '')).toEqual(
    [],
  );
});

it('no test is skipped without a reason, and nothing is left to do in silence', () => {
  const marks = /\b(it|test|describe)\.(skip|only|todo)\(|\bTO[D]O\b|FIX[M]E/;
  expect(all.filter((path) => marks.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
});

it('a forbidden import is found: each rule of the table catches a file that breaks it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-rules-'));
  const breaches: Record<string, string> = {
    'src/domain/a.ts': "import '../storage/s.js';",
    'src/numbers/a.ts': "import '../storage/s.js';",
    'src/signal/a.ts': "import 'node:fs';",
    'src/text/a.ts': "import '../music/m.js';",
    'src/analyses/plagiarism/a.ts': "import '../fingerprint/f.js';",
    'src/audio/a.ts': "import '../analyses/fingerprint/f.js';",
    'src/cli/a.ts': "import '../storage/s.js';",
    'src/compose/a.ts': "import { sql } from 'kysely';\nexport const query = sql`select 1`;",
    'src/compose/b.ts':
      "import { createHash } from 'node:crypto';\nexport const hash = createHash('sha256');",
    'src/observability/a.ts': "import '../storage/s.js';",
    'src/sample-music/a.ts': "import '../storage/s.js';",
    'src/storage/a.ts': "import '../tasks/worker.js';",
    'src/http/a.ts': "import '../storage/s.js';",
    'src/endpoints/a.ts': "import '../storage/s.js';",
    'client/a.ts': "import '../src/storage/s.js';",
    'dashboard/a.ts': "import '../src/storage/s.js';",
    'src/evidence-view/a.ts': "import '../music/m.js';",
    'src/tasks/back.ts': "import './cycle.js';",
  };
  const targets = [
    'src/storage/s.ts',
    'src/music/m.ts',
    'src/analyses/fingerprint/f.ts',
    'src/tasks/worker.ts',
  ];
  try {
    for (const [path, text] of [
      ...Object.entries(breaches),
      ...targets.map((path) => [path, 'export {};'] as const),
      ['src/tasks/cycle.ts', "import './back.js';"] as const,
    ]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    for (const path of ['.dependency-cruiser.cjs', 'tsconfig.json'])
      copyFileSync(join(root, path), join(folder, path));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const { stdout } = spawnSync(
      join(root, 'node_modules/.bin/depcruise'),
      ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'src', 'client', 'dashboard'],
      { cwd: folder, encoding: 'utf8' },
    );
    const violations: Array<{ from: string }> = JSON.parse(stdout).summary.violations;
    expect([...new Set(violations.map((violation) => violation.from))].sort()).toEqual(
      // A cycle is reported once, at one of its files.
      Object.keys(breaches).sort(),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('ARCHITECTURE.md names every room of src/, and no room that is not there', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const rooms = readdirSync(join(root, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  const named = [...text.matchAll(/^\| `([a-z-]+)\/` \|/gm)].map((match) => match[1]);
  expect(named.sort()).toEqual(rooms.sort());
});
