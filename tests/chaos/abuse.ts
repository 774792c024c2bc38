/** What floods a service from outside, and how its health check and its memory fare meanwhile. */
import { spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { constantFlac } from '../hostile/flac.js';
import { residentMb } from '../support/processes.js';
import { songFile } from '../support/songs.js';
import { hostileImport } from './hostile-import.js';
import { hostileTagFlood } from './hostile-tags.js';
import { largeBodies } from './large-bodies.js';
import type { Site } from './site.js';
import { uploadStatus } from './upload-status.js';

export interface Abuse {
  readonly name: string;
  /** Floods; returns what the flood was answered, in a few words. Throws where an answer is no answer of ours. */
  run(site: Site, load: AbuseLoad): Promise<string>;
}

export interface AbuseLoad {
  readonly seconds: number;
  readonly sockets: number;
  readonly uploads: number;
  readonly abortedUploads: number;
  readonly requests: number;
  /** Files with hostile tags at a time. */
  readonly tagUploads: number;
  /** The part of the fields that make such a file cost minutes. */
  readonly tagPart: number;
}

export interface AbuseFigures {
  readonly answered: string;
  readonly healthChecks: number;
  /** Checks that got no 200. */
  readonly failedChecks: number;
  readonly slowestCheckMs: number;
  /** Resident memory of the service process before the flood, and at its highest. */
  readonly restMb: number;
  readonly peakMb: number;
}

/** Runs one abuse with the health check polled ten times a second, by a process that does nothing else. */
export async function underAbuse(site: Site, abuse: Abuse, load: AbuseLoad): Promise<AbuseFigures> {
  const script = join(import.meta.dirname, 'health-watch.mjs');
  const watch = spawn(process.execPath, [script, `${site.instance.url}/livez`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const restMb = residentMb(site.instance.pid);
  let peakMb = restMb;
  const memory = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(site.instance.pid));
  }, 100);
  try {
    // It has begun to look before the flood comes.
    await sleep(500);
    const answered = await abuse.run(site, load);
    watch.stdin.end();
    const seen = JSON.parse(await text(watch.stdout)) as Omit<AbuseFigures, 'answered' | 'restMb' | 'peakMb'>;
    return { answered, restMb, peakMb, ...seen };
  } finally {
    clearInterval(memory);
    watch.kill();
  }
}

/** Sockets that begin a request and then send a byte each half second. */
async function drip(site: Site, load: AbuseLoad, begin: string): Promise<string> {
  const { hostname, port } = new URL(site.instance.url);
  const sockets: Socket[] = [];
  let refused = 0;
  for (let n = 0; n < load.sockets; n++) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.on('data', () => (refused += 1));
    socket.write(begin);
    sockets.push(socket);
  }
  const timer = setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed) socket.write('x');
  }, 500);
  await sleep(load.seconds * 1000);
  clearInterval(timer);
  for (const socket of sockets) socket.destroy();
  return `${sockets.length} sockets for ${load.seconds} s, ${refused} answered`;
}

const slowHeaders: Abuse = {
  name: 'headers byte by byte',
  run: (site, load) => drip(site, load, 'GET /api/v1/tasks HTTP/1.1\r\nHost: x\r\nX-Slow: '),
};

const slowUploads: Abuse = {
  name: 'uploads byte by byte',
  run: (site, load) =>
    drip(
      site,
      load,
      `POST /api/v1/music HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${site.account.apiKey}\r\n` +
        'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 90000000\r\n\r\n' +
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\nRIFF',
    ),
};

const parallelUploads: Abuse = {
  name: 'parallel uploads',
  run: (site, { uploads }) => {
    const song = songFile(0, 1);
    return counted(
      Array.from({ length: uploads }, async (_, n) => {
        // No two have the same bytes.
        song.writeUInt16LE(n & 0xffff, 44);
        return (await uploadStatus(site, Buffer.from(song), 'flood.wav')).status;
      }),
      [200, 201, 503],
    );
  },
};

/** Uploads whose client leaves at every moment: before its key is known, before the file, in the middle of it. */
const abortedUploads: Abuse = {
  name: 'aborted uploads',
  run: async (site, { abortedUploads: count }) => {
    const { hostname, port } = new URL(site.instance.url);
    const begin =
      `POST /api/v1/music HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${site.account.apiKey}\r\n` +
      'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 90000\r\n\r\n' +
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\nRIFF';
    await Promise.all(
      Array.from({ length: count }, async (_, n) => {
        const socket = connect(Number(port), hostname);
        socket.on('error', () => {});
        socket.write(begin);
        await sleep(n % 40);
        socket.destroy();
      }),
    );
    // What the last of them left is cleared away before the next upload is answered.
    let answer = await uploadStatus(site, songFile(0, 1), 'after.wav');
    for (let tries = 0; answer.status === 503 && tries < 20; tries++) {
      await sleep(250);
      answer = await uploadStatus(site, songFile(0, 1), 'after.wav');
    }
    const after = await counted([Promise.resolve(answer.status)], [200, 201]);
    return `${count} aborted, then ${after}`;
  },
};

/** Each unpacks to hours of sound. */
const decoderBombs: Abuse = {
  name: 'a decoder bomb a second',
  run: async (site, { seconds }) => {
    const bombs = [
      constantFlac({ frames: 1_150, sampleRateHz: 4_000, channels: 1 }),
      constantFlac({ frames: 75_000, sampleRateHz: 4_000, channels: 1 }),
      constantFlac({ frames: 21_000, sampleRateHz: 384_000, channels: 8 }),
    ];
    const answers: Array<Promise<number>> = [];
    for (let n = 0; n < seconds; n++) {
      answers.push(uploadStatus(site, bombs[n % bombs.length]!, 'bomb.flac').then(({ status }) => status));
      await sleep(1000);
    }
    return counted(answers, [200, 201, 422, 503]);
  },
};

/** Requests with a key, without one and to nowhere, as fast as 64 connections carry them. */
const tinyRequests: Abuse = {
  name: 'tiny requests',
  run: async (site, { requests }) => {
    const pool = new Pool(site.instance.url, { connections: 64 });
    const authorization = `Bearer ${site.account.apiKey}`;
    const kinds = [
      { path: '/api/v1/callback', headers: { authorization } },
      { path: '/api/v1/callback', headers: {} },
      { path: '/nowhere', headers: {} },
    ];
    const counts = new Map<number, number>();
    let next = 0;
    const loop = async (): Promise<void> => {
      while (next < requests) {
        const kind = kinds[next++ % kinds.length]!;
        const answer = await pool.request({ method: 'GET', ...kind });
        await answer.body.dump();
        counts.set(answer.statusCode, (counts.get(answer.statusCode) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 64 }, loop));
    await pool.close();
    return told(counts, [200, 401, 404, 429]);
  },
};

export const abuses: readonly Abuse[] = [
  slowHeaders,
  slowUploads,
  parallelUploads,
  abortedUploads,
  decoderBombs,
  tinyRequests,
  hostileImport,
  hostileTagFlood,
  largeBodies,
];

async function counted(
  answers: ReadonlyArray<Promise<number>>,
  expected: readonly number[],
): Promise<string> {
  const counts = new Map<number, number>();
  for (const status of await Promise.all(answers)) counts.set(status, (counts.get(status) ?? 0) + 1);
  return told(counts, expected);
}

function told(counts: ReadonlyMap<number, number>, expected: readonly number[]): string {
  const strange = [...counts.keys()].filter((status) => !expected.includes(status));
  if (strange.length > 0) throw new Error(`answers of ${strange.join(', ')}`);
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
}
