import { describe, expect, it } from 'vitest';
import type { HeardWindow, HeardWindows, Transcript } from './whisper/recogniser.js';
import { wholeSegment } from './whole-segment.js';

const rateHz = 16_000;
const window: HeardWindow = { languages: new Map([['en', 0.9]]), noSpeech: 0.2, seconds: 20 };
const phrase = (text: string, startSeconds: number, endSeconds: number) => ({
  text,
  startSeconds,
  endSeconds,
  words: [{ text, startSeconds, endSeconds, probability: 1 }],
});

function transcript(phrases: ReturnType<typeof phrase>[], changes: Partial<Transcript> = {}): Transcript {
  return {
    phrases,
    text: phrases.map(({ text }) => text).join('\n'),
    meanLogProbability: -0.2,
    compressionRatio: 1.2,
    temperature: 0,
    isSilent: false,
    unfinishedFrom: null,
    ...changes,
  };
}

/** The segment from 100 to 120 s of a song; the recogniser answers `later` one after the other. */
async function whole(first: Transcript, ...later: Transcript[]) {
  const heardSeconds: number[] = [];
  const recogniser = {
    async hear([samples]: readonly Float32Array[]) {
      heardSeconds.push(samples!.length / rateHz);
      return {} as HeardWindows;
    },
    transcribe: async () => [later.shift()!],
  };
  const samples = new Float32Array(20 * rateHz);
  const segment = { startSeconds: 100, endSeconds: 120 };
  const found = await wholeSegment(recogniser, samples, segment, 'en', { window, transcript: first }, true);
  return { found, heardSeconds };
}

const times = ({ phrases }: Awaited<ReturnType<typeof whole>>['found']) =>
  phrases.map(({ text, startSeconds, endSeconds }) => [text, startSeconds, endSeconds]);

describe('the words of a segment', () => {
  it('have the times of the song, as their lines do', async () => {
    const { found, heardSeconds } = await whole(transcript([phrase('one', 1, 4)]));
    expect(found.phrases).toEqual([phrase('one', 101, 104)]);
    expect(found).toMatchObject({ startSeconds: 100, endSeconds: 120, language: 'en', noSpeech: 0.2 });
    expect(heardSeconds).toEqual([]);
  });

  it('go on where the first window ran out of tokens, without what was cut off there', async () => {
    const { found, heardSeconds } = await whole(
      transcript([phrase('one', 1, 8), phrase('tw', 8, 9)], { unfinishedFrom: 8 }),
      transcript([phrase('two', 0.5, 3)]),
    );
    expect(heardSeconds).toEqual([12]);
    expect(times(found)).toEqual([
      ['one', 101, 108],
      ['two', 108.5, 111],
    ]);
  });

  it('are as sure as the least sure window', async () => {
    const { found } = await whole(
      transcript([phrase('one', 1, 8)], { unfinishedFrom: 8 }),
      transcript([phrase('two', 0, 3)], { meanLogProbability: -0.9, temperature: 0.4, compressionRatio: 2 }),
    );
    expect(found).toMatchObject({ meanLogProbability: -0.9, temperature: 0.4, compressionRatio: 2 });
  });

  it('end after four windows, and then keep all that the last one gave', async () => {
    const on = (text: string) => transcript([phrase(text, 0, 2), phrase('cut', 2, 3)], { unfinishedFrom: 2 });
    const { found, heardSeconds } = await whole(on('a'), on('b'), on('c'), on('d'), on('e'));
    expect(heardSeconds).toEqual([18, 16, 14]);
    expect(times(found).map(([text]) => text)).toEqual(['a', 'b', 'c', 'd', 'cut']);
  });

  it('are silent where the recogniser heard nobody, unless several lines came of it', async () => {
    const silent = { isSilent: true, meanLogProbability: -2 };
    expect((await whole(transcript([phrase('one', 1, 4)], silent))).found.isSilent).toBe(true);
    const two = transcript([phrase('one', 1, 4), phrase('two', 4, 7)], silent);
    expect((await whole(two)).found.isSilent).toBe(false);
  });
});
