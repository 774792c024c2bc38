// `npm run check`, while working: types, lint, import rules, all pure tests, and the other tests beside the code that are
// nearest to what has changed since `main`. `npm test` runs everything.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gate, runGates } from './gates.mjs';
import { importsGate, lintGate } from './test.mjs';
import { nearestTests, testKinds } from './test-kinds.mjs';
import { typesGates } from './types.mjs';

const root = resolve(import.meta.dirname, '..');
/** What fits into a minute or so of two cores. */
const maxTests = 12;

const git = (...args) => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return [];
  }
};

/** Files that differ from where this branch left `main`, or from the last commit; paths relative to the root. */
function changedFiles() {
  const [base = 'HEAD'] = git('merge-base', 'HEAD', 'main');
  const names = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(names)].filter((name) => existsSync(join(root, name)));
}

const { pure, others } = testKinds();
const related = nearestTests(changedFiles(), others);
const chosen = related.slice(0, maxTests);
const left = related.length - chosen.length;
process.stdout.write(
  `── ${chosen.length} test files beside the pure ones use what has changed${left > 0 ? `; ${left} that are farther away are left to npm test` : ''}\n`,
);
const unit = (...files) => ['run', '--project', 'unit', ...files];
await runGates([
  [...typesGates, lintGate, importsGate],
  gate('pure tests', 'vitest', unit(...pure)),
  ...(chosen.length > 0 ? [gate('tests of what has changed', 'vitest', unit(...chosen))] : []),
]);
