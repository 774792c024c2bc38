/** Listens to a file as the service does, and can keep what was heard: trials of later steps need not listen again. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { KernelTools, PcmStream } from '../../src/analyses/analysis.js';
import { listen } from '../../src/analyses/describe/listen.js';
import { openPcm } from '../../src/audio/decode.js';
import type { Listening } from '../../src/music/description/listening.js';

export interface Heard {
  readonly listening: Listening;
  /** 0 where it was read from the cache. */
  readonly cpuSeconds: number;
}

/** `seconds`: only the beginning of the file. `cache`: a folder; nothing is kept without it. */
export async function hear(path: string, seconds = 3600, cache?: string): Promise<Heard> {
  const kept = cache === undefined ? null : join(cache, `${await digestOf(path)}-${seconds}.heard`);
  if (kept !== null && existsSync(kept))
    return { listening: deserialize(readFileSync(kept)) as Listening, cpuSeconds: 0 };
  const tools: KernelTools = {
    decode: async (file, format) => beginning(await openPcm(file, format), seconds),
    progress() {},
    modelsDir: '',
  };
  const before = process.cpuUsage();
  const listening = await listen({ path }, tools);
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
function beginning(stream: PcmStream, seconds: number): PcmStream {
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
