import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listModels, removeModel, verifyModel } from './installed.js';
import { loadManifest, type ModelEntry } from './manifest.js';
import { modelsInFolder, pullModel } from './pull.js';

const content = randomBytes(300_000);
const sha256 = createHash('sha256').update(content).digest('hex');

let server: Server;
let hubUrl: string;
let modelsDir: string;
let requests: { url: string; range: string | undefined }[] = [];
/** How the stand-in of the hub answers the next requests; the last one stays. */
let answers: ((request: IncomingMessage, response: ServerResponse) => void)[] = [];

function whole(request: IncomingMessage, response: ServerResponse): void {
  const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const isRange = from > 0 && request.headers['if-range'] === '"one"';
  const body = isRange ? content.subarray(from) : content;
  response.writeHead(isRange ? 206 : 200, { etag: '"one"', 'content-length': body.length });
  response.end(body);
}

/** Sends half of what was asked for, and drops the connection once some of that is on the disk. */
function cut(request: IncomingMessage, response: ServerResponse): void {
  const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const body = content.subarray(from);
  response.writeHead(from > 0 ? 206 : 200, { etag: '"one"', 'content-length': body.length });
  response.write(body.subarray(0, Math.floor(body.length / 2)));
  const timer = setInterval(() => {
    if (partBytes() <= from) return;
    clearInterval(timer);
    response.destroy();
  }, 5);
}

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push({ url: request.url ?? '', range: request.headers.range });
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  hubUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  modelsDir = mkdtempSync(join(tmpdir(), 'contrafact-models-'));
  requests = [];
  answers = [whole];
});
afterEach(() => rmSync(modelsDir, { recursive: true, force: true }));

function entry(hash: string | null, files = ['onnx/model.onnx']): ModelEntry {
  return {
    id: 'tiny',
    purpose: 'recogniser',
    usedBy: [],
    shipped: false,
    repository: 'owner/tiny',
    revision: null,
    licence: 'MIT',
    licenceNote: '',
    withoutIt: '',
    files: files.map((path) => ({ path, bytes: null, sha256: hash })),
  };
}
const pull = (model: ModelEntry, more = {}) =>
  pullModel(model, { modelsDir, hubUrl, pause: async () => {}, ...more });
const target = (): string => join(modelsDir, 'tiny', 'onnx', 'model.onnx');
function partBytes(): number {
  const part = `${target()}.part`;
  return existsSync(part) ? statSync(part).size : 0;
}

