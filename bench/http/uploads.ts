/** Parallel uploads of distinct WAV files, and how the health check fares meanwhile. */
import { Readable } from 'node:stream';
import { Pool } from 'undici';
import { wavHeader } from '../../src/signal/wav.js';

export interface UploadFigures {
  readonly created: number;
  readonly wallSeconds: number;
  readonly slowestLivezMs: number;
}

const boundary = 'contrafact-bench';

export async function measureUploads(
  origin: string,
  apiKey: string,
  count: number,
  megabytes: number,
): Promise<UploadFigures> {
  const pool = new Pool(origin, { connections: count, headersTimeout: 600_000, bodyTimeout: 600_000 });
  const samples = noise(megabytes * 1_000_000 - 44);
  const startedMs = performance.now();
  const health = watchHealth(origin);
  const statuses = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const { body, bytes } = upload(samples, index);
      const answer = await pool.request({
        path: '/api/v1/music',
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'content-length': String(bytes),
        },
        body,
      });
      await answer.body.dump();
      return answer.statusCode;
    }),
  );
  const wallSeconds = (performance.now() - startedMs) / 1000;
  const slowestLivezMs = await health.stop();
  await pool.close();
  return { created: statuses.filter((status) => status === 201).length, wallSeconds, slowestLivezMs };
}

/** 16-bit stereo noise, the same in every run: a linear congruential generator. */
function noise(bytes: number): Buffer {
  const samples = new Int16Array(Math.floor(bytes / 4) * 2);
  let state = 1;
  for (let n = 0; n < samples.length; n++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    samples[n] = state >> 18;
  }
  return Buffer.from(samples.buffer);
}

/** The shared samples behind a header and one first chunk of its own: no two uploads have the same bytes. */
function upload(samples: Buffer, index: number): { body: Readable; bytes: number } {
  const header = wavHeader(samples.length, 44_100, 2);
  const own = Buffer.from(samples.subarray(0, 64 * 1024));
  own.writeInt16LE(index + 1, 0);
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="noise ${index}.wav"\r\n` +
      'Content-Type: audio/wav\r\n\r\n',
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  function* chunks(): Generator<Buffer> {
    yield Buffer.concat([head, header, own]);
    for (let start = own.length; start < samples.length; start += 256 * 1024) {
      yield samples.subarray(start, start + 256 * 1024);
    }
    yield tail;
  }
  return {
    body: Readable.from(chunks(), { objectMode: false }),
    bytes: head.length + header.length + samples.length + tail.length,
  };
}

function watchHealth(origin: string): { stop(): Promise<number> } {
  let running = true;
  let slowestMs = 0;
  const done = (async () => {
    const pool = new Pool(origin, { connections: 1 });
    while (running) {
      const startedMs = performance.now();
      const answer = await pool.request({ path: '/livez', method: 'GET' });
      await answer.body.dump();
      slowestMs = Math.max(slowestMs, performance.now() - startedMs);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await pool.close();
  })();
  return {
    async stop() {
      running = false;
      await done;
      return slowestMs;
    },
  };
}
