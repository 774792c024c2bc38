/** Version 1.0.0, built from this repository's history, as a process beside the present one. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestAccount } from '../support/instance.js';
import { cleanEnvironment, projectRoot } from '../support/run-cli.js';

/** The commit that was released as 1.0.0. */
const commit = '1373d31';

/** Why it cannot be had here; null where it can. */
export const withoutOldVersion: string | null = missing();

function missing(): string | null {
  const git = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], {
    cwd: projectRoot,
    stdio: 'ignore',
  });
  if (git.error) return 'needs git';
  return git.status === 0 ? null : `needs this repository's history: it has no commit ${commit} (1.0.0)`;
}

export interface OldVersion {
  /** Starts `serve`, and resolves when it is ready. */
  start(settings: Readonly<Record<string, string>>): Promise<OldProcess>;
  remove(): void;
}

export interface OldProcess {
  readonly url: string;
  readonly output: string;
  readonly isRunning: boolean;
  /** An account of the plan `enterprise` with a verified callback URL. */
  customer(callbackUrl: string): Promise<TestAccount>;
  stop(): Promise<number | null>;
}

/**
 * Unpacks it, installs its own locked packages, and compiles it. Throws what a step printed, and
 * `RegistryUnreachable` where the packages can neither be fetched nor found in npm's cache.
 */
export function buildOldVersion(): OldVersion {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-1.0.0-'));
  const step = (program: string, args: readonly string[], cwd: string): void => {
    const result = spawnSync(program, args, { cwd, encoding: 'utf8' });
    if (result.status === 0) return;
    throw new Error(`${program} ${args[0]}: ${result.error ?? `${result.stdout}${result.stderr}`}`);
  };
  const archive = join(folder, 'source.tar');
  step('git', ['archive', '--output', archive, commit], projectRoot);
  const root = join(folder, 'program');
  mkdirSync(root);
  step('tar', ['-xf', archive, '-C', root], folder);
  installPackages(root);
  step(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'], root);
  step(process.execPath, [join(root, 'scripts/basic-pitch/write-model.mjs')], root);
  return {
    start: (settings) => start(root, settings),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Its own packages, since the present version no longer has all of them. */
function installPackages(root: string): void {
  const npm = spawnSync('npm', ['ci', '--prefer-offline', '--no-progress'], { cwd: root, encoding: 'utf8' });
  if (npm.status === 0) return;
  const printed = `${npm.error ?? ''}${npm.stdout}${npm.stderr}`;
  if (/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ENOTCACHED)\b/.test(printed)) {
    throw new RegistryUnreachable(`npm cannot fetch the packages of 1.0.0: ${printed}`);
  }
  throw new Error(`npm ci: ${printed}`);
}

export class RegistryUnreachable extends Error {}

async function start(root: string, settings: Readonly<Record<string, string>>): Promise<OldProcess> {
  const dataDir = settings.CONTRAFACT_DATA_DIR!;
  mkdirSync(dataDir, { recursive: true });
  const child = spawn(process.execPath, [join(root, 'bin/contrafact'), 'serve'], {
    cwd: root,
    env: cleanEnvironment({ ...settings, CONTRAFACT_PORT: '0' }),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const kill = (): void => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  process.on('exit', kill);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const file = join(dataDir, 'instance.json');
  for (const deadline = Date.now() + 150_000; !existsSync(file); ) {
    if (!isRunning() || Date.now() > deadline) throw new Error(`1.0.0 does not start:\n${output}`);
    await sleep(100);
  }
  const { url, token } = JSON.parse(readFileSync(file, 'utf8')) as { url: string; token: string };
  async function command<Answer>(name: string, given: object): Promise<Answer> {
    const response = await fetch(`${url}/internal/v1/commands/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ arguments: given }),
    });
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { answer: Answer }).answer;
  }
  return {
    url,
    get output() {
      return output;
    },
    get isRunning() {
      return isRunning();
    },
    async customer(callbackUrl) {
      const made = await command<{ account_id: string; api_key: string; signing_secret: string }>(
        'createAccount',
        { name: 'A customer of 1.0.0', plan: 'enterprise' },
      );
      const verdict = await command<{ verified: boolean }>('setCallback', {
        accountId: made.account_id,
        url: callbackUrl,
      });
      if (!verdict.verified) throw new Error(`not verified: ${JSON.stringify(verdict)}`);
      return { accountId: made.account_id, apiKey: made.api_key, signingSecret: made.signing_secret };
    },
    async stop() {
      if (isRunning()) child.kill('SIGTERM');
      const code = await exited;
      process.off('exit', kill);
      return code;
    },
  };
}
