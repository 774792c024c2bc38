/** Runs `bin/contrafact` as a person would, in a process of its own. */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

export const projectRoot = resolve(import.meta.dirname, '../..');
export const programPath = join(projectRoot, 'bin', 'contrafact');

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Killed after this; the code is null then. */
  readonly timeoutMs?: number;
}

/** The environment without any CONTRAFACT_ setting of whoever runs the tests, plus `extra`. */
export function cleanEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('CONTRAFACT_'));
  return { ...Object.fromEntries(own), ...extra };
}

export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [programPath, ...args], {
      cwd: options.cwd ?? projectRoot,
      env: cleanEnvironment(options.env),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const timer = setTimeout(() => child.kill('SIGKILL'), options.timeoutMs ?? 120_000);
    child.on('error', fail);
    child.on('close', (code) => {
      clearTimeout(timer);
      done({ code, stdout, stderr });
    });
  });
}

/** Runs a command with `--json` and returns its parsed answer; throws what it printed when it is not JSON. */
export async function cliJson<Answer>(args: readonly string[], options: CliOptions = {}): Promise<Answer> {
  const result = await runCli([...args, '--json'], options);
  try {
    return JSON.parse(result.stdout) as Answer;
  } catch {
    throw new Error(
      `contrafact ${args.join(' ')} ended with ${result.code}:\n${result.stdout}${result.stderr}`,
    );
  }
}
