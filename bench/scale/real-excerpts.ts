/** Excerpts of real recordings: some are registered and asked for, some are asked for and never registered, the peaks of some become those of synthetic songs. */

import type { PeakList } from '../../src/analyses/fingerprint/peaks/peak-list.js';
import { PeakExtractor } from '../../src/analyses/fingerprint/peaks/peaks.js';
import { decodeMono } from '../../src/audio/decode-mono.js';
import { wavFile } from '../../src/sample-music/wav.js';
import { resample } from '../../src/signal/resample.js';
import { filesIn } from '../fingerprint/songs.js';
import { runTool } from '../fingerprint/tools.js';

const rateHz = 22_050;
const engineRateHz = 16_000;
const excerptSeconds = 24;
/** Where the query begins in a registered excerpt. */
const querySeconds = { from: 2.3, length: 20 };
/** Of each recording at most, so that no album decides. */
const excerptsARecording = 6;

export interface Excerpt {
  readonly recording: string;
  readonly samples: Float32Array;
}

export interface ExcerptSets {
  readonly registered: Excerpt[];
  readonly unregistered: Excerpt[];
  /** Recordings whose peaks synthetic songs are made of. */
  readonly sources: string[];
}

/** Every fourth recording is never registered, every fourth a source, in order of names; the others are registered. */
export async function cutExcerpts(
  folder: string,
  limit: { readonly registered: number; readonly unregistered: number },
): Promise<ExcerptSets> {
  const sets: ExcerptSets = { registered: [], unregistered: [], sources: [] };
  for (const [i, path] of filesIn(folder).entries()) {
    if (i % 4 === 2) {
      sets.sources.push(path);
      continue;
    }
    const [into, most] =
      i % 4 === 0 ? [sets.unregistered, limit.unregistered] : [sets.registered, limit.registered];
    if (into.length >= most) continue;
    const samples = await decodeMono(path, rateHz);
    const length = excerptSeconds * rateHz;
    const there = Math.min(excerptsARecording, Math.floor(samples.length / length), most - into.length);
    for (let n = 0; n < there; n++) {
      const from = Math.floor(((samples.length - length) * n) / Math.max(1, there - 1));
      into.push({ recording: path, samples: samples.slice(from, from + length) });
    }
  }
  return sets;
}

export const excerptFileOf = ({ samples }: Excerpt): Buffer => wavFile(samples, rateHz);

/** 20 s from within, as a WAV file and as MP3 of 64 kbit/s. */
export async function queryFilesOf({ samples }: Excerpt): Promise<{ clean: Buffer; mp3: Buffer }> {
  const from = Math.round(querySeconds.from * rateHz);
  const clean = wavFile(samples.subarray(from, from + querySeconds.length * rateHz), rateHz);
  const mp3 = await runTool(
    'ffmpeg',
    ['-v', 'error', '-i', 'pipe:0', '-c:a', 'libmp3lame', '-b:a', '64k', '-f', 'mp3', 'pipe:1'],
    clean,
  );
  return { clean, mp3 };
}

/** The peaks of an excerpt, and of the clean query from within it. */
export async function peaksOfExcerpt({ samples }: Excerpt): Promise<{ whole: PeakList; query: PeakList }> {
  const from = Math.round(querySeconds.from * rateHz);
  const query = samples.subarray(from, from + querySeconds.length * rateHz);
  return { whole: await peaksOfSamples(samples), query: await peaksOfSamples(query) };
}

async function peaksOfSamples(samples: Float32Array): Promise<PeakList> {
  const extractor = await PeakExtractor.create();
  extractor.push(resample(samples, engineRateHz / rateHz));
  return extractor.finish();
}
