/** Whether where someone breaks a lyric, and how it is punctuated, changes what comes out: every lyric of the data, six ways. */

import { compareTexts } from '../../src/analyses/lyric-plagiarism/compare-lyrics.js';
import type { LyricEngine } from '../../src/analyses/lyric-plagiarism/engine.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { isUnspaced, scriptOf } from '../../src/text/scripts.js';
import { readWordStream } from '../../src/text/word-stream.js';
import type { BenchSong } from './bench-song.js';
import { benchEngine } from './index-files.js';
import { showProgress } from './progress.js';
import { shareOf } from './share.js';

/** What two ways of writing one lyric may differ by, in each score. */
const allowed = 0.02;
const linesAParagraph = 4;
const longestLine = 12;

type Way = readonly [name: string, write: (lyrics: string, random: () => number) => string];

const oneLine = (lyrics: string): string => lyrics.replace(/\s+/gu, ' ');
const unpunctuated = (lyrics: string): string => lyrics.replace(/[,.;:!?¡¿"“”„…、。，！？；：]+/gu, ' ');

function paragraphs(lyrics: string): string {
  const lines = lyrics.split('\n').filter((line) => line.trim() !== '');
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += linesAParagraph)
    blocks.push(lines.slice(at, at + linesAParagraph).join(' '));
  return blocks.join('\n\n');
}

/** Breaks between words, and between characters where there are no spaces. */
function anywhere(lyrics: string, random: () => number): string {
  const share = 1 / (1 + Math.floor(random() * longestLine));
  const isAlone = (character: string): boolean => isUnspaced(scriptOf(character.codePointAt(0)!));
  return lyrics
    .split(/\s+/u)
    .map((word) => {
      const broken = [...word].map((character, at, all) => {
        const next = all[at + 1];
        const isPlace = next !== undefined && isAlone(character) && isAlone(next);
        return isPlace && random() < share / 3 ? `${character}\n` : character;
      });
      return broken.join('') + (random() < share ? '\n' : ' ');
    })
    .join('');
}

const ways: readonly Way[] = [
  ['one line', oneLine],
  ['paragraphs of four lines', paragraphs],
  ['a line a word', (lyrics) => lyrics.replace(/\s+/gu, '\n')],
  ['broken anywhere', anywhere],
  ['no punctuation', unpunctuated],
  ['one line, no punctuation', (lyrics) => oneLine(unpunctuated(lyrics))],
];

const wordsOf = (lyrics: string): string =>
  readWordStream(lyrics)
    .words.map(({ normalised }) => normalised)
    .join(' ');

/**
 * Scores follow from the stream of words: where that is the same, all of them are. Where it is not, the lyric is compared with
 * itself and with its first half, either of them written the other way.
 */
export async function lineBreakTest(
  print: (line: string) => void,
  songs: readonly BenchSong[],
): Promise<void> {
  const engine = await benchEngine();
  const random = seededRandom(21);
  const before = songs.map(({ lyrics }) => wordsOf(lyrics));
  print('\n| written as | lyrics | other words are compared | a score differs by more than 0.02 | most |');
  print('|---|---|---|---|---|');
  for (const [name, write] of ways) {
    let [others, beyond, most] = [0, 0, 0];
    for (const [at, { id, lyrics }] of songs.entries()) {
      showProgress(name, at + 1, songs.length);
      const written = write(lyrics, random);
      if (wordsOf(written) === before[at]) continue;
      others++;
      const change = await largestChange(lyrics, written, engine);
      most = Math.max(most, change);
      if (change <= allowed) continue;
      beyond++;
      console.error(`${name}: ${id} ${change.toFixed(3)}`);
    }
    const share = (count: number): string => shareOf(count, songs.length);
    print(`| ${name} | ${songs.length} | ${share(others)} | ${share(beyond)} | ${most.toFixed(3)} |`);
  }
}

async function largestChange(lyrics: string, written: string, engine: LyricEngine): Promise<number> {
  const lines = lyrics.split('\n');
  const half = lines.slice(0, Math.ceil(lines.length / 2)).join('\n');
  let most = 0;
  for (const partner of [lyrics, half]) {
    const expected = await scores(partner, lyrics, engine);
    for (const found of [await scores(partner, written, engine), await scores(written, partner, engine)])
      found.forEach((score, at) => {
        most = Math.max(most, Math.abs(score - expected[at]!));
      });
  }
  return most;
}

async function scores(query: string, target: string, engine: LyricEngine): Promise<number[]> {
  const found = await compareTexts(query, target, engine);
  return found ? [found.score, found.paragraph, found.sentence] : [0, 0, 0];
}
