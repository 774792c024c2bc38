/** Word error rate of whole songs through the whole analysis, and what each stage costs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLyricTranscription } from '../../src/analyses/lyric-transcription/lyric-transcription.js';
import { editDistance, wordsOf } from './edit-distance.js';
import { countingCompute } from './local-compute.js';

const audio = /\.(mp3|ogg|wav|flac|m4a|opus)$/;

interface Song {
  readonly path: string;
  readonly lyrics: string;
}

/** Songs of `folder` whose lyrics are in `lyricsFolder` as NAME.lyrics.txt, NAME.txt or NAME.song.txt (UltraStar). */
function songsWithLyrics(folder: string, lyricsFolder: string): Song[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => audio.test(name))
    .flatMap((name) => {
      const stem = join(lyricsFolder, name.replace(audio, ''));
      const beside = join(folder, name.replace(audio, ''));
      const file = ['.lyrics.txt', '.song.txt', '.txt']
        .flatMap((end) => [stem + end, beside + end])
        .find(existsSync);
      if (file === undefined) return [];
      const text = readFileSync(file, 'utf8');
      return [{ path: join(folder, name), lyrics: file.endsWith('.song.txt') ? ultrastarText(text) : text }];
    });
}

function ultrastarText(text: string): string {
  let lyrics = '';
  for (const line of text.split(/\r?\n/)) {
    const note = /^[:*FRG]\s*-?\d+\s+\d+\s+-?\d+ (.*)$/.exec(line);
    if (note) lyrics += note[1]!.replace(/~/g, '');
    else if (line.startsWith('-')) lyrics += '\n';
  }
  return lyrics;
}

export interface WordsOptions {
  readonly folders: readonly { songs: string; lyrics: string }[];
  readonly modelsDir: string;
  readonly recogniser: string;
}

export async function wordsPart({ folders, modelsDir, recogniser }: WordsOptions): Promise<void> {
  const analysis = createLyricTranscription({ modelsDir, recogniser });
  const compute = countingCompute(modelsDir);
  let [edits, words, minutes, count, instrumental] = [0, 0, 0, 0, 0];
  for (const { path, lyrics } of folders.flatMap(({ songs, lyrics }) => songsWithLyrics(songs, lyrics))) {
    const music = {
      musicId: '',
      title: '',
      artist: '',
      filename: path,
      path,
      sha256: '',
      durationSeconds: 0,
    };
    const { result, detail } = await analysis.run(
      { accountId: '', taskId: '', model: 'standard', variant: 'music', music, parameters: {} },
      { compute, signal: new AbortController().signal, progress() {} },
    );
    const found = result as { lyrics: string; is_instrumental: boolean };
    const expected = wordsOf(lyrics);
    edits += editDistance(wordsOf(found.lyrics), expected);
    words += expected.length;
    minutes += (detail as { duration_seconds: number }).duration_seconds / 60;
    count += 1;
    if (found.is_instrumental) instrumental += 1;
    process.stderr.write(`\rtranscribed ${count} songs`);
  }
  process.stderr.write('\n');
  if (count === 0) {
    console.log('\n## Words: left out, no songs with lyrics were found');
    return;
  }
  console.log(
    `\n## Words and cost: ${count} songs, ${minutes.toFixed(1)} minutes, recogniser ${recogniser}\n`,
  );
  console.log('| figure | value |\n| --- | --- |');
  console.log(`| word error rate (baseline, no words at all: 1.000) | ${(edits / words).toFixed(3)} |`);
  console.log(`| songs taken for instrumental | ${instrumental} of ${count} |`);
  for (const [kernel, seconds] of compute.cpuSeconds) {
    console.log(`| CPU seconds per minute of audio, ${kernel} | ${(seconds / minutes).toFixed(2)} |`);
  }
  console.log(`| peak memory of this process, MB | ${Math.round(process.resourceUsage().maxRSS / 1024)} |`);
}
