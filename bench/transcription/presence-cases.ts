/** Listens to every labelled recording once and keeps the numbers: training and measuring read them many times. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type VoiceScores, Yamnet } from '../../src/analyses/lyric-transcription/detectors/yamnet.js';
import { yamnetPath } from '../../src/analyses/lyric-transcription/installed-models.js';
import { type Listened, listen } from '../../src/analyses/lyric-transcription/presence/listen.js';
import { windowFeatures } from '../../src/analyses/lyric-transcription/presence/window-features.js';
import type { PcmStream } from '../../src/domain/compute.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { decodeWithFfmpeg } from './decode.js';
import { type Excerpt, mixedClips } from './mixed-clips.js';
import { type LabelledSong, labelledSongs, soloVoices } from './presence-data.js';
import { type Clip, renderedClips } from './rendered-clips.js';
import { syntheticSounds } from './synthetic-sounds.js';
import { voiceOfWindows } from './teacher.js';
import { overlap, readTimings, type Span } from './timings.js';

export interface PresenceCase extends LabelledSong {
  readonly title: string;
  readonly listened: Listened;
  readonly windows: readonly Float32Array[];
  readonly spans: readonly Span[] | null;
  /** Recordings are measured; the other kinds are trained on only, and rendered clips measured apart. */
  readonly kind: 'recording' | 'synthetic' | 'rendered' | 'mixed';
  /** Groups that must not be judged by a network that heard this. */
  readonly groups: readonly string[];
  /** By YAMNet, where it is at hand. */
  readonly yamnet: VoiceScores | null;
  /** Of each window, positive where YAMNet hears a voice; null without it. */
  readonly teacher: Float32Array | null;
}

const renderedCount = 110;
const mixes = { voiced: 100, unvoiced: 60 };
const excerptSeconds = 12;
const rateHz = 16_000;

/** The songs of `root`; the development recordings and what is trained on beside them where none are given. */
export async function presenceCases(
  root: string,
  songs: readonly LabelledSong[] | null,
  models: string,
): Promise<PresenceCase[]> {
  const random = seededRandom(8);
  const cases: PresenceCase[] = [];
  const excerpts: Excerpt[] = [];
  for (const song of songs ?? labelledSongs(root)) {
    const spans =
      song.timings === null
        ? null
        : readTimings(song.timings, readFileSync(join(root, song.timings), 'utf8'));
    const title = song.path.split('/').slice(1).join('/');
    const chunks: Float32Array[] = [];
    const keep = songs === null ? (chunk: Float32Array): void => void chunks.push(chunk) : undefined;
    const pcm = decodeWithFfmpeg(join(root, song.path), 2);
    const heard = await heardBy(pcm, models, keep);
    cases.push({ ...song, ...heard, title, spans, kind: 'recording', groups: [song.group] });
    if (songs === null) {
      const isAlone = soloVoices.some((name) => song.path.includes(name));
      for (let i = 0; i < (isAlone ? 3 : 2); i++) {
        excerpts.push({ ...song, isAlone, samples: excerptOf(chunks, spans, random) });
      }
    }
    process.stderr.write(`\rlistened to ${cases.length} recordings`);
  }
  if (songs === null) await addClips(cases, excerpts, root, models);
  process.stderr.write('\n');
  return cases;
}

/** What is trained on beside the recordings. */
async function addClips(
  cases: PresenceCase[],
  excerpts: readonly Excerpt[],
  root: string,
  models: string,
): Promise<void> {
  const rendered = renderedClips(root, renderedCount);
  const add = async (kind: PresenceCase['kind'], clip: Omit<Clip, 'samples'>, pcm: PcmStream) => {
    const heard = await heardBy(pcm, models);
    const { name, groups, hasVoice } = clip;
    cases.push({
      ...heard,
      path: name,
      title: name,
      group: kind,
      kind,
      groups,
      hasVoice,
      timings: null,
      spans: null,
    });
    process.stderr.write(`\rlistened to ${cases.length} recordings and clips`);
  };
  for (const { name, pcm } of syntheticSounds())
    await add('synthetic', { name, groups: [], hasVoice: false }, pcm);
  for (const clip of rendered) await add('rendered', clip, streamOf(clip.samples));
  for (const clip of mixedClips(excerpts, rendered, mixes)) await add('mixed', clip, streamOf(clip.samples));
}

async function heardBy(
  pcm: PcmStream,
  models: string,
  onChunk: (chunk: Float32Array) => void = () => {},
): Promise<Pick<PresenceCase, 'listened' | 'windows' | 'yamnet' | 'teacher'>> {
  const path = yamnetPath(join(models, 'yamnet'));
  const network = existsSync(path) ? await Yamnet.open(path) : null;
  try {
    const listened = await listen(pcm, undefined, async (middle, chunk) => {
      await network?.push(middle);
      onChunk(chunk);
    });
    const windows: Float32Array[] = [];
    for (let at = 0; at < listened.windows.length; at += windowFeatures)
      windows.push(listened.windows.subarray(at, at + windowFeatures));
    const yamnet = (await network?.finish()) ?? null;
    return { listened, windows, yamnet, teacher: yamnet && voiceOfWindows(yamnet, windows.length) };
  } finally {
    await network?.close();
  }
}

/** Where timings say that most of it is sung, if any do; a shorter recording is repeated. */
function excerptOf(
  chunks: readonly Float32Array[],
  spans: readonly Span[] | null,
  random: () => number,
): Float32Array {
  const all = new Float32Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let filled = 0;
  for (const chunk of chunks) {
    all.set(chunk, filled);
    filled += chunk.length;
  }
  const length = 2 * excerptSeconds * rateHz;
  if (all.length <= length) return Float32Array.from({ length }, (_, n) => all[n % all.length]!);
  let start = 0;
  for (let tries = 0; tries < 30; tries++) {
    start = 2 * Math.floor(random() * ((all.length - length) / 2));
    const seconds = start / 2 / rateHz;
    if (spans === null || overlap(spans, seconds, seconds + excerptSeconds) > excerptSeconds / 2) break;
  }
  return all.slice(start, start + length);
}

function streamOf(samples: Float32Array): PcmStream {
  async function* chunks(): AsyncGenerator<Float32Array> {
    for (let at = 0; at < samples.length; at += 32_768) yield samples.subarray(at, at + 32_768);
  }
  return Object.assign(chunks(), { sampleRateHz: rateHz, channels: 2 });
}
