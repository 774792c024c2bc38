import { describe, expect, it } from 'vitest';
import { lyricLimitProblem } from '../domain/lyric-limits.js';
import { phraseLetters, phraseStarts } from './phrases.js';
import { segmentLyrics } from './segment-lyrics.js';
import { readWordStream } from './word-stream.js';

const words = (text: string): string =>
  readWordStream(text)
    .words.map(({ normalised }) => normalised)
    .join(' ');

describe('a lyric as a stream of words', () => {
  it('is the same however it is broken and punctuated', () => {
    const lines =
      'Silent night, holy night,\nAll is calm, all is bright\n[Chorus]\nRound yon virgin, mother and child!';
    const expected = 'silent night holy night all is calm all is bright round yon virgin mother and child';
    expect(words(lines)).toBe(expected);
    expect(words(lines.replaceAll('\n', ' '))).toBe(expected);
    expect(words(lines.replaceAll(' ', '\n'))).toBe(expected);
    expect(words(lines.replace(/[,!]/g, ''))).toBe(expected);
  });

  it('is the same pasted as subtitles: numbers and times of cues are no words, and count towards no limit', () => {
    const sung = ['The ferry leaves', '2', 'at midnight for 99 days'];
    const cue = (separator: string) => (line: string, index: number) =>
      `${index + 1}\r\n00:00:0${index % 9}${separator}000 --> 00:00:09${separator}500\r\n${line}\r\n`;
    const srt = `\ufeff${sung.map(cue(',')).join('\r\n')}`;
    const vtt = `WEBVTT\r\n\r\n${sung.map(cue('.')).join('\r\n')}`.replaceAll('00:00:', '00:');
    for (const pasted of [srt, vtt]) {
      expect(words(pasted)).toBe(words(sung.join('\n')));
      expect(segmentLyrics(pasted).lines.map(({ text }) => text)).toEqual(sung);
    }
    const long = Array.from({ length: 400 }, (_, line) => `line ${line}`);
    expect(lyricLimitProblem(long.map(cue(',')).join('\n'))).toBeNull();
    // An arrow that someone writes is no cue.
    expect(words('up --> down')).toBe('up down');
  });

  const sung = ['The ferry leaves', 'at midnight, wonder', 'for 99 days'];
  const readsAsSung = (pasted: string): void => {
    expect(words(pasted)).toBe(words(sung.join('\n')));
    expect(segmentLyrics(pasted).lines.map(({ text }) => text)).toEqual(sung);
  };

  it('is the same pasted as WebVTT with notes, styles, names of cues and times of words', () => {
    const cues = sung.map((line, at) => `verse ${at}\n00:0${at}.000 --> 00:0${at}.900\n<v Ann>${line}`);
    cues[1] = cues[1]!.replace('midnight', '<00:00:01.500>midnight');
    const blocks = [
      'WEBVTT Kind\nLanguage: en',
      'NOTE made by hand\nfor the ferry',
      'STYLE\n::cue { color: red }',
    ];
    readsAsSung([...blocks, ...cues.slice(0, 2), 'NOTE\nthe end is near', cues[2]].join('\n\n'));
    // Without the format's header a note may be sung.
    expect(words('NOTE by note\nup --> down')).toBe('note by note up down');
  });

  it('is the same pasted as Advanced SubStation, a whole file or its lines alone', () => {
    const [first, second, third] = sung;
    const event = (kind: string, text: string): string =>
      `${kind}: 0,0:00:01.00,0:00:03.00,Default,,0,0,0,karaoke,${text}`;
    const lines = [
      event('Dialogue', first!.replace('ferry', '{\\k20}fer{\\k30}ry')),
      event('Comment', 'to be checked'),
      event('Dialogue', second!.replace(' ', '\\N')),
      event('Dialogue', `{\\an8}${third}`),
    ].join('\n');
    readsAsSung(lines);
    readsAsSung(
      `[Script Info]\nTitle: x\n\n[V4+ Styles]\nStyle: Default,Arial\n\n[Events]\nFormat: Layer, Start\n${lines}`,
    );
    expect(words('Dialogue: 0, they said')).toBe('dialogue 0 they said');
  });

  it('is the same with chords in brackets, also inside a word', () => {
    readsAsSung(
      '[Am]The ferry [F#m7/C#]leaves\n[C] [G/B]\nat mid[Bbsus4]night, won[Gmaj7]der\nfor [E7(b9)]99 days[Cadd9]',
    );
  });

  it('has no line where nothing is sung, and numbers the others as they were written', () => {
    const { words, lines } = readWordStream('The ferry leaves\n♪ – ♪\n(yeah yeah)\nat midnight');
    expect(lines).toEqual([
      { text: 'The ferry leaves', lineNumber: 1 },
      { text: 'at midnight', lineNumber: 4 },
    ]);
    expect(words.map(({ line }) => line)).toEqual([0, 0, 0, 1, 1]);
  });

  it('has a word for each character of a script without spaces, and marks it as such', () => {
    const { words } = readWordStream('平安 night');
    expect(words.map(({ normalised, isUnspaced }) => [normalised, isUnspaced])).toEqual([
      ['平', true],
      ['安', true],
      ['night', false],
    ]);
  });

  it('leaves out section marks and runs of sung syllables wherever they stand', () => {
    expect(words('[Verse 1] the ferry leaves (yeah, yeah) la la la at midnight (Chorus) oh oh tonight')).toBe(
      'the ferry leaves at midnight tonight',
    );
    expect(words('la casa del viento')).toBe('la casa del viento');
  });

  it('takes a word in lower case for sung where the names of sections look the same', () => {
    expect(words('il mondo\nsolo\nper noi')).toBe('il mondo solo per noi');
    expect(words('Solo\nil mondo\nCHORUS\nper noi\n[verse]\nchorus:\n(bridge)\nper te')).toBe(
      'il mondo per noi per te',
    );
    expect(words('chorus\nil mondo\npre-chorus\noutro\nrefrain\nприпев\nper noi')).toBe('il mondo per noi');
  });

  it('holds a refrain once, in whichever way its repetition is broken', () => {
    const refrain = 'with seven copper lanterns swinging in the rain';
    expect(words(`${refrain}\nthe ferry leaves\n${refrain} ${refrain}`)).toBe(`${refrain} the ferry leaves`);
  });

  it('takes characters for words where there are no spaces', () => {
    expect(words('万暗中 光华射')).toBe('万 暗 中 光 华 射');
    expect(words('愛してるbaby')).toBe('愛 し て る baby');
    expect(words('時々、二〇一年')).toBe('時 々 二 〇 一 年');
    expect(words('고요한 밤 거룩한 밤')).toBe('고요한 밤 거룩한 밤');
  });

  it('knows the line that a person sees', () => {
    const { words: found, lines } = readWordStream('\n[Intro]\nfirst line here\n\n<b>second</b> line there');
    expect(lines).toEqual([
      { text: 'first line here', lineNumber: 3 },
      { text: 'second line there', lineNumber: 5 },
    ]);
    expect(found.map(({ line }) => line)).toEqual([0, 0, 0, 1, 1, 1]);
  });
});

describe('phrases', () => {
  it('cover every word once, about a line each, and the last one is not a remnant', () => {
    const { words: found } = readWordStream(
      Array.from(
        { length: 90 },
        (_, at) => `word${'abcdefghij'[at % 10]}${'klmnopqrst'[Math.floor(at / 10)]}`,
      ).join(' '),
    );
    for (const shift of [0, 0.25, 0.5, 0.75]) {
      const starts = phraseStarts(found, shift);
      expect(starts[0]).toBe(0);
      const letters = [...starts].map((from, phrase) =>
        found.slice(from, starts[phrase + 1]).reduce((sum, word) => sum + word.letters, 0),
      );
      for (const length of letters.slice(1)) {
        expect(length).toBeGreaterThanOrEqual(phraseLetters / 2);
        expect(length).toBeLessThanOrEqual(1.5 * phraseLetters + 6);
      }
    }
  });
});
