/**
 * What the evidence for words is fitted on: recordings in which nobody sings or speaks, and songs and readings whose words are
 * known, as recorded and made harder. Everything that is made here lies in the cache.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { WavWriter } from '../../../src/analyses/lyric-transcription/wav-writer.js';
import { type AnnotatedSong, annotatedSongs } from '../lyric-reference.js';
import { nearVoices } from '../near-voices.js';
import { type Clip, renderedClips } from '../rendered-clips.js';
import { syntheticSounds } from '../synthetic-sounds.js';
import { excerpt, hardened, hardships } from './hardships.js';
import type { Material, MaterialOptions } from './one-material.js';
import { readings } from './readings.js';

/** This much of a song: more of the same voice shows little more. */
const songSeconds = 45;
const recordingSeconds = 30;
const rateHz = 16_000;

export async function evidenceMaterial(options: MaterialOptions): Promise<Material[]> {
  mkdirSync(options.cache, { recursive: true });
  const key = createHash('sha256').update(JSON.stringify(options)).digest('hex').slice(0, 12);
  const list = join(options.cache, `${key}.json`);
  // What is made here takes minutes, and only the list of it is asked for again.
  if (!existsSync(list)) writeFileSync(list, JSON.stringify(await made(options)));
  return JSON.parse(readFileSync(list, 'utf8')) as Material[];
}

async function made(options: MaterialOptions): Promise<Material[]> {
  const clips = renderedClips(options.data, renderedCount);
  const music = clips.map(({ samples }) => middle(samples));
  return [
    ...(await labelled(options)),
    ...(await synthesised(options, clips)),
    ...(await sung(options, music)),
    ...(await readings(options, music)),
  ];
}

const nobody = {
  condition: 'as recorded',
  hasVoice: false,
  lyrics: null,
  starts: null,
  language: null,
};

/** Excerpts of recordings, by the folder that they lie in; with a voice only where the folder's name ends in its language. */
async function labelled({ recordings, folders, cache }: MaterialOptions): Promise<Material[]> {
  const folder = join(cache, 'excerpts');
  mkdirSync(folder, { recursive: true });
  const found: Material[] = [];
  for (const { root, songs } of recordings) {
    for (const { path: song, hasVoice } of songs) {
      const collection = basename(dirname(song));
      const language = /_([a-z]{2})$/.exec(collection)?.[1] ?? null;
      if (folders.includes(dirname(join(root, song))) || (hasVoice && language === null)) continue;
      const path = join(folder, `${song.replace(/[^A-Za-z0-9]+/g, '-')}.flac`);
      if (!existsSync(path)) await excerpt(join(root, song), path, recordingSeconds);
      found.push({ ...nobody, path, song, collection, hasVoice, language: hasVoice ? language : null });
    }
  }
  return found;
}

/** Choirs, leads, whistles and talk boxes without words; notes played by sound fonts; noises. */
async function synthesised({ data, cache }: MaterialOptions, clips: readonly Clip[]): Promise<Material[]> {
  const folder = join(cache, 'synthesised');
  mkdirSync(folder, { recursive: true });
  const found: Material[] = [];
  const add = async (
    name: string,
    collection: string,
    samples: Float32Array,
    channels: 1 | 2,
  ): Promise<void> => {
    const path = join(folder, `${name.replace(/[^A-Za-z0-9]+/g, '-')}.wav`);
    if (!existsSync(path)) {
      const writer = await WavWriter.create(path, rateHz);
      await writer.write(channels === 1 ? samples : middle(samples));
      await writer.close();
    }
    found.push({ ...nobody, path, song: name, collection });
  };
  for (const [i, { kind, font, samples }] of nearVoices(data).entries()) {
    // A talk box carries words: that what it says is written down is right.
    if (kind.startsWith('talk box') || i % nearVoicesEvery !== 0) continue;
    await add(
      `near-${i}-${kind.slice(0, 12)}`,
      `near voices, ${font ? basename(font) : 'synthesised'}`,
      samples,
      2,
    );
  }
  for (const { name, samples } of clips) {
    await add(name, 'rendered notes', samples, 2);
  }
  for (const { name, pcm } of syntheticSounds()) {
    const chunks: number[] = [];
    for await (const chunk of pcm) chunks.push(...chunk);
    await add(`noise ${name}`, 'noises', Float32Array.from(chunks), 1);
  }
  return found;
}

/** Of the near voices this many are one. */
const nearVoicesEvery = 3;
const renderedCount = 12;
const middle = (stereo: Float32Array): Float32Array =>
  Float32Array.from({ length: stereo.length >> 1 }, (_, n) => 0.5 * (stereo[2 * n]! + stereo[2 * n + 1]!));

async function sung(
  { folders, cache }: MaterialOptions,
  music: readonly Float32Array[],
): Promise<Material[]> {
  const found: Material[] = [];
  const folder = join(cache, 'sung');
  mkdirSync(folder, { recursive: true });
  for (const [i, song] of folders.flatMap((one) => annotatedSongs(one, one)).entries()) {
    for (const [c, hardship] of hardships.entries()) {
      const path = join(folder, `${basename(song.path).replace(/\.[^.]+$/, '')}.${hardship}.wav`);
      const accompaniment = music[(i * hardships.length + c) % Math.max(1, music.length)];
      if (!existsSync(path)) await hardened(song.path, path, hardship, accompaniment ?? null, songSeconds);
      found.push({
        ...wordsOf(song),
        path,
        song: song.path,
        collection: basename(dirname(song.path)),
        condition: hardship,
      });
    }
  }
  return found;
}

function wordsOf({
  words,
  lines,
  language,
}: AnnotatedSong): Pick<Material, 'hasVoice' | 'lyrics' | 'starts' | 'language'> {
  const isTimed = words.every(({ startSeconds }) => startSeconds !== null);
  const within = words.filter(({ startSeconds }) => startSeconds === null || startSeconds < songSeconds);
  return {
    hasVoice: true,
    lyrics: isTimed ? within.map(({ text }) => text).join(' ') : lines.join('\n'),
    starts: isTimed ? within.map(({ startSeconds }) => startSeconds!) : null,
    language,
  };
}
