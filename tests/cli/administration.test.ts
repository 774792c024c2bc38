import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Instance, startInstance } from '../support/instance.js';
import { receiverEnv, startReceiver, type TestReceiver } from '../support/receiver.js';
import { cliJson, runCli } from '../support/run-cli.js';

interface Created {
  account_id: string;
  api_key: string;
  signing_secret: string;
}

const accountShape = {
  account_id: expect.stringMatching(/^acct_[0-9a-z]{20}$/),
  api_key: expect.stringMatching(/^cf_[0-9a-z]{37}$/),
  signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
};

describe('administration while no instance runs', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'contrafact-cli-'));
  const env = { CONTRAFACT_DATA_DIR: dataDir, ...receiverEnv };
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('creates accounts and keys with exactly the fields that automation relies on', async () => {
    const account = await cliJson<Created>(['account', 'create', '--name', 'Offline', '--plan', 'pro'], {
      env,
    });
    expect(account).toEqual(accountShape);
    const key = await cliJson(
      ['key', 'create', '--account', account.account_id, '--expires', '2020-01-01T00:00:00Z'],
      { env },
    );
    expect(key).toEqual({ key_id: expect.stringMatching(/^key_/), api_key: accountShape.api_key });
    const keys = await cliJson<{ status: string }[]>(['key', 'list'], { env });
    expect(keys.map(({ status }) => status).sort()).toEqual(['active', 'expired']);
  });

  it('verifies a callback URL by its challenge and says which rule failed, with exit code 1', async () => {
    const receiver = await startReceiver();
    try {
      const [account] = await cliJson<{ account_id: string }[]>(['account', 'list'], { env });
      const set = (url: string, extra: Record<string, string> = {}) =>
        runCli(['callback', 'set', url, '--account', account!.account_id, '--json'], {
          env: { ...env, ...extra },
        });
      const good = await set(receiver.url);
      expect([good.code, JSON.parse(good.stdout)]).toEqual([0, { verified: true }]);
      const blocked = await set(receiver.url, { CONTRAFACT_EGRESS_ALLOW: '10.0.0.0/8' });
      expect(blocked.code).toBe(1);
      expect(JSON.parse(blocked.stdout)).toEqual({
        verified: false,
        reason: expect.stringMatching(/^blocked_address: /),
        saved: true,
        url: receiver.url,
      });
      expect((await set(receiver.url)).code).toBe(0);
      const nonsense = await runCli(['callback', 'set', 'nonsense', '--account', account!.account_id], {
        env,
      });
      expect(nonsense.code).toBe(1);
      expect(nonsense.stderr).toContain(`callbacks still go to ${receiver.url}`);
      const shown = await cliJson(['callback', 'show', '--account', account!.account_id], { env });
      expect(shown).toMatchObject({ url: receiver.url, verified: true });
    } finally {
      await receiver.close();
    }
  });

  it.each([
    { args: ['nonsense'], code: 2, says: 'unknown command' },
    { args: ['account', 'create', '--plan', 'pro'], code: 2, says: '--name' },
    { args: ['account', 'delete', 'acct_x'], code: 2, says: '--yes' },
    { args: ['restore', '/nowhere'], code: 2, says: 'no file' },
    { args: ['account', 'create', '--name', 'x', '--plan', 'gold'], code: 2, says: 'gold' },
    { args: ['key', 'create', '--expires', 'tomorrow'], code: 2, says: 'ISO 8601' },
    { args: ['key', 'revoke', 'key_nothing'], code: 1, says: 'key_nothing' },
    { args: ['key', 'list', '--account', 'acct_nothing'], code: 1, says: 'acct_nothing' },
    { args: ['analyze', 'x.wav', '--operation', 'ai-detection', '--model', 'best'], code: 2, says: 'pro-v2' },
  ])('ends $args with exit code $code, and says why on stderr only', async ({ args, code, says }) => {
    const result = await runCli(args, { env });
    expect(result.stderr).toContain(says);
    expect(result.stdout).toBe('');
    expect(result.code).toBe(code);
  });

  it('reports every wrong setting at once, with exit code 2', async () => {
    const result = await runCli(['serve'], {
      env: { ...env, CONTRAFACT_PORT: 'eighty', CONTRAFACT_ROLE: 'boss', CONTRAFACT_COLOUR: 'red' },
    });
    expect(result.code).toBe(2);
    for (const name of ['CONTRAFACT_PORT', 'CONTRAFACT_ROLE', 'CONTRAFACT_COLOUR']) {
      expect(result.stderr).toContain(name);
    }
  });

  it('says which setting to mend where the host is no address of this machine, with exit code 3', async () => {
    for (const host of ['nowhere.invalid', '192.0.2.1']) {
      const result = await runCli(['serve'], {
        env: { ...env, CONTRAFACT_HOST: host, CONTRAFACT_PORT: '0' },
      });
      expect([result.code, result.stderr]).toEqual([
        3,
        expect.stringMatching(`Cannot listen on ${host}:0 \\(E[A-Z_]+\\)\\. Set CONTRAFACT_HOST`),
      ]);
    }
  });

  it('has help for every command', async () => {
    const groups = {
      account: ['create', 'list'],
      key: ['create', 'list', 'revoke'],
      callback: ['set', 'show'],
    };
    const commands = [
      ...['serve', 'listen', 'analyze', 'doctor', 'demo'].map((name) => [name]),
      ...Object.entries(groups).flatMap(([group, names]) => names.map((name) => [group, name])),
      ['callback', 'secret', 'rotate'],
    ];
    for (const command of commands) {
      const { code, stdout } = await runCli([...command, '--help'], { env });
      expect([command, code]).toEqual([command, 0]);
      expect(stdout).toContain(`Usage: contrafact ${command.join(' ')}`);
      expect(stdout).toContain('--json');
    }
  });
});

