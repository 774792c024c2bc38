/** Installing a model on an operator's request: over a stand-in of the hub on this machine. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config.js';
import { readInstallation } from './installation.js';
import { loadManifest, type Manifest } from './manifest.js';
import { createModelInstaller, type ModelInstaller, reasonAgainstInstalling } from './model-installer.js';
import { pullModel } from './pull.js';

const content = randomBytes(200_000);
const known: Manifest = {
  version: 1,
  models: [
    {
      ...loadManifest().models.find(({ id }) => id === 'whisper-base')!,
      id: 'small',
      repository: 'acme/small',
      files: ['config.json', 'model.onnx'].map((path) => ({ path, bytes: null, sha256: null })),
    },
    loadManifest().models.find(({ id }) => id === 'htdemucs-ft-vocals')!,
    loadManifest().models.find(({ id }) => id === 'yamnet')!,
  ],
};

let hub: Server;
let hubUrl: string;
let modelsDir: string;
let requests = 0;
let answer: (response: ServerResponse, url: string) => void;
let ended: { id: string; error: unknown }[] = [];
let installer: ModelInstaller;
const folder = (): string => join(modelsDir, 'small');

const whole = (response: ServerResponse): void =>
  void response.writeHead(200, { 'content-length': content.length }).end(content);
/** Begins, and never goes on. */
const half = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-length': content.length, etag: '"one"' });
  response.write(content.subarray(0, 100_000));
};

beforeAll(async () => {
  hub = createServer((request, response) => {
    requests += 1;
    answer(response, request.url!);
  });
  await new Promise<void>((done) => hub.listen(0, '127.0.0.1', done));
  hubUrl = `http://127.0.0.1:${(hub.address() as AddressInfo).port}`;
});
afterAll(() => {
  hub.closeAllConnections();
  hub.close();
});
beforeEach(() => {
  modelsDir = mkdtempSync(join(tmpdir(), 'contrafact-install-'));
  [requests, ended, answer] = [0, [], whole];
  installer = create();
});
afterEach(async () => {
  await installer.close();
  rmSync(modelsDir, { recursive: true, force: true });
});
const create = (): ModelInstaller =>
  createModelInstaller({
    known,
    modelsDir,
    hubUrl,
    reasonAgainst: null,
    onEnd: (id, error) => void ended.push({ id, error }),
  });

const patience = { timeout: 30_000 };
const stateOf = async (): Promise<string | undefined> => (await installer.of('small'))?.state;

