/** Makes intact files of every supported format, each a 1 kHz sine, with the encoders of the decoding library. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { childEntry } from '../../src/sandbox/child-entry.js';

export interface EncodeJob {
  readonly path: string;
  readonly muxer: string;
  readonly encoder: string;
  readonly sampleFormat: 's16' | 's16p' | 's32' | 's32p' | 'flt' | 'fltp';
  readonly sampleRateHz: number;
  readonly channels: number;
  readonly seconds: number;
  readonly amplitude?: number;
  readonly bitRate?: number;
  readonly encoderOptions?: Readonly<Record<string, string>>;
  readonly muxerOptions?: Readonly<Record<string, string>>;
  readonly metadata?: Readonly<Record<string, string>>;
}

type Recipe = Omit<EncodeJob, 'path' | 'seconds' | 'sampleRateHz' | 'channels'> &
  Partial<Pick<EncodeJob, 'seconds' | 'sampleRateHz' | 'channels'>>;

const metadata = { title: 'Tëst Söng', artist: 'The Générators' };
const mp3: Recipe = { muxer: 'mp3', encoder: 'libmp3lame', sampleFormat: 'fltp', metadata };
const m4a: Recipe = { muxer: 'ipod', encoder: 'aac', sampleFormat: 'fltp', metadata };
const ogg = (encoder: string, sampleFormat: EncodeJob['sampleFormat']): Recipe => ({
  muxer: 'ogg',
  encoder,
  sampleFormat,
  metadata,
});

const recipes = {
  'mp3-cbr': { ...mp3, muxerOptions: { write_xing: '0', id3v2_version: '0' }, metadata: {} },
  'mp3-vbr-id3': { ...mp3, encoderOptions: { flags: '+qscale', global_quality: '236' } },
  'mp3-vbr-without-xing': {
    ...mp3,
    encoderOptions: { flags: '+qscale', global_quality: '708' },
    muxerOptions: { write_xing: '0', id3v2_version: '0' },
    metadata: {},
  },
  'mp3-mono-22k': { ...mp3, sampleRateHz: 22_050, channels: 1, bitRate: 48_000 },
  'mp3-8k': { ...mp3, sampleRateHz: 8_000, channels: 1, bitRate: 16_000 },
  'flac-16': { muxer: 'flac', encoder: 'flac', sampleFormat: 's16', metadata },
  'flac-24': { muxer: 'flac', encoder: 'flac', sampleFormat: 's32', sampleRateHz: 96_000, metadata },
  'm4a-aac': m4a,
  'm4a-aac-faststart': { ...m4a, muxerOptions: { movflags: 'faststart' } },
  'm4a-aac-fragmented': { ...m4a, muxer: 'mp4', muxerOptions: { movflags: 'frag_keyframe+empty_moov' } },
  'm4a-alac': { ...m4a, encoder: 'alac', sampleFormat: 's16p' },
  'm4a-alac-24': { ...m4a, encoder: 'alac', sampleFormat: 's32p' },
  'mov-aac': { ...m4a, muxer: 'mov' },
  'mov-pcm-big-endian': { muxer: 'mov', encoder: 'pcm_s16be', sampleFormat: 's16' },
  'm4a-aac-22k': { ...m4a, sampleRateHz: 22_050, bitRate: 48_000 },
  'm4a-5.1': { ...m4a, channels: 6, sampleRateHz: 48_000, bitRate: 320_000 },
  'aac-adts': { muxer: 'adts', encoder: 'aac', sampleFormat: 'fltp' },
  'ogg-vorbis': ogg('libvorbis', 'fltp'),
  'ogg-vorbis-mono': { ...ogg('libvorbis', 'fltp'), channels: 1 },
  'ogg-opus': { ...ogg('libopus', 'flt'), sampleRateHz: 48_000 },
  'ogg-flac': ogg('flac', 's16'),
  'wav-from-encoder': { muxer: 'wav', encoder: 'pcm_s16le', sampleFormat: 's16', metadata },
  'w64-pcm': { muxer: 'w64', encoder: 'pcm_s24le', sampleFormat: 's32' },
  'wav-rf64': { muxer: 'wav', encoder: 'pcm_s16le', sampleFormat: 's16', muxerOptions: { rf64: 'always' } },
  'wav-mp3-inside': { muxer: 'wav', encoder: 'libmp3lame', sampleFormat: 'fltp' },
  // Real media that is not on the list of what is accepted.
  'aiff-pcm': { muxer: 'aiff', encoder: 'pcm_s16be', sampleFormat: 's16' },
  'webm-opus': { muxer: 'webm', encoder: 'libopus', sampleFormat: 'flt', sampleRateHz: 48_000 },
  'au-pcm': { muxer: 'au', encoder: 'pcm_s16be', sampleFormat: 's16' },
  'mp2-layer-2': { muxer: 'mp2', encoder: 'mp2', sampleFormat: 's16' },
  'wav-adpcm': { muxer: 'wav', encoder: 'adpcm_ms', sampleFormat: 's16' },
  'm4a-ac3': { muxer: 'mp4', encoder: 'ac3', sampleFormat: 'fltp' },
} as const satisfies Record<string, Recipe>;

export type BaseName = keyof typeof recipes;

/** Seconds of audio in every base file. */
const baseSeconds = 2;

/** Encodes all base files into `folder` (about a second) and gives their bytes. */
export async function encodeBases(folder: string): Promise<Readonly<Record<BaseName, Buffer>>> {
  const jobs = (Object.entries(recipes) as [BaseName, Recipe][]).map(([name, recipe]) => ({
    seconds: baseSeconds,
    sampleRateHz: 44_100,
    channels: 2,
    ...recipe,
    path: join(folder, `base-${name}`),
  }));
  const { execArgv, file } = childEntry(import.meta.url, './encode-process');
  await promisify(execFile)(process.execPath, [...execArgv, file, JSON.stringify(jobs)]);
  const read = jobs.map(
    async (job): Promise<[string, Buffer]> => [job.path.split('base-').at(-1)!, await readFile(job.path)],
  );
  return Object.fromEntries(await Promise.all(read)) as Record<BaseName, Buffer>;
}
