/**
 * The S3 client and how it speaks HTTP: idle limits instead of one limit for a whole download, the MD5 of what is sent
 * (RFC 1864, checked by the store before it answers), and repeats of what may pass by itself.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { S3mini } from 's3mini';
import { Agent, fetch as undiciFetch } from 'undici';

export interface S3Location {
  /** The bucket's own address: `https://host/bucket` (path style) or `https://bucket.host`. */
  readonly bucketUrl: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Before every key, with a slash at its end; '' for none. */
  readonly prefix: string;
}

export interface S3Connection {
  readonly s3: S3mini;
  close(): Promise<void>;
}

/** Times after which a store that does not move is abandoned. */
export interface S3Patience {
  readonly connectMs: number;
  /** Without a byte of an answer. */
  readonly idleMs: number;
  /** For a request that sends at most one part. */
  readonly sendMs: number;
}

const defaultPatience: S3Patience = { connectMs: 5_000, idleMs: 30_000, sendMs: 60_000 };

/** Attempts at one request; the waits between them are 0.2, 0.4, 0.8 s. */
const attempts = 4;

export function connectS3(location: S3Location, patience: S3Patience = defaultPatience): S3Connection {
  const agent = new Agent({
    connect: { timeout: patience.connectMs },
    headersTimeout: patience.idleMs,
    bodyTimeout: patience.idleMs,
  });
  const send = async (input: unknown, init: RequestInit = {}): Promise<unknown> => {
    const headers = new Headers(init.headers);
    // fetch sets them itself.
    headers.delete('host');
    headers.delete('content-length');
    if (init.body instanceof Uint8Array)
      headers.set('content-md5', createHash('md5').update(init.body).digest('base64'));
    const isDownload = (init.method ?? 'GET') === 'GET';
    return undiciFetch(String(input), {
      method: init.method ?? 'GET',
      headers: Object.fromEntries(headers),
      body: init.body as Uint8Array | string | null | undefined,
      // A bucket elsewhere must not be followed with this one's signature.
      redirect: 'error',
      dispatcher: agent,
      ...(isDownload ? {} : { signal: AbortSignal.timeout(patience.sendMs) }),
    });
  };
  const { accessKeyId, secretAccessKey, bucketUrl, region } = location;
  return {
    s3: new S3mini({
      accessKeyId,
      secretAccessKey,
      region,
      endpoint: bucketUrl,
      fetch: send as typeof fetch,
    }),
    close: () => agent.destroy(),
  };
}

/** Repeats what failed in the network or with 429 or 5xx; everything else is reported at once. */
export async function withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !mayPass(error)) throw error;
      await sleep(200 * 2 ** (attempt - 1));
    }
  }
}

function mayPass(error: unknown): boolean {
  const status = statusOf(error);
  // Without a status no answer came: refused, reset, cut off or too slow.
  return status === null || status === 429 || status >= 500;
}

/** The HTTP status that an error of the client means; null where no answer came. */
export function statusOf(error: unknown): number | null {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' && status > 0 ? status : null;
}
