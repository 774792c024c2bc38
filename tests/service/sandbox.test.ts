/** What a decoder that was taken over can access of a running service, tried by a process that is started as decoders are. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openComputePool } from '../../src/compose/compute-pool.js';
import { openSandbox, type Sandbox } from '../../src/compose/sandbox.js';
import { type Config, readConfig } from '../../src/config.js';
import { type Access, processTarget } from '../../src/sandbox/access.js';
import { noSandbox } from '../../src/sandbox/plan.js';
import { type Instance, startInstance } from '../support/instance.js';

const apiKey = 'a-key-that-no-decoder-may-read';
const log = { info: () => undefined, warn: () => undefined };
const isRoot = process.getuid?.() === 0;
let instance: Instance;
let config: Config;
let sandbox: Sandbox;
let blob: string;
/** Read-only programs and libraries are visible; this is a file of the machine that is not one of them. */
let elsewhere: string;

beforeAll(async () => {
  instance = await startInstance({
    env: {
      CONTRAFACT_TRANSCRIBE_URL: 'http://127.0.0.1:9/',
      CONTRAFACT_TRANSCRIBE_ALLOW: '127.0.0.0/8',
      CONTRAFACT_TRANSCRIBE_API_KEY: apiKey,
    },
  });
  // Before the sandbox is opened, which gives this process another temporary folder.
  elsewhere = join(mkdtempSync(join(tmpdir(), 'contrafact-elsewhere-')), 'notes');
  writeFileSync(elsewhere, 'private', { mode: 0o600 });
  config = readConfig({ CONTRAFACT_DATA_DIR: instance.dataDir });
  sandbox = await openSandbox(config, log);
  blob = join(instance.dataDir, 'blobs', 'acct_x', 'song');
  mkdirSync(dirname(blob), { recursive: true });
  writeFileSync(blob, 'another customer’s song', { mode: 0o600 });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(dirname(elsewhere), { recursive: true, force: true });
  await instance.stop();
});

/** Through a compute process of the pool that the service opens, as its decoders are started, or from itself. */
async function accessFrom(from: 'decoder' | 'compute', plan = sandbox.plan): Promise<Access> {
  const pool = openComputePool(config, 1, undefined, { ...sandbox, plan });
  try {
    return await pool.run('sandbox.check', {
      from,
      soundPath: null,
      targets: {
        processes: [processTarget(instance.pid), processTarget(process.pid)],
        files: [join(instance.dataDir, 'instance.json'), blob, elsewhere],
        ports: [Number(new URL(instance.url).port)],
        sockets: [instance.socket],
      },
    });
  } finally {
    await pool.close();
  }
}

it('the service’s settings cannot be read from its process’s environment, whoever asks', () => {
  const environment = readFileSync(`/proc/${instance.pid}/environ`, 'utf8');
  expect(environment).toContain('PATH=');
  expect(environment).not.toContain('CONTRAFACT_');
  expect(environment).not.toContain(apiKey);
});

it('the same probe without a sandbox reaches files, port and socket: it can fail', async () => {
  const { opened } = await accessFrom('decoder', noSandbox);
  expect(opened).toEqual(
    expect.arrayContaining([
      `environment of process ${instance.pid}`,
      `file ${join(instance.dataDir, 'instance.json')}`,
      `file ${blob}`,
      expect.stringMatching(/^TCP port/),
      `socket ${instance.socket}`,
    ]),
  );
});

describe('in the sandbox that the service chose here', () => {
  it('a decoder reaches no process, file, port or socket that the level in force closes to it', async () => {
    const { opened, noNewPrivileges } = await accessFrom('decoder');
    process.stderr.write(`sandbox level in force: ${sandbox.plan.level}\n`);
    const open = opened.filter((what) => sandbox.plan.level === 'namespaces' || !what.startsWith('TCP'));
    if (sandbox.plan.level === 'process') expect(open).not.toEqual([]);
    else expect(open).toEqual([]);
    if (sandbox.plan.level === 'namespaces') expect(noNewPrivileges).toBe(true);
  });

  it.runIf(isRoot)('as another user a decoder reaches no process, private file or socket', async () => {
    const { opened, userId } = await accessFrom('decoder', {
      ...noSandbox,
      level: 'other-user',
      decoderUser: 65_534,
    });
    expect(userId).toBe(65_534);
    expect(opened.filter((what) => !what.startsWith('TCP'))).toEqual([]);
  });

  it('a compute process reads uploads, and nothing else of these', async () => {
    const { opened } = await accessFrom('compute');
    if (sandbox.plan.level === 'namespaces') expect(opened).toEqual([`file ${blob}`]);
    else expect(opened).toContain(`file ${blob}`);
  });

  it('the service reports its level when it starts', () => {
    expect(instance.logs).toContain(`"sandbox":"${sandbox.plan.level}"`);
  });
});

it('with CONTRAFACT_SANDBOX=require the service starts only with namespaces, and gives the reason otherwise', async () => {
  const before = process.env.PATH;
  const required = { ...config, sandbox: 'require' as const };
  if (sandbox.plan.level === 'namespaces') await (await openSandbox(required, log)).close();
  else await expect(openSandbox(required, log)).rejects.toThrow('CONTRAFACT_SANDBOX: require');
  expect(process.env.PATH).toBe(before);
});
