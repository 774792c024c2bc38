/** How often what only resembles a voice is taken for one, by kind: the shipped classifier, and YAMNet where it is at hand. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { wilsonInterval } from '../../src/analyses/ai-detection/evidence/wilson.js';
import { joinedPresence } from '../../src/analyses/lyric-transcription/detectors/joined-presence.js';
import { Yamnet } from '../../src/analyses/lyric-transcription/detectors/yamnet.js';
import { yamnetPresence } from '../../src/analyses/lyric-transcription/detectors/yamnet-presence.js';
import { askFrom } from '../../src/analyses/lyric-transcription/hear-song.js';
import { yamnetPath } from '../../src/analyses/lyric-transcription/installed-models.js';
import { listen } from '../../src/analyses/lyric-transcription/presence/listen.js';
import { songPresence, windowPresence } from '../../src/analyses/lyric-transcription/presence/presence.js';
import type { PcmStream } from '../../src/domain/compute.js';
import { type NearVoice, nearVoices } from './near-voices.js';

interface Judged extends Omit<NearVoice, 'samples'> {
  readonly own: number;
  /** With YAMNet, as shipped where it is installed; null without. */
  readonly withYamnet: number | null;
}

export async function nearVoicesPart(
  data: string,
  models: string,
  fonts: readonly string[] | undefined,
): Promise<void> {
  const sounds = nearVoices(data, fonts);
  if (sounds.length === 0) {
    console.log('\n## Near voices: left out, needs fluidsynth, a sound font and the note files of the data');
    return;
  }
  const judged: Judged[] = [];
  for (const { samples, ...sound } of sounds) {
    judged.push({ ...sound, ...(await presenceOf(samples, models)) });
    process.stderr.write(`\rheard ${judged.length} of ${sounds.length} `);
  }
  process.stderr.write('\n');
  console.log(`\n## Near voices: ${judged.length} clips of 14 s, the shipped weights\n`);
  console.log('| sound | clips | taken for a voice (95 %) | in doubt | with YAMNet taken |');
  console.log('| --- | --- | --- | --- | --- |');
  for (const kind of [...new Set(judged.map((one) => one.kind))]) {
    const ofKind = judged.filter((one) => one.kind === kind);
    row(kind, ofKind);
    for (const font of new Set(ofKind.map((one) => one.font))) {
      if (font === null) continue;
      row(
        `… ${font.split('/').at(-1)}`,
        ofKind.filter((one) => one.font === font),
      );
    }
    if (ofKind.some(({ isSolo }) => !isSolo)) {
      row(
        '… alone',
        ofKind.filter(({ isSolo }) => isSolo),
      );
    }
  }
}

function row(name: string, judged: readonly Judged[]): void {
  const taken = judged.filter(({ own }) => own >= 0.5).length;
  const doubtful = judged.filter(({ own }) => own >= askFrom && own < 0.5).length;
  const [low, high] = wilsonInterval(taken / judged.length, judged.length);
  const others = judged.filter(({ withYamnet }) => withYamnet !== null && withYamnet >= 0.5).length;
  const yamnet = judged.every(({ withYamnet }) => withYamnet !== null) ? `${others}` : '';
  console.log(
    `| ${name} | ${judged.length} | ${taken} (${(100 * low).toFixed(0)}–${(100 * high).toFixed(0)} %) | ${doubtful} | ${yamnet} |`,
  );
}

async function presenceOf(
  samples: Float32Array,
  models: string,
): Promise<Pick<Judged, 'own' | 'withYamnet'>> {
  const path = yamnetPath(join(models, 'yamnet'));
  const network = existsSync(path) ? await Yamnet.open(path) : null;
  try {
    const listened = await listen(streamOf(samples), undefined, async (middle) => {
      await network?.push(middle);
    });
    const own = songPresence(windowPresence(listened.windows));
    const scores = await network?.finish();
    const withYamnet = scores
      ? joinedPresence(own, { id: 'yamnet', presence: yamnetPresence(scores) })
      : null;
    return { own, withYamnet };
  } finally {
    await network?.close();
  }
}

function streamOf(samples: Float32Array): PcmStream {
  async function* chunks(): AsyncGenerator<Float32Array> {
    for (let at = 0; at < samples.length; at += 32_768) yield samples.subarray(at, at + 32_768);
  }
  return Object.assign(chunks(), { sampleRateHz: 16_000, channels: 2 });
}
