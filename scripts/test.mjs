// `npm test`: every gate, stopping at the first step that fails, with the time each took.
import { gate, runGates } from './gates.mjs';
import { typesGates } from './types.mjs';

export const lintGate = gate('lint', 'biome', ['check', '.']);
export const importsGate = gate('import rules', 'depcruise', [
  ...['--config', '.dependency-cruiser.cjs'],
  ...['src', 'client', 'bench', 'dashboard/src'],
]);

if (process.argv[1] === import.meta.filename) {
  await runGates([
    gate('build', 'node', ['scripts/build.mjs']),
    [...typesGates, lintGate, importsGate],
    // As one run: its workers wait for one another once.
    gate('whole-service and unit tests', 'vitest', [
      'run',
      ...['service', 'alone', 'unit'].flatMap((project) => ['--project', project]),
    ]),
  ]);
}
