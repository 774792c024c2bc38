/** Where someone breaks a line, and how it is punctuated, must not change an answer. */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../signal/seeded-random.js';
import { compareLyrics } from './compare-lyrics.js';

const song = [
  'Silent night, holy night,',
  'All is calm, all is bright',
  'Round yon virgin mother and child.',
  'Holy infant, so tender and mild,',
  'Sleep in heavenly peace.',
  'Shepherds quake at the sight;',
  'Glories stream from heaven afar,',
  'Heavenly hosts sing Alleluia!',
  'Christ the Savior is born.',
].join('\n');
const nearCopy = [
  'Silent is the night, holy night,',
  'All lies calm, and all is bright',
  'Round the virgin mother and her child.',
  'Holy infant, tender and so mild,',
].join('\n');
const german = [
  'Stille Nacht, heilige Nacht!',
  'Alles ist ruhig, alles ist hell',
  'Um die Jungfrau, Mutter und Kind.',
  'Heiliges Kind, so zart und mild,',
  'Schlafe in himmlischem Frieden.',
  'Die Hirten zittern bei dem Anblick;',
  'Herrlichkeit strömt vom fernen Himmel,',
  'Himmlische Heere singen Halleluja!',
].join('\n');

const compare = (query: string, target: string) => compareLyrics(query, target, 'no-optional-models');
const scoresOf = async (query: string, target: string): Promise<number[]> => {
  const { combined_score, paragraph_score, sentence_score } = await compare(query, target);
  return [combined_score, paragraph_score, sentence_score];
};

/** The same words on lines of any length. */
function rebreak(text: string, random: () => number): string {
  const longest = 1 + Math.floor(random() * 12);
  return text
    .split(/\s+/)
    .map((word) => word + (random() < 1 / longest ? '\n' : ' '))
    .join('');
}

describe('line breaks', () => {
  it('anywhere in either lyric change no score by more than 0.02', async () => {
    const random = seededRandom(3);
    for (const [query, target] of [
      [song, song],
      [nearCopy, song],
      [german, song],
      [nearCopy, german],
    ] as const) {
      const before = await scoresOf(query, target);
      for (let round = 0; round < 6; round++) {
        const after = await scoresOf(rebreak(query, random), rebreak(target, random));
        for (const [index, score] of after.entries())
          expect(Math.abs(score - before[index]!), `${query}\n~ ${target}`).toBeLessThanOrEqual(0.02);
      }
    }
  });

  it('and punctuation may be missing altogether', async () => {
    const bare = nearCopy.replace(/[\n,.;!]+/g, ' ');
    const before = await scoresOf(nearCopy, song);
    for (const target of [song, song.replace(/[\n,.;!]+/g, ' '), song.replaceAll('\n', '\n\n')]) {
      for (const [index, score] of (await scoresOf(bare, target)).entries())
        expect(Math.abs(score - before[index]!)).toBeLessThanOrEqual(0.02);
    }
  });

  it('do not hide four lines that were nearly copied', async () => {
    const broken = nearCopy.replaceAll('\n', ' ').replace(/(night,|bright|mother|infant,)/g, '$1\n');
    expect((await compare(broken, song)).combined_score).toBeGreaterThan(0.9);
  });

  it('are those of the lyrics where similar parts are shown', async () => {
    const { similar_parts } = await compare(nearCopy, song);
    for (const { query_sentence, target_sentence } of similar_parts) {
      for (const line of query_sentence.split(' / ')) expect(nearCopy.split('\n')).toContain(line);
      for (const line of target_sentence.split(' / ')) expect(song.split('\n')).toContain(line);
    }
  });
});

describe('what is shown', () => {
  it('agrees with sentence_score, also for one line alone', async () => {
    const alone = await compare('Silent night, holy night', song);
    expect(alone.sentence_score).toBe(1);
    expect(alone.similar_parts[0]).toMatchObject({
      similarity: 1,
      target_sentence: 'Silent night, holy night,',
    });
    for (const lyrics of [nearCopy, german]) {
      const { sentence_score, similar_parts } = await compare(lyrics, song);
      expect(sentence_score).toBe(Math.max(...similar_parts.map(({ similarity }) => similarity)));
    }
  });

  it('is nothing, with scores of 0, where lyrics have nothing in common', async () => {
    const gibberish = 'xqz flurb nark wibble\nzzgh plonk trask oobly\nfrint glarb snood quax';
    expect(await compare(gibberish, song)).toMatchObject({
      combined_score: 0,
      paragraph_score: 0,
      sentence_score: 0,
      similar_parts: [],
    });
  });

  it('is an excerpt where a whole lyric stands on one line', async () => {
    const { similar_parts } = await compare(song.replaceAll('\n', ' '), song);
    for (const { query_sentence } of similar_parts) expect(query_sentence.length).toBeLessThan(90);
  });
});
