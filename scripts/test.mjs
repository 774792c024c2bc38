// `npm test`: every gate in order, stopping at the first that fails, with the time each took.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const gates = [
  ['build', ['run', '--silent', 'build']],
  ['lint', ['run', '--silent', 'lint']],
  ['types', ['run', '--silent', 'types']],
  ['import rules', ['run', '--silent', 'imports']],
  ['unit tests', ['run', '--silent', 'test:unit']],
  ['whole-service tests', ['run', '--silent', 'test:service']],
];

for (const [title, args] of gates) {
  const startedAt = Date.now();
  process.stdout.write(`\n── ${title}\n`);
  const result = spawnSync('npm', args, { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) {
    process.stdout.write(`── ${title} failed\n`);
    process.exit(result.status || 1);
  }
  process.stdout.write(`── ${title} passed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`);
}
