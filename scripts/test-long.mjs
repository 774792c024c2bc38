// `npm run test:long`: what `npm test` takes short rounds of: one round of each fault and flood, the whole sweeps over
// hostile files and signals, and every test of routes on PostgreSQL.
import { gate, runGates } from './gates.mjs';

const sweeps = ['hostile', 'long-recording', 'tests/postgres/storage'];
const allRounds = { CONTRAFACT_TEST_ROUNDS: 'all' };

await runGates([
  gate('build', 'node', ['scripts/build.mjs']),
  gate('whole sweeps', 'vitest', ['run', '--project', 'unit', '--project', 'service', ...sweeps], allRounds),
  gate('faults and floods', 'vitest', ['run', '--project', 'chaos'], allRounds),
]);