describe('administration while an instance runs', () => {
  let instance: Instance;
  let receiver: TestReceiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    instance = await startInstance({ env: receiverEnv });
  });
  afterAll(async () => {
    await instance.stop();
    await receiver.close();
  });

  it('goes through the running instance: what it creates is valid at once', async () => {
    const { env } = instance;
    const account = await cliJson<Created>(['account', 'create', '--name', 'Live', '--plan', 'free'], {
      env,
    });
    expect(account).toEqual(accountShape);
    const status = async (key: string): Promise<number> =>
      (await fetch(`${instance.url}/api/v1/tasks`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await status(account.api_key)).toBe(200);
    const { key_id, api_key } = await cliJson<{ key_id: string; api_key: string }>(
      ['key', 'create', '--account', account.account_id, '--name', 'second'],
      { env },
    );
    expect(await status(api_key)).toBe(200);
    expect(await cliJson(['key', 'revoke', key_id], { env })).toEqual({ key_id, revoked: true });
    expect(await status(api_key)).toBe(404);
    const late = await cliJson<{ api_key: string }>(
      ['key', 'create', '--account', account.account_id, '--expires', '2020-01-01T00:00:00Z'],
      { env },
    );
    expect(await status(late.api_key)).toBe(401);
    const set = await cliJson(['callback', 'set', receiver.url, '--account', account.account_id], { env });
    expect(set).toEqual({ verified: true });
    const rotated = await cliJson<Created>(
      ['callback', 'secret', 'rotate', '--account', account.account_id],
      {
        env,
      },
    );
    expect(rotated.signing_secret).not.toBe(account.signing_secret);
  });

  it('invites a person into an account by a link that its dashboard takes, and renews their password', async () => {
    const { env } = instance;
    const { account_id: account } = await cliJson<Created>(
      ['account', 'create', '--name', 'Seen', '--plan', 'free'],
      { env },
    );
    const email = 'person@example.com';
    const { url } = await cliJson<{ url: string }>(['member', 'invite', email, '--account', account], {
      env,
    });
    expect(url.startsWith(`${instance.url}/invitation?token=`)).toBe(true);
    const post = (path: string, body: object): Promise<Response> =>
      fetch(`${instance.url}/dashboard/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-contrafact-dashboard': '1' },
        body: JSON.stringify(body),
      });
    const token = new URL(url).searchParams.get('token');
    expect((await post('/invitation', { token, password: 'a long password' })).status).toBe(201);
    const renewed = await cliJson<{ password: string }>(['member', 'new-password', email], { env });
    expect((await post('/login', { email, password: 'a long password' })).status).toBe(403);
    expect((await post('/login', { email, password: renewed.password })).status).toBe(200);
    const listed = await runCli(['member', 'list', '--account', account], { env });
    expect(listed.stdout).toContain(email);
    const again = await runCli(['member', 'invite', email, '--account', account], { env });
    expect([again.code, again.stderr.includes('belongs to this account already')]).toEqual([1, true]);
  });

  it('keeps its entry point for commands to a Unix socket of mode 0600, and serves none on TCP', async () => {
    expect(statSync(join(instance.dataDir, 'instance.json')).mode & 0o777).toBe(0o600);
    const socket = statSync(instance.socket);
    expect(socket.isSocket()).toBe(true);
    expect(socket.mode & 0o777).toBe(0o600);
    const overTcp = await fetch(`${instance.url}/internal/v1/commands/listAccounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(overTcp.status).toBe(404);
  });

  it('finds the socket of a data folder whose path is too long for a socket', async () => {
    const root = mkdtempSync(join(tmpdir(), 'contrafact-long-'));
    const dataDir = join(root, 'a-folder-with-a-long-name-'.repeat(6));
    mkdirSync(dataDir);
    const distant = await startInstance({ dataDir });
    try {
      expect(distant.socket.startsWith(dataDir)).toBe(false);
      expect(statSync(dirname(distant.socket)).mode & 0o777).toBe(0o700);
      const created = await cliJson(['account', 'create', '--name', 'Distant', '--plan', 'free'], {
        env: distant.env,
      });
      expect(created).toEqual(accountShape);
    } finally {
      const { socket } = distant;
      await distant.stop();
      expect(existsSync(dirname(socket))).toBe(false);
      rmSync(root, { recursive: true, force: true });
    }
  });

  it('refuses a second instance on the same data folder with exit code 3', async () => {
    const second = await runCli(['serve'], { env: { ...instance.env, CONTRAFACT_PORT: '0' } });
    expect(second.code).toBe(3);
    expect(second.stderr).toContain(String(instance.pid));
  });

  it('ends in order at SIGTERM with exit code 0, and afterwards commands open the database themselves', async () => {
    const { env } = instance;
    const live = await cliJson<unknown[]>(['account', 'list'], { env });
    expect(live.length).toBeGreaterThan(0);
    expect(await instance.halt()).toBe(0);
    expect(await cliJson(['account', 'list'], { env })).toEqual(live);
    await instance.start();
  });

  it('ends in order when its terminal closes, too', async () => {
    expect(await instance.halt('SIGHUP')).toBe(0);
    await instance.start();
  });

  it('still finds the database after the instance was killed', async () => {
    const { env } = instance;
    const live = await cliJson<unknown[]>(['account', 'list'], { env });
    await instance.kill9();
    expect(await cliJson(['account', 'list'], { env })).toEqual(live);
    await instance.start();
  });
});
