/**
 * Erases this process's settings from where other processes of its user can read them. The kernel shows a process's
 * first environment in /proc/PID/environ for as long as it lives, whatever `process.env` is set to later.
 */
import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { isHarmlessVariable } from './child-entry.js';

/** Positions in /proc/self/stat, counted from the process's state, which is the third field. */
const environmentStartField = 50 - 3;
const environmentEndField = 51 - 3;

/**
 * Keeps `process.env` as it is and overwrites the memory that it was started with, but for the harmless variables.
 * Returns false where the system does not offer that (not Linux, or /proc is closed).
 */
export function eraseEnvironment(): boolean {
  if (process.platform !== 'linux') return false;
  let memory: number | undefined;
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const start = Number(fields[environmentStartField]);
    const end = Number(fields[environmentEndField]);
    if (!(start > 0 && end > start)) return false;
    memory = openSync('/proc/self/mem', 'r+');
    const bytes = Buffer.alloc(end - start);
    readSync(memory, bytes, 0, bytes.length, start);
    moveVariables();
    overwrite(bytes);
    writeSync(memory, bytes, 0, bytes.length, start);
    return true;
  } catch {
    return false;
  } finally {
    if (memory !== undefined) closeSync(memory);
  }
}

/** Removing a variable and setting it again gives it memory elsewhere: nothing refers to the first one any more. */
function moveVariables(): void {
  for (const [name, value] of Object.entries(process.env)) {
    if (isHarmlessVariable(name)) continue;
    delete process.env[name];
    process.env[name] = value;
  }
}

function overwrite(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) {
    const zero = bytes.indexOf(0, at);
    const end = zero < 0 ? bytes.length : zero;
    const equals = bytes.indexOf('=', at);
    const name = equals >= 0 && equals < end ? bytes.toString('utf8', at, equals) : '';
    if (!isHarmlessVariable(name)) bytes.fill(0, at, end);
    at = end + 1;
  }
}
