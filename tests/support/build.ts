/** Brings `dist` up to date, or one part of it; does nothing where nothing changed. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './run-cli.js';

export function build(part?: 'server'): void {
  const program = join(projectRoot, 'scripts', 'build.mjs');
  execFileSync(process.execPath, [program, ...(part ? ['--only', part] : [])], { stdio: 'inherit' });
}
