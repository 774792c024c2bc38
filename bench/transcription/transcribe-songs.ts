/** Whole songs through the whole analysis, in several ways of handing the sound to the recogniser; kept on disk. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Heard, listenKernelName } from '../../src/analyses/lyric-transcription/listen-kernel.js';
import { createLyricTranscription } from '../../src/analyses/lyric-transcription/lyric-transcription.js';
import { presenceWithin } from '../../src/analyses/lyric-transcription/presence/presence.js';
import {
  type Recognised,
  type RecogniseInput,
  recogniseKernelName,
} from '../../src/analyses/lyric-transcription/recognise-kernel.js';
import { WavWriter } from '../../src/analyses/lyric-transcription/wav-writer.js';
import type { RecognisedSegment } from '../../src/analyses/lyric-transcription/whole-segment.js';
import type {
  Compute,
  ComputeOptions,
  KernelInput,
  KernelName,
  KernelOutput,
} from '../../src/domain/compute.js';
import { separateVocals } from '../../src/music/separation/vocal-separator.js';
import { decodeWithFfmpeg } from './decode.js';
import { countingCompute } from './local-compute.js';

/**
 * `shipped`: the analysis as it is. `windows`: windows without detected voice of 30 s, without gates. `ungated`: its segments, without the
 * gates on presence. `estimate`: its segments, of the embedded vocal estimate. `separator`: as it is with the separator of the options.
 */
export type Mode = 'shipped' | 'windows' | 'ungated' | 'estimate' | 'separator';
export const modes: readonly Mode[] = ['shipped', 'windows', 'ungated', 'estimate', 'separator'];

/** As the recogniser gave it, with the classifier's voice in it. */
export type GatedSegment = RecognisedSegment & { readonly voice: number };

export interface TranscribedWord {
  readonly text: string;
  readonly start_seconds: number;
  readonly end_seconds: number;
}

export interface Transcribed {
  readonly lyrics: string;
  readonly isInstrumental: boolean;
  readonly decidedBy: string;
  readonly languages: readonly { readonly code: string; readonly probability: number }[];
  /** Null where the recogniser gives no times of words. */
  readonly words: readonly TranscribedWord[] | null;
  /** What each segment gave, as the analysis reports it. */
  readonly segments: readonly Readonly<Record<string, unknown>>[];
  /** What the gates decide on: each segment as the recogniser gave it, with the classifier's voice in it. */
  readonly gated: readonly GatedSegment[];
  /** Probability that the song has a voice, whatever the mode. */
  readonly presence: number;
  readonly seconds: number;
  readonly cpuSeconds: Readonly<Record<string, number>>;
  readonly peakMegabytes: number;
}

export interface TranscribeOptions {
  readonly modelsDir: string;
  readonly recogniser: string;
  readonly detector?: string;
  /** For the mode `separator` alone. */
  readonly separator?: string;
  readonly cache?: string;
}

