/** Listens to a file as the service does, and can keep what was heard: trials of later steps need not listen again. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { listen } from '../../src/analyses/describe/listen.js';
import { openPcm } from '../../src/audio/decode.js';
import type { KernelTools, PcmStream } from '../../src/domain/compute.js';
import type { Listening } from '../../src/music/description/listening.js';
import { VocalSeparator } from '../../src/music/separation/vocal-separator.js';

export interface Heard {
  readonly listening: Listening;
  /** 0 where it was read from the cache. */
  readonly cpuSeconds: number;
}

/** In the names of what is kept: raised where a Listening holds something else. */
export const listeningVersion = 6;

/** What serves as the vocals in `decode`, where the embedded separation takes them out of the file. */
const embeddedVocals = 'embedded vocals';

/**
 * `seconds`: only the beginning of the file. `cache`: a folder; nothing is kept without it. `embedded`: the vocal line
 * from the embedded separation, as an installed separator would give it.
 */
export async function hear(path: string, seconds = 3600, cache?: string, embedded = false): Promise<Heard> {
  const variant = `${seconds}${embedded ? '-vocals' : ''}`;
  const kept =
    cache === undefined ? null : join(cache, `${await digestOf(path)}-${variant}.heard${listeningVersion}`);
  if (kept !== null && existsSync(kept))
    return { listening: deserialize(readFileSync(kept)) as Listening, cpuSeconds: 0 };
  const tools: KernelTools = {
    decode: async (file, format) =>
      file === embeddedVocals
        ? vocalsOf(beginning(await openPcm(path, { ...format, channels: 2 }), seconds))
        : beginning(await openPcm(file, format), seconds),
    progress() {},
    modelsDir: '',
  };
  const before = process.cpuUsage();
  const listening = await listen({ path, ...(embedded && { vocalsPath: embeddedVocals }) }, tools);
  const { user, system } = process.cpuUsage(before);
  if (kept !== null) {
    mkdirSync(cache!, { recursive: true });
    writeFileSync(kept, serialize(listening));
  }
  return { listening, cpuSeconds: (user + system) / 1e6 };
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex').slice(0, 24);
}

/** The first `seconds` of a stream. */
export function beginning(stream: PcmStream, seconds: number): PcmStream {
  const { sampleRateHz, channels } = stream;
  async function* chunks(): AsyncGenerator<Float32Array> {
    let left = Math.round(seconds * sampleRateHz) * channels;
    for await (const chunk of stream) {
      yield chunk.subarray(0, left);
      left -= chunk.length;
      if (left <= 0) return;
    }
  }
  return Object.assign(chunks(), { sampleRateHz, channels });
}

/** The vocals of a stereo stream, as mono. */
async function vocalsOf(stream: PcmStream): Promise<PcmStream> {
  const separator = await VocalSeparator.create(stream.sampleRateHz, 2);
  async function* chunks(): AsyncGenerator<Float32Array> {
    try {
      for await (const chunk of stream) yield separator.push(chunk).vocals;
      yield separator.finish().vocals;
    } finally {
      separator.dispose();
    }
  }
  return Object.assign(chunks(), { sampleRateHz: stream.sampleRateHz, channels: 1 });
}
