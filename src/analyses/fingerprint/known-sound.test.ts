import { beforeAll, describe, expect, it } from 'vitest';
import { localCompute } from '../../../bench/fingerprint/local-compute.js';
import { synthesiseSong } from '../../../bench/fingerprint/synthetic.js';
import { synthesiseSpeech } from '../../../bench/fingerprint/synthetic-speech.js';
import { pinned } from '../../numbers/test-support/pinned.js';
import { changedHashes, type ExtractedBoth } from './extract.js';
import { lookCloser } from './look-up/closer.js';
import { unpackPeaks } from './peaks/peak-codec.js';
import { scanBatches, scanWindows } from './scanning/scan-windows.js';
import { measureSpeech } from './speech/speech-measurements.js';
import { isLikelierMusic, judgeSpeech } from './speech/speech-odds.js';

const song = synthesiseSong(5, 12);
const compute = localCompute(async () => song);
const signal = new AbortController().signal;
let both: ExtractedBoth;
beforeAll(async () => {
  const input = { path: 'song', durationSeconds: 12 };
  both = await compute.run('fingerprint.extract-both', input, { signal });
});

describe('what a fingerprint holds of a known sound is what stored ones hold: else a new engine version is due', () => {
  it('its peaks and hashes', async () => {
    const { peaks, ...stored } = both.song;
    const text = pinned({ ...stored, ...unpackPeaks(peaks), packed: peaks });
    await expect(text).toMatchFileSnapshot('known-sound/stored.txt');
  });
});

describe('what is looked up of a known sound is what was looked up before', () => {
  it('its peaks and hashes, those of assumed changes, and those of a closer look', async () => {
    const [window] = both.windows;
    const closer = lookCloser({ levels: window!.levels! });
    const text = pinned({ window, changed: changedHashes(window!), closer });
    await expect(text).toMatchFileSnapshot('known-sound/query.txt');
  });

  it('and that of the windows of a scan', async () => {
    const { peaks } = both.windows[0]!;
    const times = Array.from({ length: 30 }, (_, turn) =>
      [...peaks.times].map((time) => time + turn * 750),
    ).flat();
    const repeat = (values: Float32Array): Float32Array =>
      Float32Array.from({ length: times.length }, (_, at) => values[at % values.length]!);
    const long = {
      count: times.length,
      times: Float32Array.from(times),
      cents: repeat(peaks.cents),
      saliences: repeat(peaks.saliences),
      levels: repeat(peaks.levels),
    };
    const batches = [...scanBatches(long, 360)].map((batch) => ({
      ...batch,
      windows: scanWindows(batch).map(({ startSeconds, endSeconds, keys }) => [
        startSeconds,
        endSeconds,
        keys.length,
      ]),
    }));
    await expect(pinned({ batches })).toMatchFileSnapshot('known-sound/windows.txt');
    expect([...scanBatches(long, 300)]).toHaveLength(1);
    expect([...scanBatches(long, 311)]).toHaveLength(2);
    expect([...scanBatches(long, 5)]).toHaveLength(1);
  });
});

describe('measurements of speech of known sounds are what they were', () => {
  it('and the odds that follow from them', async () => {
    const sounds = {
      song,
      speech: synthesiseSpeech(12, 3),
      both: synthesiseSpeech(12, 4).map((sample, n) => sample + 0.5 * song[n]!),
      short: synthesiseSpeech(2, 5),
      silence: new Float32Array(12 * 16_000),
    };
    const measured = await Promise.all(
      Object.entries(sounds).map(async ([name, samples]) => {
        const whole = await measureSpeech(samples);
        const pieces = whole ? [whole] : [];
        return [
          name,
          { whole, first: await measureSpeech(samples, isLikelierMusic), ...judgeSpeech(pieces) },
        ];
      }),
    );
    await expect(pinned(Object.fromEntries(measured))).toMatchFileSnapshot('known-sound/speech.txt');
  });
});
