/** What the word models change for whole recordings: words over music in which nobody sings, and error rates of songs. */
import { wilsonInterval } from '../../../src/analyses/ai-detection/evidence/wilson.js';
import { askFrom } from '../../../src/analyses/lyric-transcription/hear-song.js';
import { segmentsToRecognise } from '../../../src/analyses/lyric-transcription/recognise-song.js';
import { linesOf, transcriptionResult } from '../../../src/analyses/lyric-transcription/result.js';
import { seededRandom } from '../../../src/signal/seeded-random.js';
import { editDistance } from '../../../src/text/edit-distance.js';
import { comparedWords } from '../score-words.js';
import type { HeardMaterial } from './segment-cases.js';
import { isStockPhrase } from './stock-phrases.js';

type Segment = HeardMaterial['segments'][number];
interface Way {
  readonly name: string;
  /** The phrases of a segment that are kept. */
  kept(segment: Segment): Segment['phrases'];
}

/** The gates of the version before the models: thresholds set by hand. */
const formerly: Way = {
  name: 'the gates before (baseline)',
  kept({ phrases, isSilent, voice, noSpeech }) {
    const isDoubtful = voice < 0.2;
    if (isSilent || (isDoubtful && (noSpeech ?? 0) > 0.9)) return [];
    return phrases.filter(({ text }) => !(isDoubtful && isStockPhrase(text)));
  },
};

/** `isLikely` is the models' decision on a segment's words. */
export function printGain(heard: readonly HeardMaterial[], isLikely: (segment: Segment) => boolean): void {
  const ways: readonly Way[] = [
    { name: 'no gate', kept: ({ phrases }) => phrases },
    formerly,
    {
      name: 'the recogniser’s own silence alone',
      kept: ({ phrases, isSilent }) => (isSilent ? [] : phrases),
    },
    { name: 'the models alone', kept: (one) => (isLikely(one) ? one.phrases : []) },
    {
      name: 'the models and the recogniser’s own silence',
      kept: (one) => (one.isSilent || !isLikely(one) ? [] : one.phrases),
    },
  ];
  const silent = heard.filter(({ material }) => !material.hasVoice);
  const minutes = silent.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
  console.log(
    `\n${silent.length} recordings in which nobody sings, ${minutes.toFixed(1)} minutes. ` +
      'Lines of ten characters and voices as the analysis demands them.\n',
  );
  console.log('| way | invented words a minute (95 %) | recordings with words (95 %) |');
  console.log('| --- | --- | --- |');
  for (const way of ways) {
    const counts = silent.map((one) => ({ words: wordsThrough(one, way).length, minutes: one.seconds / 60 }));
    const rate = (some: readonly (typeof counts)[number][]): number =>
      some.reduce((sum, { words }) => sum + words, 0) / some.reduce((sum, one) => sum + one.minutes, 0);
    const [low, high] = interval(counts, rate);
    const some = counts.filter(({ words }) => words > 0).length;
    const [from, to] = wilsonInterval(some / counts.length, counts.length);
    console.log(
      `| ${way.name} | ${rate(counts).toFixed(1)} (${low.toFixed(1)}–${high.toFixed(1)}) | ` +
        `${some} of ${counts.length} (${percent(from)}–${percent(to)} %) |`,
    );
  }
  const sung = heard.filter(({ material }) => material.starts !== null);
  for (const condition of [...new Set(sung.map(({ material }) => material.condition))]) {
    const songs = sung.filter(({ material }) => material.condition === condition);
    console.log(
      `\n| ${songs.length} songs, ${condition} | word error rate (95 %) | less that of the gates before (95 %) |`,
    );
    console.log('| --- | --- | --- |');
    for (const way of ways) {
      const errors = songs.map((song) => ({ before: errorsOf(song, formerly), now: errorsOf(song, way) }));
      const rate = (some: readonly (typeof errors)[number][]): number => ratio(some.map(({ now }) => now));
      const difference = (some: readonly (typeof errors)[number][]): number =>
        rate(some) - ratio(some.map(({ before }) => before));
      console.log(
        `| ${way.name} | ${rate(errors).toFixed(3)} (${span(interval(errors, rate))}) | ` +
          `${difference(errors).toFixed(3)} (${span(interval(errors, difference))}) |`,
      );
    }
  }
}

/** Through all that comes before and after: no voice in the song or in a segment, fewer than ten characters. */
function wordsThrough({ presence, segments }: HeardMaterial, way: Way): string[] {
  if (presence < askFrom) return [];
  const lines = linesOf(
    segmentsToRecognise(segments).map((segment) => ({ phrases: way.kept(segment), leftOut: null })),
  );
  if (transcriptionResult(lines, []).is_instrumental === true) return [];
  return comparedWords(lines.map(({ text }) => text).join('\n'));
}

interface Errors {
  readonly edits: number;
  readonly words: number;
}

function errorsOf(heard: HeardMaterial, way: Way): Errors {
  const expected = comparedWords(heard.material.lyrics ?? '');
  return { edits: editDistance(wordsThrough(heard, way), expected), words: expected.length };
}

const ratio = (some: readonly Errors[]): number =>
  some.reduce((sum, { edits }) => sum + edits, 0) / some.reduce((sum, { words }) => sum + words, 0);

/** Bootstrap, 2,000 draws. */
function interval<One>(all: readonly One[], of: (some: readonly One[]) => number): [number, number] {
  const random = seededRandom(1);
  const drawn = Array.from({ length: 2000 }, () =>
    of(all.map(() => all[Math.floor(random() * all.length)]!)),
  ).sort((a, b) => a - b);
  return [drawn[50]!, drawn[1949]!];
}

const percent = (share: number): string => (100 * Math.max(0, share)).toFixed(0);
const span = ([low, high]: readonly [number, number]): string => `${low.toFixed(3)} to ${high.toFixed(3)}`;
