/** Short pieces of a recording as WAV files in data: URLs, so that a page can play them wherever it is opened. */

import type { KernelTools } from '../../../domain/compute.js';
import { wavHeader } from '../../../signal/wav.js';

/** Enough to recognise a melody; a page stays small enough to be sent by mail. */
const rateHz = 12_000;
/** Of one song in one page; segments beyond have no button. */
const maxSeconds = 100;

export interface Stretch {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export interface Clip extends Stretch {
  /** `data:audio/wav;base64,…`: 16-bit mono. */
  readonly url: string;
}

/**
 * Cuts the stretches out of a recording, in their order, each once; reads the recording once and keeps no more than
 * the stretches. No clips for `path` null.
 */
export async function clipsOf(
  path: string | null,
  stretches: readonly Stretch[],
  tools: KernelTools,
): Promise<Clip[]> {
  const wanted = affordable(stretches);
  if (path === null || wanted.length === 0) return [];
  const pcm = await tools.decode(path, { sampleRateHz: rateHz, channels: 1 });
  const pieces = wanted.map(({ startSeconds, endSeconds }) => ({
    from: Math.max(0, Math.round(startSeconds * rateHz)),
    samples: new Int16Array(Math.max(0, Math.round((endSeconds - startSeconds) * rateHz))),
    filled: 0,
  }));
  const last = Math.max(...pieces.map(({ from, samples }) => from + samples.length));
  let position = 0;
  for await (const chunk of pcm) {
    for (const piece of pieces) {
      const begin = Math.max(position, piece.from);
      const end = Math.min(position + chunk.length, piece.from + piece.samples.length);
      for (let at = begin; at < end; at++) {
        const value = Math.max(-1, Math.min(1, chunk[at - position]!));
        piece.samples[at - piece.from] = Math.round(value * 32_767);
      }
      if (end > begin) piece.filled = end - piece.from;
    }
    position += chunk.length;
    if (position >= last) break;
  }
  return pieces.flatMap(({ samples, filled }, index) =>
    filled === 0 ? [] : [{ ...wanted[index]!, url: wavUrl(samples.subarray(0, filled)) }],
  );
}

function affordable(stretches: readonly Stretch[]): Stretch[] {
  const kept: Stretch[] = [];
  let seconds = 0;
  for (const one of stretches) {
    const length = one.endSeconds - one.startSeconds;
    if (!(length > 0) || seconds + length > maxSeconds) continue;
    if (kept.some((other) => isSame(other, one))) continue;
    kept.push(one);
    seconds += length;
  }
  return kept;
}

export function isSame(a: Stretch, b: Stretch): boolean {
  return Math.abs(a.startSeconds - b.startSeconds) < 0.01 && Math.abs(a.endSeconds - b.endSeconds) < 0.01;
}

function wavUrl(samples: Int16Array): string {
  const head = wavHeader(samples.byteLength, rateHz);
  const body = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  return `data:audio/wav;base64,${Buffer.concat([head, body]).toString('base64')}`;
}
