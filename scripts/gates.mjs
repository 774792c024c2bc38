// Runs gates, some side by side, and says of each whether it passed and after how long.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** A gate's name and its command, as `node_modules/.bin` and the PATH find it. */
export const gate = (title, command, args, env = {}) => ({ title, command, args, env });

/** Prints its output as it comes where `isLive`, else only when it fails. Resolves with whether it passed. */
function runGate({ title, command, args, env }, isLive) {
  const startedAt = Date.now();
  process.stdout.write(`── ${title} …\n`);
  return new Promise((done) => {
    const path = `${resolve(root, 'node_modules', '.bin')}:${process.env.PATH}`;
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env, PATH: path },
      stdio: isLive ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
    const end = (isPassed, note = '') => {
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      process.stdout.write(
        `${isPassed ? '' : output}── ${title} ${isPassed ? 'passed' : 'FAILED'}${note} after ${seconds} s\n`,
      );
      done(isPassed);
    };
    child.on('error', (error) => end(false, ` (${error.message})`));
    child.on('close', (code) => end(code === 0));
  });
}

/**
 * Runs `steps` in order: a gate alone, with its output shown, or several gates side by side. Stops after the first step
 * in which one failed, and leaves the exit code.
 */
export async function runGates(steps) {
  const startedAt = Date.now();
  for (const step of steps) {
    const isTogether = Array.isArray(step);
    const passed = await Promise.all((isTogether ? step : [step]).map((one) => runGate(one, !isTogether)));
    if (passed.includes(false)) {
      process.exitCode = 1;
      break;
    }
  }
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
  process.stdout.write(`── ${process.exitCode === 1 ? 'failed' : 'all passed'} after ${seconds} s\n`);
}
