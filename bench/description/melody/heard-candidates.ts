/** The candidates for a melody's notes in a MIDI file as it sounds: only what these need is heard, not a whole description. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import {
  NoteNetwork,
  networkRateHz,
  salienceHopSamples,
} from '../../../src/analyses/describe/note-network.js';
import { openPcm } from '../../../src/audio/decode.js';
import { type MelodyCandidate, melodyCandidates } from '../../../src/music/description/melody-candidates.js';
import { CentreSalienceStream } from '../../../src/signal/centre-salience.js';
import { renderMidi } from '../cases.js';

export interface HeardCandidates {
  readonly seconds: number;
  readonly framesPerSecond: number;
  readonly notes: readonly MelodyCandidate[];
}

const stepSamples = 16_384;

/** `seconds`: only the beginning of the file; `cache`: a folder where they are kept. */
export async function candidatesOfMidi(
  midi: Buffer,
  seconds: number,
  soundfont: string,
  cache: string | undefined,
): Promise<HeardCandidates> {
  const digest = createHash('sha256').update(midi).update(soundfont).digest('hex').slice(0, 24);
  const kept = cache === undefined ? null : join(cache, `${digest}-${seconds}.candidates2`);
  if (kept !== null && existsSync(kept)) return deserialize(readFileSync(kept)) as HeardCandidates;
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-bench-melody-'));
  try {
    writeFileSync(join(folder, 'song.mid'), midi);
    await renderMidi(join(folder, 'song.mid'), soundfont, join(folder, 'song.wav'));
    const found = await candidatesOf(join(folder, 'song.wav'), seconds);
    if (kept !== null) {
      mkdirSync(cache!, { recursive: true });
      writeFileSync(kept, serialize(found));
    }
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function candidatesOf(path: string, seconds: number): Promise<HeardCandidates> {
  const pcm = await openPcm(path, { sampleRateHz: networkRateHz, channels: 2 });
  const network = await NoteNetwork.open();
  const centre = await CentreSalienceStream.create(networkRateHz, salienceHopSamples);
  const left = new Float32Array(stepSamples);
  const right = new Float32Array(stepSamples);
  const mono = new Float32Array(stepSamples);
  let samples = 0;
  const limit = Math.round(seconds * networkRateHz);
  for await (const chunk of pcm) {
    const frames = Math.min(chunk.length / 2, limit - samples);
    for (let start = 0; start < frames; start += stepSamples) {
      const length = Math.min(stepSamples, frames - start);
      for (let n = 0; n < length; n++) {
        left[n] = chunk[(start + n) * 2]!;
        right[n] = chunk[(start + n) * 2 + 1]!;
        mono[n] = 0.5 * (left[n]! + right[n]!);
      }
      centre.push(left.subarray(0, length), right.subarray(0, length));
      await network.push(mono.subarray(0, length));
    }
    samples += Math.max(0, frames);
    if (samples >= limit) break;
  }
  const activations = await network.finish();
  return {
    seconds: samples / networkRateHz,
    framesPerSecond: activations.framesPerSecond,
    notes: melodyCandidates(activations, centre.finish()),
  };
}
