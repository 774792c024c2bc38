// `npm run types`: both programs, side by side; what has not changed since the last run is not checked again.
import { gate, runGates } from './gates.mjs';

/** `tsc` on one project, remembering under node_modules/.cache what it found. */
export const typesGate = (title, project, name) =>
  gate(title, 'tsc', [
    ...['--noEmit', '-p', project],
    ...['--incremental', '--tsBuildInfoFile', `node_modules/.cache/types-${name}.tsbuildinfo`],
  ]);

export const typesGates = [
  typesGate('types', 'tsconfig.json', 'all'),
  typesGate('types of the dashboard', 'dashboard', 'dashboard'),
];

if (process.argv[1] === import.meta.filename) await runGates([typesGates]);
