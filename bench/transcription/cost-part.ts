/** What each stage costs on a song of this many minutes: every stage in a process of its own, as in the service. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recogniserFiles } from '../../src/analyses/lyric-transcription/installed-models.js';
import type { Heard } from '../../src/analyses/lyric-transcription/listen-kernel.js';
import { findModel, loadManifest } from '../../src/models/manifest.js';
import { hasDetector } from './detector-scores.js';
import type { NetworkCost } from './network-cost.js';
import type { LabelledSong } from './presence-data.js';
import type { StageCost } from './stage.js';

export async function costPart(
  data: string,
  songs: readonly LabelledSong[],
  models: string,
  recogniser: string,
  minutes: number,
): Promise<void> {
  if (existsSync(join(models, recogniser))) printNetworks(models, recogniser);
  const songSeconds = 60 * minutes;
  const print = (name: string, cost: StageCost): StageCost => {
    console.log(
      `| ${name} | ${(cost.cpuSeconds / minutes).toFixed(2)} | ${Math.round(cost.peakMegabytes)} |`,
    );
    return cost;
  };
  const song =
    songs.find(({ hasVoice, timings }) => hasVoice && timings !== null) ?? songs.find((one) => one.hasVoice);
  if (!song) {
    console.log('\n## Cost: left out, no song with a voice was found');
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-cost-'));
  try {
    const path = join(folder, 'song.wav');
    const loop = ['-v', 'fatal', '-nostdin', '-stream_loop', '-1', '-i', join(data, song.path)];
    execFileSync('ffmpeg', [...loop, '-t', String(songSeconds), '-ar', '16000', '-ac', '2', path]);
    console.log(
      `\n## Cost: ${minutes} minutes of ${song.path}, each stage in its own process (decoding not counted)\n`,
    );
    console.log('| stage | CPU seconds per minute of audio | peak memory, MB |\n| --- | --- | --- |');
    const listen = (detector: string | null): StageCost =>
      stage('transcription.listen', models, { path, durationSeconds: songSeconds, detector });
    const heard = print('listening, built-in classifier', listen(null)).output as Heard;
    for (const id of ['yamnet', 'silero-vad']) {
      if (hasDetector(models, id)) print(`listening, ${id}`, listen(id));
    }
    if (existsSync(join(models, recogniser))) {
      const segments = heard.segments.map(({ startSeconds, endSeconds }) => ({ startSeconds, endSeconds }));
      const input = {
        path,
        model: recogniser,
        segments,
        language: null,
        earlier: {},
        withTimestamps: true,
        threads: 1,
      };
      print(`recognition, ${recogniser}`, stage('transcription.recognise', models, input));
    }
    const texts = heard.segments.map(() => 'I will carry your song until the morning');
    print('identification of language', stage('transcription.identify', models, texts));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whatever a song says, and however often a window is decoded again. */
function printNetworks(models: string, recogniser: string): void {
  const { encoder, decoder } = recogniserFiles(findModel(loadManifest(), recogniser));
  const script = join(import.meta.dirname, 'network-cost.ts');
  const args = [...process.execArgv, script, join(models, recogniser), encoder, decoder];
  const cost = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as NetworkCost;
  console.log(
    `\n## Networks of ${recogniser} in ${models}: ${cost.encoderSeconds.toFixed(2)} CPU seconds a window (encoder), ` +
      `${cost.decoderSeconds.toFixed(3)} a token (decoder); peak memory ${Math.round(cost.peakMegabytes)} MB`,
  );
}

function stage(kernel: string, models: string, input: unknown): StageCost {
  const script = join(import.meta.dirname, 'stage.ts');
  const args = [...process.execArgv, script, kernel, models, JSON.stringify(input)];
  const text = execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e9 });
  return JSON.parse(text) as StageCost;
}
