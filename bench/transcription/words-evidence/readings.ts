/** The 18 languages read by espeak-ng, alone and over music at two levels: for most of them no singing is at hand. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { WavWriter } from '../../../src/analyses/lyric-transcription/wav-writer.js';
import { lyricLanguages } from '../../../src/domain/languages.js';
import { sentencesOf } from '../languages-part.js';
import { speak, textFrom, readings as voices } from '../voices-part.js';
import { overlaid, samplesOf } from './hardships.js';
import type { Material, MaterialOptions } from './one-material.js';

/** How far the voice lies above the music, in decibels; null is the voice alone. */
const conditions = [
  { name: 'as recorded', decibels: null },
  { name: 'over music, +6 dB', decibels: 6 },
  { name: 'over music, -3 dB', decibels: -3 },
] as const;
const rateHz = 16_000;

export async function readings(
  { lyrics, cache }: MaterialOptions,
  music: readonly Float32Array[],
): Promise<Material[]> {
  const folder = join(cache, 'readings');
  mkdirSync(folder, { recursive: true });
  const sentences = sentencesOf(lyrics);
  const made: Material[] = [];
  for (const [at, code] of lyricLanguages.entries()) {
    for (const [i, voice] of [voices[at % 2]!].entries()) {
      const text = textFrom(sentences.get(code) ?? [], voice.from);
      if (text === '') continue;
      const spoken = join(folder, `${code}-${i}.wav`);
      if (!existsSync(spoken)) await speak(code, text, voice, spoken);
      const shared = { song: `espeak-ng ${code}`, collection: 'espeak-ng', hasVoice: true, lyrics: text };
      for (const [c, { name, decibels }] of conditions.entries()) {
        const accompaniment = music[(at * 4 + 2 * i + c) % Math.max(1, music.length)];
        if (decibels !== null && accompaniment === undefined) continue;
        const path = decibels === null ? spoken : join(folder, `${code}-${i}-${c}.wav`);
        if (decibels !== null && !existsSync(path)) {
          const writer = await WavWriter.create(path, rateHz);
          await writer.write(overlaid(await samplesOf(spoken), accompaniment!, decibels));
          await writer.close();
        }
        made.push({ ...shared, path, condition: name, starts: null, language: code });
      }
    }
  }
  return made;
}
