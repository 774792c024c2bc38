import { describe, expect, it } from 'vitest';
import type { Compute } from '../../domain/compute.js';
import type { AlignInput } from './align-kernel.js';
import { alignLyrics, sungLines } from './align-song.js';
import type { TranscribedSegment } from './recognise-song.js';

const segment = (startSeconds: number, text: string): TranscribedSegment =>
  ({
    startSeconds,
    endSeconds: startSeconds + 10,
    phrases: [{ text, startSeconds, endSeconds: startSeconds + 10, words: null }],
  }) as unknown as TranscribedSegment;
const segments = [segment(10, 'the moon is on the river'), segment(40, 'and the night was long')];

/** Gives every word half a second, from the start of its segment. */
function halfSecondWords(inputs: AlignInput[]): Compute {
  return {
    async run(_name: string, input: unknown) {
      const given = input as AlignInput;
      inputs.push(given);
      const parts = given.segments.flatMap(({ startSeconds, parts: own }) => {
        let at = startSeconds;
        return own.map(({ line, text }) => ({
          line,
          words: text.split(' ').map((word) => {
            at += 0.5;
            return { text: word, startSeconds: at - 0.5, endSeconds: at, probability: 0.5 };
          }),
        }));
      });
      return { parts, hashes: {} };
    },
  } as unknown as Compute;
}
const options = (inputs: AlignInput[]) => ({
  path: 'x.wav',
  model: 'whisper-base',
  language: 'en',
  threads: 1,
  compute: halfSecondWords(inputs),
  signal: new AbortController().signal,
  onProgress() {},
});

describe('alignLyrics', () => {
  it('gives the lines as they were sent, with times of lines and words', async () => {
    const inputs: AlignInput[] = [];
    const lyrics = '[Verse 1]\n\nThe moon is on the river,\nAnd the night is long.';
    const aligned = await alignLyrics(lyrics, segments, options(inputs));
    expect(
      aligned.lines.map(({ text, startSeconds, endSeconds }) => [text, startSeconds, endSeconds]),
    ).toEqual([
      ['The moon is on the river,', 10, 13],
      ['And the night is long.', 40, 42.5],
    ]);
    expect(aligned.lines[1]!.words![2]).toMatchObject({ text: 'night', startSeconds: 41 });
    expect([aligned.words, aligned.anchors, aligned.meanProbability]).toEqual([11, 10, 0.5]);
    expect(inputs[0]!.segments.map(({ parts }) => parts.map(({ line }) => line))).toEqual([[0], [1]]);
  });

  it('fails with what to check where no word of the lyrics was recognised', async () => {
    await expect(alignLyrics('perro gato', segments, options([]))).rejects.toThrow(
      /None of the 2 words of the given lyrics was recognised.*Check that they belong to this song/,
    );
  });
});

describe('sungLines', () => {
  it('are those of an LRC or SRT file without its tags, numbers and times', () => {
    const sung = ['The river runs down', 'and nobody knows'];
    expect(
      sungLines('[ti:River]\n[00:01.00]The river runs down\n[00:05.20][00:25.00]and nobody knows'),
    ).toEqual(sung);
    const cues = sung.map((line, index) => `${index + 1}\n00:00:0${index},000 --> 00:00:09,000\n${line}\n`);
    expect(sungLines(cues.join('\n'))).toEqual(sung);
  });

  it('leaves out blank lines, headings and lines without a letter', () => {
    expect(sungLines('[Chorus]\r\n  la   la \n\n---\n(ooh)\n')).toEqual(['la la', '(ooh)']);
  });
});