describe('pullModel', () => {
  it('fetches each file from the hub’s address and says how far it is', async () => {
    const seen: number[] = [];
    const pulled = await pull(entry(sha256), {
      onProgress: (p: { received: number }) => seen.push(p.received),
    });
    expect(pulled).toEqual([{ path: 'onnx/model.onnx', sha256, bytes: content.length, outcome: 'verified' }]);
    expect(requests.map((request) => request.url)).toEqual(['/owner/tiny/resolve/main/onnx/model.onnx']);
    expect(readFileSync(target()).equals(content)).toBe(true);
    expect(seen.at(-1)).toBe(content.length);
  });

  it('continues after a cut connection instead of starting again', async () => {
    answers = [cut, whole];
    await pull(entry(sha256));
    expect(requests).toHaveLength(2);
    expect(requests[1]!.range).toMatch(/^bytes=[1-9]\d*-$/);
    expect(readFileSync(target()).equals(content)).toBe(true);
  });

  it('continues in a later run what an earlier one could not finish', async () => {
    const stop = new AbortController();
    answers = [
      (_, response) => {
        response.writeHead(200, { etag: '"one"', 'content-length': content.length });
        response.write(content.subarray(0, 150_000));
      },
    ];
    const stopped = expect(pull(entry(sha256), { signal: stop.signal })).rejects.toThrow('stopped');
    await expect.poll(partBytes).toBeGreaterThan(0);
    stop.abort(new Error('stopped'));
    await stopped;
    expect(existsSync(target())).toBe(false);
    answers = [whole];
    await pull(entry(sha256));
    expect(requests.at(-1)!.range).toBeDefined();
    expect(readFileSync(target()).equals(content)).toBe(true);
  });

  it('starts over when the file changed between two attempts', async () => {
    mkdirSync(join(modelsDir, 'tiny', 'onnx'), { recursive: true });
    writeFileSync(`${target()}.part`, randomBytes(1000));
    writeFileSync(`${target()}.part.etag`, '"another"');
    await pull(entry(sha256));
    expect(readFileSync(target()).equals(content)).toBe(true);
  });

  it('deletes a file whose hash is wrong and names both hashes', async () => {
    await expect(pull(entry('0'.repeat(64)))).rejects.toThrow(new RegExp(`${sha256}, expected 0{64}`));
    expect(existsSync(target())).toBe(false);
    expect(existsSync(`${target()}.part`)).toBe(false);
  });

  it('checks a file of unknown hash against the hash that the hub sends through its redirect', async () => {
    const redirect = (hash: string) => (request: IncomingMessage, response: ServerResponse) => {
      if (request.url?.startsWith('/cdn')) return whole(request, response);
      response.writeHead(302, {
        location: '/cdn/blob',
        'x-linked-etag': `"${hash}"`,
        'x-repo-commit': 'abc',
      });
      response.end();
    };
    answers = [redirect('1'.repeat(64))];
    await expect(pull(entry(null))).rejects.toThrow(/expected 1{64}/);
    answers = [redirect(sha256)];
    expect((await pull(entry(null)))[0]).toMatchObject({ outcome: 'verified', sha256 });
  });

  it('pins what nobody knew at the first pull and notices when it changes later', async () => {
    expect((await pull(entry(null)))[0]).toMatchObject({ outcome: 'pinned' });
    expect((await verifyModel(entry(null), modelsDir))[0]!.state).toBe('ok');
    writeFileSync(target(), 'swapped');
    expect((await verifyModel(entry(null), modelsDir))[0]!.state).toBe('wrong-hash');
    await pull(entry(null));
    expect((await pull(entry(null)))[0]).toMatchObject({ outcome: 'already there' });
  });

  it('does not try again what cannot succeed, and says so', async () => {
    answers = [(_, response) => response.writeHead(404).end()];
    await expect(pull(entry(sha256))).rejects.toThrow(/does not exist \(404\)/);
    expect(requests).toHaveLength(1);
  });

  it('fails on a server that always fails, naming the way without internet', async () => {
    answers = [(_, response) => response.writeHead(503).end()];
    await expect(pull(entry(sha256))).rejects.toThrow(/HTTP 503.*--from FOLDER/s);
  });

  it('follows redirects only so far', async () => {
    answers = [(_, response) => response.writeHead(302, { location: '/again' }).end()];
    await expect(pull(entry(sha256))).rejects.toThrow(/redirects more than/);
  });

  // Linux gives a file on which every write finds the disk full.
  it.skipIf(!existsSync('/dev/full'))(
    'says what to do when the disk becomes full on the way (needs /dev/full)',
    async () => {
      mkdirSync(join(modelsDir, 'tiny', 'onnx'), { recursive: true });
      symlinkSync('/dev/full', `${target()}.part`);
      await expect(pull(entry(sha256))).rejects.toThrow(
        /The disk is full: .*tiny\/onnx.*run the command again/,
      );
      expect(requests).toHaveLength(1);
      expect(existsSync(target())).toBe(false);
    },
  );

  it('says beforehand when the disk has no room for the model', async () => {
    const huge = { ...entry(sha256), files: [{ path: 'x', bytes: 2 ** 52, sha256 }] };
    await expect(pull(huge)).rejects.toThrow(/needs \d+ MB more/);
    expect(requests).toHaveLength(0);
  });

  it('installs from a folder without any request, and names what is missing there', async () => {
    const from = join(modelsDir, 'usb');
    mkdirSync(join(from, 'tiny', 'onnx'), { recursive: true });
    await expect(pull(entry(sha256), { from })).rejects.toThrow(/is not in .*usb/);
    writeFileSync(join(from, 'tiny', 'onnx', 'model.onnx'), content);
    await pull(entry(sha256), { from });
    expect(requests).toHaveLength(0);
    const known = { version: 1 as const, models: [entry(sha256)] };
    expect((await modelsInFolder(known, from)).map((model) => model.id)).toEqual(['tiny']);
    expect((await listModels(known, modelsDir))[0]!.state).toBe('installed');
    expect(await removeModel(entry(sha256), modelsDir)).toBe(true);
    expect((await listModels(known, modelsDir))[0]!.state).toBe('absent');
  });
});

describe('the manifest', () => {
  it('ships the default encoder with the files that it names', async () => {
    const shipped = loadManifest().models.filter((model) => model.shipped);
    expect(shipped.map((model) => model.id)).toContain('mini-multi-static-128');
    for (const model of shipped) {
      expect((await verifyModel(model, modelsDir)).map((file) => file.state)).toEqual(
        model.files.map(() => 'ok'),
      );
    }
  });

  it('marks a model as unpinned where its hash is not known, and has no default of unknown licence', () => {
    for (const model of loadManifest().models) {
      if (model.licence === 'unknown') expect(model.shipped).toBe(false);
    }
  });
});
