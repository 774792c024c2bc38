import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localCompute } from '../../../../bench/fingerprint/local-compute.js';
import { synthesiseSong } from '../../../../bench/fingerprint/synthetic.js';
import { synthesiseSpeech } from '../../../../bench/fingerprint/synthetic-speech.js';
import { isInstalled, runTool } from '../../../../bench/fingerprint/tools.js';
import type { AnalysisError } from '../../../domain/analysis-error.js';
import { resample } from '../../../signal/resample.js';
import type { OpenDatabase } from '../../../storage/database.js';
import { createFingerprintStore } from '../../../storage/fingerprint/store.js';
import { openTestDatabase } from '../../../storage/test-support/database.js';
import { opaque } from '../../../storage/transaction.js';
import type { Analysis } from '../../analysis.js';
import { createFingerprintAdd } from '../add.js';
import { createFingerprintCheck } from '../check.js';
import type { SpeechMeasurements } from './speech-measurements.js';
import { judgeSpeech } from './speech-odds.js';

const rate = 16_000;

const files = new Map<string, Float32Array>();
for (let seed = 51; seed <= 53; seed++) files.set(`song${seed}`, synthesiseSong(seed, 40));
files.set('talk', synthesiseSpeech(25, 1));
const compute = localCompute(async (path) => files.get(path)!);
const context = { compute, signal: new AbortController().signal, progress() {} };

function request(path: string, accountId: string): Parameters<Analysis['run']>[0] {
  return {
    accountId,
    taskId: 'task_1',
    model: '',
    variant: 'music',
    music: {
      musicId: path,
      title: path,
      artist: '',
      filename: path,
      path,
      sha256: '',
      durationSeconds: files.get(path)!.length / rate,
    },
    parameters: {},
  };
}

let opened: OpenDatabase;
let check: Analysis;

beforeAll(async () => {
  opened = await openTestDatabase();
  const index = createFingerprintStore(opened.db);
  check = createFingerprintCheck(index);
  const addition = createFingerprintAdd(index);
  for (const [path, account] of [
    ['song51', 'music'],
    ['song52', 'music'],
    ['song52', 'talks'],
    ['talk', 'talks'],
  ] as const) {
    const { commit } = await addition.run(request(path, account), context);
    await opened.db.transaction().execute((transaction) => commit!(opaque(transaction)));
  }
});
afterAll(() => opened.close());

/** The finding of a check, and the error where it fails. */
async function finding(path: string, accountId: string): Promise<{ finding: unknown; error?: string }> {
  try {
    const { detail } = await check.run(request(path, accountId), context);
    return { finding: (detail as { verdict: { finding: string } }).verdict.finding };
  } catch (error) {
    const { detail, message } = error as AnalysisError;
    return { finding: (detail as { verdict: { finding: string } }).verdict.finding, error: message };
  }
}

describe('speech alone', () => {
  it('is not called new where no song is found in it', async () => {
    const answer = await finding('talk', 'music');
    expect(answer.finding).toBe('cannot_tell');
    expect(answer.error).toContain('speech alone');
  });

  it('is found where this very speech is registered', async () => {
    expect(await finding('talk', 'talks')).toEqual({ finding: 'found' });
  });

  it('has nothing to compare with in an empty catalogue, and music that is not registered is not found', async () => {
    expect(await finding('talk', 'nobody')).toEqual({ finding: 'nothing_to_compare' });
    expect(await finding('song53', 'music')).toEqual({ finding: 'not_found' });
  });

  it.skipIf(!isInstalled('espeak-ng'))('is recognised in a synthesiser’s voice', async () => {
    const text =
      'We had meant to leave before noon, but the boat was late and nobody at the harbour knew why it had not come. ' +
      'If you take the second road on the left you will see a red house, and behind it the path goes up to the mill.';
    const wav = await runTool('espeak-ng', ['--stdout', text]);
    const pcm = new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + (wav.length & ~1)));
    const voice = Float32Array.from(pcm, (sample) => sample / 32_768);
    files.set('espeak', resample(voice, rate / wav.readUInt32LE(24)));
    expect((await finding('espeak', 'music')).finding).toBe('cannot_tell');
  });
});

describe('a recording with a song in it', () => {
  const speech: SpeechMeasurements = {
    onSemitones: 0.03,
    onSemitonesSlowly: 0.06,
    quiet: 0.4,
    pulse: 0.1,
    low: 0.9,
  };
  const music: SpeechMeasurements = {
    onSemitones: 0.5,
    onSemitonesSlowly: 0.6,
    quiet: 0.05,
    pulse: 0.4,
    low: 0.8,
  };

  it('is not speech alone, however much is spoken in the rest of it', () => {
    expect(judgeSpeech(new Array(9).fill(speech)).isSpeechAlone).toBe(true);
    expect(judgeSpeech([...new Array(8).fill(speech), music]).isSpeechAlone).toBe(false);
    expect(judgeSpeech([]).isSpeechAlone).toBe(false);
  });

  it('may be speech alone where every piece is likelier that, and is not surely so below the threshold', () => {
    const { isPerhapsSpeech, logOdds } = judgeSpeech([speech]);
    expect(isPerhapsSpeech).toBe(true);
    expect(logOdds).toBeGreaterThan(judgeSpeech([speech]).threshold);
    const unsure = { ...speech, quiet: 0.05, pulse: 0.3 };
    expect(judgeSpeech([unsure])).toMatchObject({ isPerhapsSpeech: true, isSpeechAlone: false });
    expect(judgeSpeech([speech, music]).isPerhapsSpeech).toBe(false);
    expect(judgeSpeech([]).isPerhapsSpeech).toBe(false);
  });
});

describe('what is heard of a recording', () => {
  const heard = async (samples: Float32Array, durationSeconds = samples.length / rate): Promise<number> => {
    files.set('heard', samples);
    return (await compute.run('fingerprint.speech', { path: 'heard', durationSeconds })).length;
  };
  const talk = synthesiseSpeech(120, 5);

  it('is every piece of speech: a song between two looks cannot be missed', async () => {
    expect(await heard(talk)).toBe(6);
  });

  it('is no more than the first piece that is likelier music', async () => {
    const withSong = talk.slice();
    withSong.set(synthesiseSong(53, 20), 40 * rate);
    expect(await heard(withSong)).toBe(3);
  });

  it('is nothing of a recording over half an hour, which is then not called speech alone', async () => {
    expect(await heard(talk, 1801)).toBe(0);
  });
});
