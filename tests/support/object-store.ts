/**
 * An S3 server for tests that checks signatures, and a relay before it that can be told to fail as networks and stores
 * do. Requests pass the relay byte for byte, so that signatures stay true.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Location } from '../../src/storage/blobs-s3/client.js';

export type StoreFault =
  /** Cuts the connection after this many bytes from the client have passed. */
  | { readonly kind: 'cut'; readonly afterBytes: number }
  /** Cuts the connection after this many bytes of the store's answers. */
  | { readonly kind: 'cut-answer'; readonly afterBytes: number }
  /** Answers 500 without asking the store. */
  | { readonly kind: 'error' }
  /** Takes everything and says nothing. */
  | { readonly kind: 'silence' };

export interface ObjectStore {
  readonly location: S3Location;
  /** The same as settings of a service. */
  readonly env: Readonly<Record<string, string>>;
  /** How the next `connections` connections fail; null for none. Open ones are cut. */
  fail(fault: StoreFault | null, connections?: number): void;
  /** The files in which the server keeps objects and parts of unfinished uploads, as whole paths. */
  files(): string[];
  /** The first line of each request that came, such as `DELETE /bucket/key HTTP/1.1`. */
  readonly requests: readonly string[];
  /** Connections that failed as told. */
  readonly failed: number;
  close(): Promise<void>;
}

const bucket = 'contrafact-test';
/** The test server knows this pair alone. */
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

export async function startObjectStore(): Promise<ObjectStore> {
  const directory = mkdtempSync(join(tmpdir(), 'contrafact-s3-'));
  const store = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port: storePort } = await store.run();
  let fault: StoreFault | null = null;
  let left = 0;
  let failed = 0;
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  const relay = createServer((client) => {
    sockets.add(client);
    client.on('close', () => sockets.delete(client)).on('error', () => {});
    client.on('data', (chunk: Buffer) => {
      const line = /^(GET|HEAD|PUT|POST|DELETE) \/\S* HTTP\/1\.1/.exec(chunk.toString('latin1', 0, 2000));
      if (line) requests.push(line[0]);
    });
    const mine = left > 0 ? fault : null;
    if (mine) {
      left -= 1;
      failed += 1;
    }
    pass(client, storePort, mine);
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${portOf(relay)}`;
  return {
    location: { bucketUrl: `${endpoint}/${bucket}`, region: 'us-east-1', prefix: 'songs/', ...credentials },
    env: {
      CONTRAFACT_BLOBS: `s3://${bucket}/songs`,
      CONTRAFACT_S3_ENDPOINT: endpoint,
      CONTRAFACT_S3_ACCESS_KEY_ID: credentials.accessKeyId,
      CONTRAFACT_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    fail(next, connections = Number.POSITIVE_INFINITY) {
      fault = next;
      left = next ? connections : 0;
      // Connections that are kept alive would pass by the fault.
      for (const socket of sockets) socket.destroy();
    },
    files: () => {
      const all = readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort();
      // In S3 a PUT that breaks off makes no object. This server may leave a torn file, which got no checksum.
      const isTorn = (path: string): boolean =>
        path.endsWith('_S3rver_object') && !all.includes(`${path}.md5`);
      return all.filter((path) => !isTorn(path));
    },
    requests,
    get failed() {
      return failed;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => relay.close(resolve));
      await store.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function pass(client: Socket, storePort: number, fault: StoreFault | null): void {
  if (fault?.kind === 'silence') {
    client.resume();
    return;
  }
  if (fault?.kind === 'error') {
    const body = '<Error><Code>InternalError</Code><Message>told to fail</Message></Error>';
    client.once('data', () => {
      client.end(
        `HTTP/1.1 500 Internal Server Error\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
      );
    });
    client.resume();
    return;
  }
  const store = createConnection(storePort, '127.0.0.1');
  store.on('error', () => client.destroy());
  store.on('close', () => client.destroy());
  client.on('close', () => store.destroy());
  client.pipe(store);
  store.pipe(client);
  if (fault === null) return;
  let seen = 0;
  (fault.kind === 'cut' ? client : store).on('data', (chunk: Buffer) => {
    seen += chunk.length;
    if (seen >= fault.afterBytes) {
      client.destroy();
      store.destroy();
    }
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the relay does not listen');
  return address.port;
}