/** Answers from the cache where it holds this song in this mode. */
export async function transcribeSong(
  path: string,
  mode: Mode,
  options: TranscribeOptions,
): Promise<Transcribed> {
  const { modelsDir, recogniser, detector = 'none', cache } = options;
  if (mode === 'separator' && options.separator === undefined)
    throw new Error('The mode separator needs the id of one: --separator ID');
  const separator = mode === 'separator' ? options.separator : 'none';
  const key = createHash('sha256')
    .update(
      `${path}\n${mode}\n${modelsDir}\n${recogniser}\n${detector}${mode === 'separator' ? `\n${separator}` : ''}`,
    )
    .digest('hex');
  const file = cache && join(cache, `${key.slice(0, 24)}.json`);
  if (file && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Transcribed;
  const counting = countingCompute(modelsDir, cache);
  const noted: Noted = { heard: null, gated: [] };
  const analysis = createLyricTranscription({ modelsDir, recogniser, detector, separator });
  const music = { musicId: '', title: '', artist: '', filename: path, path, sha256: '', durationSeconds: 0 };
  const { result, detail } = await analysis.run(
    { accountId: '', taskId: '', model: 'standard', variant: 'music', music, parameters: {} },
    { compute: inMode(counting, mode, noted), signal: new AbortController().signal, progress() {} },
  );
  // Results and details are typed as JSON; these are a transcription's.
  const answer = result as unknown as {
    lyrics: string;
    is_instrumental: boolean;
    languages: Transcribed['languages'];
  };
  // JSON, as above.
  const measured = detail as unknown as {
    duration_seconds: number;
    decided_by: string;
    segments?: Transcribed['segments'];
    lines?: readonly { words?: readonly TranscribedWord[] | null }[];
  };
  const words = (measured.lines ?? []).map((line) => line.words ?? null);
  const transcribed: Transcribed = {
    lyrics: answer.lyrics,
    isInstrumental: answer.is_instrumental,
    decidedBy: measured.decided_by,
    languages: answer.languages,
    words: words.includes(null) ? null : words.flatMap((line) => line!),
    segments: measured.segments ?? [],
    gated: noted.gated,
    presence: noted.heard?.presence ?? 0,
    seconds: measured.duration_seconds,
    cpuSeconds: Object.fromEntries(counting.cpuSeconds),
    peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  };
  if (file) {
    mkdirSync(cache, { recursive: true });
    writeFileSync(file, JSON.stringify(transcribed));
  }
  return transcribed;
}

/** What passed between the kernels. */
interface Noted {
  heard: Heard | null;
  gated: GatedSegment[];
}

function inMode(compute: Compute, mode: Mode, noted: Noted): Compute {
  return {
    async run<Name extends KernelName>(
      name: Name,
      input: KernelInput<Name>,
      options?: ComputeOptions,
    ): Promise<KernelOutput<Name>> {
      if (name === recogniseKernelName) {
        const given = input as RecogniseInput;
        const path = mode === 'estimate' ? await estimateOf(given.path) : given.path;
        const recognised = await compute.run(recogniseKernelName, { ...given, path }, options);
        noteSegments(recognised, noted);
        return recognised as KernelOutput<Name>;
      }
      const output = await compute.run(name, input, options);
      if (name !== listenKernelName) return output;
      const heard = output as Heard;
      noted.heard = heard;
      if (mode === 'shipped' || mode === 'estimate' || mode === 'separator') return output;
      const segments = mode === 'windows' ? fixedWindows(heard.seconds) : heard.segments;
      const sure = { presence: 1, detected: null, segments: segments.map((one) => ({ ...one, voice: 1 })) };
      return { ...heard, ...sure } as KernelOutput<Name>;
    },
  };
}

function noteSegments({ segments }: Recognised, noted: Noted): void {
  const windows = noted.heard!.voiceWindows;
  for (const segment of segments) {
    const voice = presenceWithin(windows, segment.startSeconds, segment.endSeconds);
    noted.gated.push({ ...segment, voice });
  }
}

function fixedWindows(seconds: number): { startSeconds: number; endSeconds: number }[] {
  return Array.from({ length: Math.ceil(seconds / 30) }, (_, i) => ({
    startSeconds: 30 * i,
    endSeconds: Math.min(seconds, 30 * (i + 1)),
  }));
}

/** A temporary WAV file of the embedded vocal estimate. */
async function estimateOf(path: string): Promise<string> {
  const key = createHash('sha256').update(path).digest('hex').slice(0, 16);
  const file = join(tmpdir(), `contrafact-bench-estimate-${key}.wav`);
  if (existsSync(file)) return file;
  const [left, right]: [number[], number[]] = [[], []];
  for await (const chunk of decodeWithFfmpeg(path, 2)) {
    for (let n = 0; n + 1 < chunk.length; n += 2) {
      left.push(chunk[n]!);
      right.push(chunk[n + 1]!);
    }
  }
  const { vocals } = await separateVocals(Float32Array.from(left), Float32Array.from(right), 16_000);
  const writer = await WavWriter.create(file, 16_000);
  await writer.write(vocals);
  await writer.close();
  return file;
}
