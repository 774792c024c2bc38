/** Brings `dist` up to date, or some parts of it; does nothing where nothing changed. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './run-cli.js';

export function build(...parts: ReadonlyArray<'server' | 'initial database'>): void {
  const program = join(projectRoot, 'scripts', 'build.mjs');
  execFileSync(process.execPath, [program, ...parts.flatMap((part) => ['--only', part])], {
    stdio: 'inherit',
  });
}
