// `npm run types`: both programs, side by side; what has not changed since the last run is not checked again.
import { gate, runGates } from './gates.mjs';

/**
 * The native compiler on one project, remembering under node_modules/.cache what it found. Checkers beside each other do
 * some of the work twice: one takes the least processor time.
 */
export const typesGate = (title, project, name) =>
  gate(title, 'node', [
    ...['node_modules/typescript-native/bin/tsc', '--noEmit', '-p', project, '--checkers', '1'],
    ...['--incremental', '--tsBuildInfoFile', `node_modules/.cache/types-${name}-native.tsbuildinfo`],
  ]);

export const typesGates = [
  typesGate('types', 'tsconfig.json', 'all'),
  typesGate('types of the dashboard', 'dashboard', 'dashboard'),
];

if (process.argv[1] === import.meta.filename) await runGates([typesGates]);
