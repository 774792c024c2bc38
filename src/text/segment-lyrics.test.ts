import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineFeatures } from './ngrams.js';
import { normaliseLine } from './normalise-line.js';
import { segmentLyrics, validateLyrics } from './segment-lyrics.js';
import { readWordStream } from './word-stream.js';

const normalised = (text: string): string[] => segmentLyrics(text).lines.map((line) => line.normalised);

describe('segmentLyrics', () => {
  it('takes each line as one sentence and a refrain once, counting how often it stands', () => {
    const { lines } = segmentLyrics('First line here\nRefrain goes round\n\nrefrain, goes ROUND!\nLast one');
    expect(lines.map(({ text, lineNumber, repeats }) => [text, lineNumber, repeats])).toEqual([
      ['First line here', 1, 1],
      ['Refrain goes round', 2, 2],
      ['Last one', 5, 1],
    ]);
  });

  it('skips section marks, symbols and sung syllables', () => {
    const text =
      '[Chorus]\n(Verse 2)\nRefrain:\nBridge x2\n♪♪♪\n---\nOh oh la la la\nWords that count\n[00:12.34]';
    expect(normalised(text)).toEqual(['words that count']);
    expect(segmentLyrics(text)).toMatchObject({ skippedSectionMarks: 4, skippedWithoutWords: 3 });
  });

  it('takes a word in lower case for sung where it is the name of a section too, as what is compared does', () => {
    const text = 'chorus\nsolo\nSolo\nverse:\nприпев\nper noi';
    expect(normalised(text)).toEqual(['solo', 'per noi']);
    expect(segmentLyrics(text).skippedSectionMarks).toBe(4);
    const compared = readWordStream(text).lines.map((line) => line.text);
    expect(segmentLyrics(text).lines.map((line) => line.text)).toEqual(compared);
  });

  it('reads characters that a web page writes by name or number, shows them, and keeps what means none', () => {
    const text = [
      'I don&#x27;t know, caf&eacute; owner',
      'I don&#8217;t know &ldquo;na&iuml;ve&rdquo; ones',
      '&Uuml;ber die Stra&szlig;e &amp; zur&uuml;ck',
      'R&D; &unknown; &#xD800; &#9999999; words',
      'hid&#8203;den&#0;one',
    ].join('\n');
    expect(segmentLyrics(text).lines.map((line) => line.text)).toEqual([
      "I don't know, café owner",
      'I don’t know “naïve” ones',
      'Über die Straße & zurück',
      'R&D; &unknown; words',
      'hidden one',
    ]);
    expect(normalised(text)[0]).toBe('i dont know cafe owner');
    expect(
      readWordStream(text)
        .words.slice(0, 3)
        .map((word) => word.normalised),
    ).toEqual(['i', 'dont', 'know']);
  });

  it('does not let accents, case, width, adlibs, markup or zalgo make a difference', () => {
    const same = [
      'Café at MIDNIGHT',
      'cafe at midnight (yeah, yeah)',
      '<i>Café</i> at midnight x2',
      '[01:02.03]Ｃａｆé　ａｔ midnight',
      'C̸̢͎a̶f̵é a̶t m̵i̶d̷n̵i̶g̷h̵t̶',
    ];
    for (const line of same) expect(normaliseLine(line), line).toBe('cafe at midnight');
  });

  it('keeps what a bracket says when it is no adlib', () => {
    expect(normaliseLine('I left (but never let you know)')).toBe('i left but never let you know');
  });

  it('keeps the vowel signs of scripts that need them', () => {
    expect(normaliseLine('मैं तुमसे')).not.toBe(normaliseLine('मां तमस'));
  });

  it('never throws and never returns an empty or a repeated line, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const lines = normalised(text);
        expect(lines).not.toContain('');
        expect(new Set(lines).size).toBe(lines.length);
        for (const line of lines) expect(lineFeatures(line).length).toBeGreaterThan(0);
      }),
      // The same texts in every run.
      { numRuns: 300, seed: 7 },
    );
  });
});

describe('validateLyrics', () => {
  it('accepts 500 lines and one word', () => {
    expect(validateLyrics('word\n'.repeat(500))).toBeNull();
    expect(validateLyrics('Hello')).toBeNull();
  });

  it.each([
    ['too many lines', 'word\n'.repeat(501), /501 lines/],
    ['too many characters', 'x'.repeat(20_001), /20001 characters/],
    ['a null character', 'a\u0000b', /null character/],
    ['half a character', 'a\ud800b', /surrogate/],
    ['no words', '[Chorus]\n\n♪', /no line with words/],
  ])('refuses %s and says why', (_, text, reason) => {
    expect(validateLyrics(text)).toMatch(reason);
  });
});
