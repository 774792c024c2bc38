/**
 * The singing that a description shows: by the line tracker alone, as descriptions did before, and by the presence
 * networks that lyric transcription decides with. Songs with timings, and recordings in which nobody sings.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeKernel } from '../../src/analyses/describe/kernel.js';
import { listenKernel } from '../../src/analyses/lyric-transcription/listen-kernel.js';
import { voiceHearing } from '../../src/analyses/lyric-transcription/voice-hearing.js';
import type { Compute, Kernel, KernelTools } from '../../src/domain/compute.js';
import { loadManifest } from '../../src/models/manifest.js';
import { decodeWithFfmpeg } from './decode.js';
import type { LabelledSong } from './presence-data.js';
import { bridged } from './segments-part.js';
import { overlap, readTimings, type Span } from './timings.js';

interface Sums {
  shared: number;
  found: number;
  sung: number;
  instrumentalSeconds: number;
  shownInInstrumentals: number;
  instrumentals: number;
  withSinging: number;
  sureAndWrong: number;
}

export async function singingPart(
  root: string,
  songs: readonly LabelledSong[],
  modelsDir: string,
): Promise<void> {
  const ways = new Map<string, Sums>();
  const sumsOf = (name: string): Sums => {
    const none = { shared: 0, found: 0, sung: 0, instrumentalSeconds: 0, shownInInstrumentals: 0 };
    const sums = ways.get(name) ?? { ...none, instrumentals: 0, withSinging: 0, sureAndWrong: 0 };
    ways.set(name, sums);
    return sums;
  };
  const used = songs.filter(({ hasVoice, timings }) => !hasVoice || timings !== null);
  for (const [i, song] of used.entries()) {
    const path = join(root, song.path);
    const { tracked, shown, seconds, isSure } = await heardIn(path, modelsDir);
    const timings = song.timings && join(root, song.timings);
    const phrases = timings ? bridged(readTimings(timings, readFileSync(timings, 'utf8'))) : null;
    for (const [name, spans, sure] of [
      ['baseline: the whole recording', [{ startSeconds: 0, endSeconds: seconds }], true],
      ['the line tracker (before)', tracked, true],
      ['presence networks (as shown now)', shown, isSure],
    ] as const) {
      const sums = sumsOf(name);
      const length = total(spans);
      if (!song.hasVoice) {
        sums.instrumentals += 1;
        sums.instrumentalSeconds += seconds;
        sums.shownInInstrumentals += length;
        if (length > 0) sums.withSinging += 1;
        if (length > 0 && sure) sums.sureAndWrong += 1;
      } else if (phrases) {
        sums.found += length;
        sums.sung += total(phrases);
        for (const { startSeconds, endSeconds } of spans)
          sums.shared += overlap(phrases, startSeconds, endSeconds);
      }
    }
    process.stderr.write(`\rheard ${i + 1} of ${used.length} `);
  }
  process.stderr.write('\n');
  const timed = used.filter(({ hasVoice }) => hasVoice).length;
  console.log(
    `\n## Singing that a description shows: ${timed} songs with timings, ${used.length - timed} instrumentals\n`,
  );
  console.log(
    '| way | precision | recall | of instrumental time shown as sung | instrumentals with singing | … not marked as doubtful |\n| --- | --- | --- | --- | --- | --- |',
  );
  for (const [name, sums] of ways) {
    const share = (part: number, whole: number): string => (whole > 0 ? (part / whole).toFixed(3) : '–');
    console.log(
      `| ${name} | ${share(sums.shared, sums.found)} | ${share(sums.shared, sums.sung)} | ` +
        `${share(sums.shownInInstrumentals, sums.instrumentalSeconds)} | ${sums.withSinging} of ${sums.instrumentals} | ${sums.sureAndWrong} |`,
    );
  }
}

const total = (spans: readonly Span[]): number =>
  spans.reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0);

async function heardIn(path: string, modelsDir: string) {
  const tools: KernelTools = {
    decode: (file, { sampleRateHz, channels }) =>
      Promise.resolve(decodeWithFfmpeg(file, channels === 2 ? 2 : 1, sampleRateHz as number)),
    progress() {},
    modelsDir,
  };
  const compute: Compute = {
    run: <Output>(name: string, input: unknown) =>
      ([listenKernel, describeKernel] as Kernel[])
        .find((kernel) => kernel.name === name)!
        .run(input, tools) as Promise<Output>,
  };
  const music = { musicId: '', title: '', artist: '', filename: path, path, sha256: '', durationSeconds: 0 };
  const context = { compute, signal: new AbortController().signal, progress() {} };
  // No detector, whatever is installed.
  const hears = voiceHearing({ modelsDir, manifest: loadManifest(), detector: 'none' }, (error) => {
    throw error;
  });
  const { durationSeconds, vocalActivity } = await compute.run('music.describe', { path });
  const heard = (await hears(music, context))!;
  return {
    seconds: durationSeconds,
    tracked: vocalActivity,
    shown: heard.singing,
    isSure: heard.voice.judgement === 'present',
  };
}
