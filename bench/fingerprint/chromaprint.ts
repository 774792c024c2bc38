/** The baseline: Chromaprint's fpcalc, its 32-bit codes looked up exactly and voted by offset, three votes needed. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wavFile } from '../../src/signal/wav.js';
import { runTool } from './tools.js';

export async function chromaprintCodes(samples: Float32Array, sampleRateHz: number): Promise<Uint32Array> {
  const folder = await mkdtemp(join(tmpdir(), 'contrafact-bench-'));
  try {
    const path = join(folder, 'query.wav');
    await writeFile(path, wavFile(samples, sampleRateHz));
    // fpcalc 1.5 ends with an error at the end of every file, and with none of it missing.
    const output = (await runTool('sh', ['-c', 'fpcalc -raw -length 0 "$0" || true', path])).toString();
    const codes = /FINGERPRINT=(.*)/.exec(output)?.[1] ?? '';
    return codes === ''
      ? new Uint32Array(0)
      : Uint32Array.from(codes.split(','), (code) => Number(code) >>> 0);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export class ChromaprintIndex {
  private readonly places = new Map<number, [song: string, at: number][]>();

  add(song: string, codes: Uint32Array): void {
    codes.forEach((code, at) => {
      const list = this.places.get(code);
      if (list) list.push([song, at]);
      else this.places.set(code, [[song, at]]);
    });
  }

  /** The song with the most codes at one offset (± 1), or null below three. */
  find(codes: Uint32Array): string | null {
    const votes = new Map<string, number>();
    let best: string | null = null;
    let most = 2;
    codes.forEach((code, at) => {
      for (const [song, place] of this.places.get(code) ?? []) {
        const key = `${song}/${(place - at) >> 1}`;
        const count = (votes.get(key) ?? 0) + 1;
        votes.set(key, count);
        if (count > most) {
          most = count;
          best = song;
        }
      }
    });
    return best;
  }
}