describe('an installation that an operator asks for', () => {
  it('fetches, verifies and reports; nothing is fetched before', async () => {
    expect([await installer.of('small'), requests]).toEqual([null, 0]);
    expect(await installer.start('small')).toBe('started');
    await expect.poll(() => ended, patience).toEqual([{ id: 'small', error: null }]);
    expect(readdirSync(folder()).sort()).toEqual(['config.json', 'contrafact-lock.json', 'model.onnx']);
    expect(await installer.of('small')).toBeNull();
    expect(await installer.start('small')).toBe('installed');
    expect(requests).toBe(2);
  });

  it('shows how far it is to every process that shares the folder', async () => {
    answer = (response, url) => (url.endsWith('config.json') ? whole(response) : half(response));
    await installer.start('small');
    const other = create();
    await expect
      .poll(() => other.of('small'), patience)
      .toMatchObject({
        state: 'running',
        file: 'model.onnx',
        fileIndex: 1,
        files: 2,
        receivedBytes: 100_000,
        totalBytes: content.length,
      });
  });

  it('is one, however many click at once, here or in another process', async () => {
    answer = half;
    const clicks = await Promise.all([1, 2, 3].map(() => installer.start('small')));
    expect(clicks.sort()).toEqual(['running', 'running', 'started']);
    await expect.poll(() => existsSync(join(folder(), 'config.json.part')), patience).toBe(true);
    const entry = known.models[0]!;
    await expect(pullModel(entry, { modelsDir, hubUrl })).rejects.toThrow(
      '"small" is being installed already. Wait until that is done, or cancel it.',
    );
    expect(await stateOf()).toBe('running');
    expect(requests).toBe(1);
  });

  it('is cancelled from any process, and the next one continues', async () => {
    answer = half;
    await installer.start('small');
    await expect.poll(() => existsSync(join(folder(), 'config.json.part')), patience).toBe(true);
    const other = create();
    expect(await other.cancel('small')).toBe(true);
    await expect.poll(stateOf, patience).toBe('cancelled');
    expect(ended).toEqual([]);
    expect(await other.cancel('small')).toBe(false);
    answer = whole;
    expect(await other.start('small')).toBe('started');
    await expect.poll(() => ended, patience).toEqual([{ id: 'small', error: null }]);
  });

  it('says what failed: no such file, a wrong hash, no room', async () => {
    const failure = async (): Promise<string | null> => {
      await installer.start('small');
      await expect.poll(stateOf, patience).toBe('failed');
      return (await installer.of('small'))!.error;
    };
    const next = (): void => rmSync(folder(), { recursive: true, force: true });
    answer = (response) => void response.writeHead(404).end();
    expect(await failure()).toMatch(/config\.json does not exist \(404\)/);
    next();
    const wrong = createHash('sha256').update('other').digest('hex');
    answer = (response) => {
      response.setHeader('x-linked-etag', `"${wrong}"`);
      whole(response);
    };
    expect(await failure()).toMatch(/config\.json of "small" has SHA-256 [0-9a-f]{64}, expected .*deleted/);
    expect(existsSync(join(folder(), 'config.json'))).toBe(false);
    next();
    answer = (response) => {
      response.writeHead(200, { 'content-length': 4e18 });
      response.write(content);
    };
    expect(await failure()).toMatch(/The disk is full: the file needs \d+ MB more .* where \d+ MB are free/);
  });

  it('whose folder vanishes fails with a reason, and never ends the process', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', note);
    try {
      answer = half;
      await installer.start('small');
      await expect.poll(() => existsSync(join(folder(), 'config.json.part')), patience).toBe(true);
      rmSync(folder(), { recursive: true });
      // Two beats that cannot be written.
      await new Promise((done) => setTimeout(done, 2500));
      expect(await stateOf()).toBe('running');
      answer = (response) => void response.writeHead(404).end();
      hub.closeAllConnections();
      await expect.poll(() => ended.length, patience).toBe(1);
      expect(await installer.of('small')).toMatchObject({
        state: 'failed',
        error: expect.stringMatching(/config\.json does not exist \(404\)/),
      });
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  });

  it('says what failed where the models folder takes no file, until the next start', async () => {
    writeFileSync(folder(), 'no folder');
    expect(await installer.start('small')).toBe('started');
    await expect.poll(stateOf, patience).toBe('failed');
    const { error } = (await installer.of('small'))!;
    expect(error).toMatch(/^Nothing can be written in .*small \(E[A-Z]+\)\. .* CONTRAFACT_MODELS_DIR/);
    rmSync(folder());
    expect(await installer.start('small')).toBe('started');
    await expect.poll(() => ended.at(-1), patience).toEqual({ id: 'small', error: null });
    expect(await installer.of('small')).toBeNull();
  });

  it('says what failed where that can no longer be written, and what another process does since', async () => {
    answer = half;
    await installer.start('small');
    await expect.poll(() => existsSync(join(folder(), 'config.json.part')), patience).toBe(true);
    const { token } = (await readInstallation(folder()))!;
    mkdirSync(join(folder(), `contrafact-pull.json.${token}.tmp`));
    answer = (response) => void response.writeHead(404).end();
    hub.closeAllConnections();
    await expect.poll(() => ended.length, patience).toBe(1);
    expect((await readInstallation(folder()))?.state).toBe('running');
    expect(await installer.of('small')).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/does not exist \(404\)/),
    });
    const long = new Date(Date.now() - 3_600_000);
    utimesSync(join(folder(), 'contrafact-pull.json'), long, long);
    expect(await stateOf()).toBe('failed');
    answer = half;
    const other = create();
    await other.start('small');
    await expect.poll(stateOf, patience).toBe('running');
    await other.close();
  });

  it('is not made by an API process whose models folder no other process sees', async () => {
    const environment = { CONTRAFACT_ROLE: 'api', CONTRAFACT_DATABASE_URL: 'postgres://a:b@c/d' };
    const alone = reasonAgainstInstalling(readConfig(environment));
    expect(alone).toMatch(/share no models folder\. Set CONTRAFACT_MODELS_DIR/);
    const shared = { ...environment, CONTRAFACT_MODELS_DIR: modelsDir };
    expect(reasonAgainstInstalling(readConfig(shared))).toBeNull();
    expect(reasonAgainstInstalling(readConfig({}))).toBeNull();
    const onlyApi = createModelInstaller({ known, modelsDir, hubUrl, reasonAgainst: alone, onEnd() {} });
    expect(onlyApi.isInstallable('small')).toBe(false);
    expect(await onlyApi.start('small')).toBe('not-installable');
    expect(requests).toBe(0);
  });

  it('that died with its process is taken over', async () => {
    const long = new Date(Date.now() - 3_600_000);
    const path = join(folder(), 'contrafact-pull.json');
    mkdirSync(folder(), { recursive: true });
    const running = { file: 'model.onnx', fileIndex: 1, files: 2, receivedBytes: 7, totalBytes: 9 };
    const dead = { ...running, token: 'a', state: 'running', error: null, startedAt: long.toISOString() };
    writeFileSync(path, JSON.stringify(dead));
    expect((await readInstallation(folder()))?.state).toBe('running');
    utimesSync(path, long, long);
    expect((await readInstallation(folder()))?.state).toBe('interrupted');
    expect(await installer.start('small')).toBe('started');
    await expect.poll(() => ended, patience).toEqual([{ id: 'small', error: null }]);
  });

  it('is of what the hub has under a known licence only', async () => {
    expect(await installer.start('nothing')).toBe('unknown');
    for (const id of ['htdemucs-ft-vocals', 'yamnet']) {
      expect(installer.isInstallable(id)).toBe(false);
      expect(await installer.start(id)).toBe('not-installable');
    }
    expect(requests).toBe(0);
  });

  it('stops with the service', async () => {
    answer = half;
    await installer.start('small');
    await expect.poll(() => existsSync(join(folder(), 'config.json.part')), patience).toBe(true);
    await installer.close();
    expect(await stateOf()).toBe('cancelled');
  });
});
