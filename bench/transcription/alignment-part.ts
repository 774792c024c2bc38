/** Known lyrics aligned with their songs: the error of word starts, beside dealing the words out evenly. */
import { createLyricTranscription } from '../../src/analyses/lyric-transcription/lyric-transcription.js';
import { countingCompute } from './local-compute.js';
import { type AnnotatedSong, annotatedSongs } from './lyric-reference.js';
import { comparedWords, matchedWords } from './score-words.js';
import { timesText } from './words-part.js';

export interface AlignmentOptions {
  readonly folders: readonly { songs: string; lyrics: string }[];
  readonly modelsDir: string;
  readonly recogniser: string;
  /** Folder that keeps what was recognised. */
  readonly cache: string | undefined;
}

interface Line {
  readonly words: readonly { readonly text: string; readonly start_seconds: number }[] | null;
}

export async function alignmentPart({
  folders,
  modelsDir,
  recogniser,
  cache,
}: AlignmentOptions): Promise<void> {
  const songs = folders
    .flatMap(({ songs, lyrics }) => annotatedSongs(songs, lyrics))
    .filter(({ words }) => words.some(({ startSeconds }) => startSeconds !== null));
  if (songs.length === 0) {
    console.log('\n## Alignment: left out, no songs with annotated times were found');
    return;
  }
  console.log(
    `\n## Alignment of known lyrics: ${songs.length} songs, recogniser ${recogniser} in ${modelsDir}\n`,
  );
  const [all, even]: [number[], number[]] = [[], []];
  for (const song of songs) {
    const compute = countingCompute(modelsDir, cache);
    const analysis = createLyricTranscription({ modelsDir, recogniser, detector: 'none' });
    const music = {
      musicId: '',
      title: '',
      artist: '',
      filename: '',
      path: song.path,
      sha256: '',
      durationSeconds: 0,
    };
    const parameters = { lyrics: song.lines.join('\n') };
    const { detail } = await analysis.run(
      { accountId: '', taskId: '', model: 'standard', variant: 'music', music, parameters },
      { compute, signal: new AbortController().signal, progress() {} },
    );
    // A detail is typed as JSON; this is a transcription's.
    const answer = detail as unknown as {
      lines: readonly Line[];
      duration_seconds: number;
      alignment: { words: number; recognised_words: number };
    };
    const found = answer.lines.flatMap(({ words }) => words ?? []);
    const errors = errorsOf(song, found);
    const step = answer.duration_seconds / Math.max(1, found.length);
    const dealt = found.map((word, i) => ({ ...word, start_seconds: (i + 0.5) * step }));
    all.push(...errors);
    even.push(...errorsOf(song, dealt));
    const { words, recognised_words } = answer.alignment;
    console.log(
      `- ${song.path.split('/').at(-1)} (${song.language}; ${recognised_words} of ${words} recognised): ${timesText(errors)}`,
    );
  }
  console.log(
    `\nall songs: ${timesText(all)}\nbaseline, words dealt out evenly over the song: ${timesText(even)}`,
  );
}

function errorsOf(song: AnnotatedSong, found: readonly { text: string; start_seconds: number }[]): number[] {
  const got = found.flatMap((word) =>
    comparedWords(word.text).map((text) => ({ text, start: word.start_seconds })),
  );
  const expected = song.words.flatMap(({ text, startSeconds }) =>
    comparedWords(text).map((compared) => ({ text: compared, start: startSeconds })),
  );
  return matchedWords(
    got.map(({ text }) => text),
    expected.map(({ text }) => text),
  ).flatMap(([i, j]) => {
    const { start } = expected[j]!;
    return start === null ? [] : [Math.abs(got[i]!.start - start)];
  });
}
