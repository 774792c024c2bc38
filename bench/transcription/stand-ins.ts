/**
 * Stand-ins for sung recordings in a language that no annotated song has: espeak-ng reads art songs' texts (CC0), alone and over
 * music rendered from notes. A synthesiser that reads is easier to time and harder to like than a singer: figures stand apart.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WavWriter } from '../../src/analyses/lyric-transcription/wav-writer.js';
import { decodeWithFfmpeg } from './decode.js';
import { renderedClips } from './rendered-clips.js';

const textsPerLanguage = 6;
const letters = 420;
const rateHz = 16_000;
const level = 0.08;
/** How far the voice lies above the music, in decibels; null is the voice alone. */
const conditions = [
  { name: 'alone', decibels: null },
  { name: 'music', decibels: 3 },
] as const;

/** Writes NAME.wav and NAME.lyrics.txt below `folder` where they are not there yet; a folder a condition. */
export async function makeStandIns(
  data: string,
  lyrics: string,
  languages: readonly string[],
  folder: string,
): Promise<string[]> {
  const music = renderedClips(data, 3 * textsPerLanguage);
  if (music.length === 0) throw new Error('Stand-ins need fluidsynth, a sound font and the note files.');
  const folders = conditions.map(({ name }) => join(folder, name));
  for (const path of folders) mkdirSync(path, { recursive: true });
  for (const language of languages) {
    for (const [i, text] of textsIn(join(lyrics, 'lieder_cc0.jsonl'), language).entries()) {
      const spoken = join(folder, `${language}_${i}.wav`);
      // Each text has a speed and a pitch of its own, as singers have.
      const [speed, pitch] = [110 + 10 * (i % 3), 30 + 12 * i];
      if (!existsSync(spoken)) {
        execFileSync('espeak-ng', ['-v', language, '-s', `${speed}`, '-p', `${pitch}`, '-w', spoken, text]);
      }
      const voice = await samplesOf(spoken);
      const accompaniment = middleOf(music[(i * 3) % music.length]!.samples);
      for (const [c, { decibels }] of conditions.entries()) {
        const stem = join(folders[c]!, `${language}_${i}`);
        writeFileSync(`${stem}.lyrics.txt`, text);
        if (existsSync(`${stem}.wav`)) continue;
        const writer = await WavWriter.create(`${stem}.wav`, rateHz);
        await writer.write(decibels === null ? voice : mixed(voice, accompaniment, decibels));
        await writer.close();
      }
    }
  }
  return folders;
}

/** Whole lines up to some letters, from songs evenly spread over the collection. */
function textsIn(path: string, language: string): string[] {
  const songs = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    // The collection's own format, a line a song.
    .map((line) => JSON.parse(line) as { language: string; lyrics: string })
    .filter((song) => song.language === language && song.lyrics.length >= letters);
  return Array.from({ length: textsPerLanguage }, (_, i) => {
    const { lyrics } = songs[Math.floor(((i + 0.5) * songs.length) / textsPerLanguage)]!;
    const lines: string[] = [];
    for (const line of lyrics.split('\n').filter((one) => one.trim() !== '')) {
      if (lines.join('\n').length + line.length > letters) break;
      lines.push(line);
    }
    return lines.join('\n');
  });
}

async function samplesOf(path: string): Promise<Float32Array> {
  const chunks: number[] = [];
  for await (const chunk of decodeWithFfmpeg(path, 1)) chunks.push(...chunk);
  return Float32Array.from(chunks);
}

const middleOf = (stereo: Float32Array): Float32Array =>
  Float32Array.from({ length: stereo.length >> 1 }, (_, n) => 0.5 * (stereo[2 * n]! + stereo[2 * n + 1]!));

/** The music is repeated where it is shorter than the voice. */
function mixed(voice: Float32Array, music: Float32Array, decibels: number): Float32Array {
  const [a, b] = [level / rms(voice), (level * 10 ** (-decibels / 20)) / rms(music)];
  return voice.map((value, n) => Math.max(-1, Math.min(1, a * value + b * music[n % music.length]!)));
}

const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length) + 1e-6;
