/** The client as it would be published: packed, unpacked beside a stranger's program, and used on a running instance. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, openAsBlob, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type * as Client from '../../client/src/index.js';
import { type Instance, startInstance, type TestAccount } from '../support/instance.js';
import { receiverEnv } from '../support/receiver.js';
import { itInLongRounds } from '../support/rounds.js';
import { projectRoot } from '../support/run-cli.js';
import { songFile, songTitle } from '../support/songs.js';

const folder = mkdtempSync(join(tmpdir(), 'contrafact-client-'));
const installed = join(folder, 'node_modules', 'contrafact-client');

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

let packed: string[];
let library: typeof Client;
let instance: Instance;
let account: TestAccount;
let client: Client.ContrafactClient;

beforeAll(async () => {
  // What `npm test` has built a moment ago is packed; `prepack` would build it again.
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  // Also for a user without a home to keep npm's cache in.
  args.push('--cache', join(folder, 'npm-cache'));
  const answer = run('npm', args, join(projectRoot, 'client'));
  const [tarball] = JSON.parse(answer) as { filename: string; files: { path: string }[] }[];
  packed = tarball!.files.map(({ path }) => path);
  mkdirSync(installed, { recursive: true });
  run('tar', ['-xzf', join(folder, tarball!.filename), '-C', installed, '--strip-components=1'], folder);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'door.mjs'), "export * from 'contrafact-client';");
  library = (await import(pathToFileURL(join(folder, 'door.mjs')).href)) as typeof Client;
  instance = await startInstance({ env: receiverEnv });
  account = await instance.account();
  client = new library.ContrafactClient({ baseUrl: instance.url, apiKey: account.apiKey });
});
afterAll(async () => {
  await instance?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the package', () => {
  it('holds code, types, README, licence and test vectors, and neither sources nor tests', () => {
    const needed = [
      'dist/index.js',
      'dist/index.d.ts',
      'README.md',
      'LICENSE',
      'test-vectors/signatures.json',
    ];
    expect(packed).toEqual(expect.arrayContaining([...needed, 'package.json']));
    expect(packed.filter((path) => /\.test\.|^src\/|tsconfig/.test(path))).toEqual([]);
  });

  itInLongRounds(
    "its types hold in a stranger's strict program: results are known by operation, mistakes are refused",
    () => {
      symlinkSync(join(projectRoot, 'node_modules', '@types'), join(folder, 'node_modules', '@types'));
      writeFileSync(
        join(folder, 'program.ts'),
        `import { ContrafactClient, fastifyCallbacks, fetchHandler, nodeHandler, verifyCallback } from 'contrafact-client';
const client = new ContrafactClient({ baseUrl: 'https://a.example', apiKey: 'k' });
export async function check(id: string): Promise<boolean> {
  const { result } = await client.analyze(id, 'fingerprint-check').wait({ onProgress: (task) => console.log(task.progress) });
  // @ts-expect-error no such operation
  client.analyze(id, 'guess');
  return result.is_duplicate;
}
export const handlers = [nodeHandler, fetchHandler, fastifyCallbacks, verifyCallback];
`,
      );
      const options =
        '--noEmit --strict --module nodenext --target es2023 --lib es2023,dom --types node program.ts';
      run(join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc'), options.split(' '), folder);
    },
  );
});

it('uploads with progress that ends with the whole file, analyses, and waits for the typed result', async () => {
  const path = join(folder, 'song.wav');
  writeFileSync(path, songFile(0, 20));
  const file = await openAsBlob(path);
  const seen: number[] = [];
  const song = await client.upload(file, {
    filename: 'song.wav',
    onProgress: ({ sentBytes, totalBytes }) => {
      expect(totalBytes).toBe(file.size);
      seen.push(sentBytes);
    },
  });
  expect(song.title).toBe(songTitle(0));
  expect(seen.at(-1)).toBe(file.size);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));

  await client.analyze(song.musicId, 'fingerprint-add').wait({ pollMs: 50 });
  const states: string[] = [];
  const { result, taskId } = await client
    .analyze(song.musicId, 'fingerprint-check')
    .wait({ pollMs: 50, onProgress: ({ status }) => states.push(status) });
  expect(result).toMatchObject({ is_duplicate: true, matched_music_id: song.musicId });
  expect(states.at(-1)).toMatch(/^(success|completed)$/);
  expect((await client.tasks.get(taskId)).status).toBe(states.at(-1));
});

it('a refusal is a ContrafactError that carries the code of the service', async () => {
  const refused = client.analyze('mus_none', 'fingerprint-check').wait();
  await expect(refused).rejects.toBeInstanceOf(library.ContrafactError);
  await expect(refused).rejects.toMatchObject({ status: 422, code: 'unknown_music_id' });
});

describe('a handler takes the challenge and a real callback, and refuses a forged one', () => {
  const close: (() => Promise<unknown>)[] = [];
  afterEach(() => Promise.all(close.splice(0).map((end) => end())));

  async function listening(server: Server): Promise<string> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    close.push(() => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`;
  }

  const servers: Record<string, (options: Client.HandlerOptions) => Promise<string>> = {
    'nodeHandler (node:http, Express)': (options) => {
      const handler = library.nodeHandler(options);
      return listening(createServer((request, response) => void handler(request, response)));
    },
    'fetchHandler (Hono and other servers of Request and Response)': (options) => {
      const handler = library.fetchHandler(options);
      return listening(
        createServer(async (incoming, outgoing) => {
          const chunks: Buffer[] = [];
          for await (const chunk of incoming) chunks.push(chunk as Buffer);
          const request = new Request('http://127.0.0.1/callbacks', {
            method: 'POST',
            headers: Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
            body: Buffer.concat(chunks),
          });
          const answer = await handler(request);
          outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
        }),
      );
    },
    fastifyCallbacks: async (options) => {
      const fastify = Fastify({ forceCloseConnections: true });
      await fastify.register(library.fastifyCallbacks({ ...options, path: '/callbacks' }) as never);
      close.push(() => fastify.close());
      return `${await fastify.listen({ port: 0, host: '127.0.0.1' })}/callbacks`;
    },
  };

  it.each(Object.keys(servers))('%s', async (name) => {
    const own = await instance.account();
    const received: Client.CallbackBody[] = [];
    const url = await servers[name]!({
      secret: own.signingSecret,
      onCallback: (callback) => void received.push(callback),
    });
    const set = await instance.command<{ verified: boolean }>('setCallback', {
      accountId: own.accountId,
      url,
    });
    expect(set).toMatchObject({ verified: true });

    const mine = new library.ContrafactClient({ baseUrl: instance.url, apiKey: own.apiKey });
    const song = await mine.upload(new Blob([new Uint8Array(songFile(1, 10))]), { filename: 'a.wav' });
    const { taskId } = await mine.analyze(song.musicId, 'fingerprint-add').wait({ pollMs: 50 });
    await expect.poll(() => received.map(({ task_id }) => task_id), { timeout: 60_000 }).toEqual([taskId]);
    expect(received[0]).toMatchObject({ task_name: 'add_audio_in_index', status: 'success' });

    const forged = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ task_id: taskId, status: 'success' }),
    });
    expect(forged.status).toBe(401);
    expect(received).toHaveLength(1);
  });
});
