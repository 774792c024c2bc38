// `npm run test:long`: what `npm test` takes short rounds of: one round of each fault and flood, the whole sweeps over
// hostile files, signals and pages, every test of routes on PostgreSQL. Whatever imports `tests/support/rounds.ts` belongs to it, and `*.long.test.ts`.
import { gate, runGates } from './gates.mjs';
import { testsInRounds } from './test-kinds.mjs';

const allRounds = { CONTRAFACT_TEST_ROUNDS: 'all' };

await runGates([
  gate('build', 'node', ['scripts/build.mjs']),
  gate(
    'whole sweeps',
    'vitest',
    ['run', '--project', 'unit', '--project', 'service', ...testsInRounds()],
    allRounds,
  ),
  gate('faults and floods', 'vitest', ['run', '--project', 'chaos'], allRounds),
]);
