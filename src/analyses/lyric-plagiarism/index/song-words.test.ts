import { beforeAll, describe, expect, it } from 'vitest';
import { readWordStream } from '../../../text/word-stream.js';
import { defaultEncoderId, type LyricEngine, lyricEngine } from '../engine.js';
import { totalNats } from '../matching/commonness.js';
import { type NumberedWords, numberWords } from './song-words.js';

let engine: LyricEngine;
beforeAll(async () => {
  engine = await lyricEngine(defaultEncoderId, '');
});

const numbered = (text: string): NumberedWords => numberWords(readWordStream(text), engine);
const natsOf = (text: string): number => totalNats(numbered(text));

describe('what the words of a lyric say', () => {
  it('is little for Japanese grammar, and much for words of its own', () => {
    const grammar = natsOf('しているのです');
    const words = natsOf('蝉時雨の坂道');
    expect(grammar / 7).toBeLessThan(words / 6 / 2);
  });

  it.each(['しているのです', '今天天气很好', 'ฉันรักเธอมากที่สุด'])(
    'is never more in a passage than alone (%s)',
    (text) => {
      const { nats, loneNats } = numbered(text);
      nats.forEach((value, at) => {
        expect(value).toBeLessThanOrEqual(loneNats[at]!);
      });
      expect(nats).not.toEqual(loneNats);
    },
  );

  it('is the same in a passage and alone where words stand between spaces', () => {
    const { nats, loneNats } = numbered('silent night, holy night');
    expect(nats).toEqual(loneNats);
  });

  it.each(['静かな夜に一人で泣いているのです', '今天天气很好我们在哪里', 'ฉันรักเธอมากที่สุด'])(
    'is the same wherever %s breaks its lines',
    (text) => {
      const characters = [...text];
      const middle = Math.floor(characters.length / 2);
      const broken = `${characters.slice(0, middle).join('')}\n${characters.slice(middle).join('')}`;
      expect(numbered(broken).nats).toEqual(numbered(text).nats);
    },
  );

  it('is that of each word where words of another writing stand between characters', () => {
    const alone = numbered('love').nats[0]!;
    const mixed = numbered('愛 love 愛');
    expect(Array.from(mixed.nats)).toEqual([mixed.nats[0], alone, mixed.nats[0]]);
    expect(mixed.nats[0]).toBe(numbered('愛').nats[0]);
  });

  it('is at most 255 a word', () => {
    expect(numbered('x'.repeat(2_000)).nats[0]).toBe(255);
  });
});
