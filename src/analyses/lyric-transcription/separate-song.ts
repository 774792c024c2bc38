/** The vocals of a song by an installed separator, in a folder that is gone afterwards. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Compute, ReportProgress } from '../../domain/compute.js';
import type { Heard, HeardSegment } from './listen-kernel.js';
import { presenceWithin } from './presence/presence.js';
import { absoluteGate, segmentByEnergy } from './segments.js';
import { type SeparateInput, separateKernelName } from './separate-kernel.js';

export interface VocalsOfSong {
  /** What is to be recognised: the vocals, or the mix where nothing was left of them. */
  readonly path: string;
  readonly segments: readonly HeardSegment[];
  readonly hashes: Readonly<Record<string, string>>;
  readonly isSilent: boolean;
}

export interface SeparateSongOptions {
  readonly path: string;
  readonly model: string;
  readonly heard: Heard;
  readonly threads: number;
  readonly compute: Compute;
  readonly signal: AbortSignal;
  readonly onProgress: ReportProgress;
}

/** A separator of the largest kind takes some four seconds of one core for a second of music. */
const secondsPerSecond = 12;
const startupSeconds = 300;

/** Runs `use` on the vocals and their segments; their file exists only as long as it runs. */
export async function withVocals<Result>(
  { path, model, heard, threads, compute, signal, onProgress }: SeparateSongOptions,
  use: (vocals: VocalsOfSong) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'contrafact-vocals-'));
  try {
    const vocalsPath = join(folder, 'vocals.wav');
    const input: SeparateInput = { path, model, vocalsPath, durationSeconds: heard.seconds, threads };
    const { rms, seconds, hashes } = await compute.run(separateKernelName, input, {
      signal,
      onProgress,
      timeoutSeconds: startupSeconds + secondsPerSecond * heard.seconds,
    });
    const isSilent = !rms.some((level) => level >= absoluteGate);
    const segments = segmentByEnergy(rms, seconds).map((segment) => ({
      ...segment,
      voice: presenceWithin(heard.voiceWindows, segment.startSeconds, segment.endSeconds),
    }));
    return await use(
      isSilent || segments.length === 0
        ? { path, segments: heard.segments, hashes, isSilent: true }
        : { path: vocalsPath, segments, hashes, isSilent: false },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
