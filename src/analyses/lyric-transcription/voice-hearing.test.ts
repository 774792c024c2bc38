import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Compute, Kernel, KernelTools } from '../../domain/compute.js';
import type { JsonObject } from '../../domain/task.js';
import { loadManifest } from '../../models/manifest.js';
import { decodeSongDescription, encodeSongDescription } from '../../music/song-description-codec.js';
import { sungSong } from '../../sample-music/singing/sung-song.js';
import { seededRandom } from '../../signal/seeded-random.js';
import type { AnalysisContext, HearVoice, MusicInput } from '../analysis.js';
import { documentedDescription } from '../describe/documented-description.js';
import { describeKernel } from '../describe/kernel.js';
import { createDescriptionSource } from '../describe/source.js';
import { type Heard, listenKernel, listenKernelName } from './listen-kernel.js';
import { createLyricTranscription } from './lyric-transcription.js';
import { voiceHearing } from './voice-hearing.js';

const modelsDir = mkdtempSync(join(tmpdir(), 'contrafact-models-'));
afterAll(() => rmSync(modelsDir, { recursive: true, force: true }));

const music: MusicInput = {
  musicId: 'music_1',
  title: '',
  artist: '',
  filename: 'x.wav',
  path: import.meta.filename,
  sha256: '',
  durationSeconds: 6,
};
const options = { modelsDir, manifest: loadManifest() };

type Sound = (seconds: number) => number;

/** Both kernels on samples in memory; `heard` replaces what listening would find. */
function contextOf(sample: Sound, heard?: Partial<Heard>, seconds = music.durationSeconds): AnalysisContext {
  const tools: KernelTools = {
    async decode(_, format) {
      const channels = format.channels as number;
      const sampleRateHz = format.sampleRateHz as number;
      async function* chunks(): AsyncGenerator<Float32Array> {
        for (let second = 0; second < seconds; second++) {
          yield Float32Array.from({ length: sampleRateHz * channels }, (_, i) =>
            sample(second + Math.floor(i / channels) / sampleRateHz),
          );
        }
      }
      return Object.assign(chunks(), { sampleRateHz, channels });
    },
    progress() {},
    modelsDir,
  };
  const kernels = [listenKernel, describeKernel] as Kernel[];
  const compute: Compute = {
    async run<Output>(name: string, input: unknown): Promise<Output> {
      const output = await kernels.find((kernel) => kernel.name === name)!.run(input, tools);
      return (name === listenKernelName ? { ...output, ...heard } : output) as Output;
    },
  };
  return { compute, signal: new AbortController().signal, progress() {} };
}

/** Of the description as it is shown, after it was stored; `hearVoice` absent: one from before voices were measured. */
async function described(context: AnalysisContext, hearVoice?: HearVoice) {
  const store = { find: async () => null, put: async () => {} };
  const song = await createDescriptionSource(store, undefined, hearVoice).describe(music, context);
  const { vocal_activity, voice } = documentedDescription(
    decodeSongDescription(encodeSongDescription(song))!,
    { notes: false },
  );
  return { vocal_activity, voice };
}

/** `presence`, `silence`, `doubtful-presence`, or why it failed: no recogniser is installed. */
function transcriptionDecidesBy(context: AnalysisContext): Promise<string> {
  return createLyricTranscription({ modelsDir })
    .run({ ...identity, music, parameters: {} }, context)
    .then(
      ({ detail }) => String((detail as JsonObject).decided_by),
      (error: Error) => error.message,
    );
}
const identity = { accountId: 'a', taskId: 't', model: 'standard', variant: 'music' as const };

const random = seededRandom(4);
/** A bowed string in the centre: harmonics, vibrato, glides, and a stroke twice a second. */
const fiddle: Sound = (seconds) => {
  const vibrato = 3 * Math.sin(2 * Math.PI * 5.5 * seconds);
  const phase = 2 * Math.PI * (440 * seconds + vibrato + 20 * Math.sin(seconds));
  let sum = 0;
  for (let k = 1; k <= 8; k++) sum += Math.sin(k * phase) / k;
  return 0.15 * sum + (seconds % 0.5 < 0.02 ? 0.4 * (random() - 0.5) : 0);
};

const sungRateHz = 22_050;
/** From where its first verse begins. */
const sungSamples = sungSong(sungRateHz).subarray(5 * sungRateHz);
const sung: Sound = (seconds) => sungSamples[Math.floor(seconds * sungRateHz)]!;

const failed = (error: unknown): never => {
  throw error;
};
const hearVoice = voiceHearing(options, failed);

describe('singing in a description, and lyric transcription', () => {
  it('agree that nobody sings where an instrument glides like a voice', async () => {
    const context = contextOf(fiddle);
    expect(await transcriptionDecidesBy(context)).toBe('presence');
    expect(await described(context, hearVoice)).toEqual({
      vocal_activity: [],
      voice: { presence: expect.closeTo(0, 1), judgement: 'absent', detector: null },
    });
  });

  it('a line that was tracked as sung is none where listening finds no voice', async () => {
    const heard = { presence: 0, detected: null, isSilent: false, segments: [], singing: [] };
    const { vocal_activity, voice } = await described(contextOf(sung, heard), hearVoice);
    expect([vocal_activity, (voice as JsonObject).judgement]).toEqual([[], 'absent']);
  });

  it('a description from before voices were measured still shows what was tracked, and leaves open whether it is a voice', async () => {
    const { vocal_activity, voice } = await described(contextOf(sung));
    expect(vocal_activity).not.toEqual([]);
    expect(voice).toEqual({ presence: null, judgement: 'doubtful', detector: null });
  });

  it('agree that a clip shorter than the classifier’s window leaves open whether anyone sings', async () => {
    const context = contextOf(fiddle, undefined, 2);
    expect(await transcriptionDecidesBy(context)).toContain('cannot be determined');
    expect((await hearVoice(music, context))!.voice.judgement).toBe('doubtful');
  });

  it('agree whatever classifier and detector hear, and say how sure it is', async () => {
    const seen = new Set<string>();
    for (let i = 0; i < 60; i++) {
      const span = { startSeconds: 1, endSeconds: 3 };
      const heard: Partial<Heard> = {
        seconds: 6,
        presence: random() ** 3,
        detected: random() < 0.5 ? null : { id: 'yamnet', presence: random() ** 2, hashes: {} },
        isSilent: random() < 0.1,
        segments: random() < 0.1 ? [] : [{ ...span, voice: random() }],
        singing: random() < 0.5 ? [] : [span],
      };
      const context = contextOf(() => 0, heard, 1);
      const decidedBy = await transcriptionDecidesBy(context);
      const found = await hearVoice(music, context);
      const { judgement, detector } = found!.voice;
      expect(detector).toBe(heard.detected?.id ?? null);
      if (decidedBy === 'presence' || decidedBy === 'silence') {
        expect([judgement, found!.singing]).toEqual(['absent', []]);
      } else if (decidedBy === 'doubtful-presence') expect(judgement).toBe('doubtful');
      else expect([judgement, found!.singing]).toEqual(['present', [span]]);
      seen.add(decidedBy);
    }
    expect(seen.size).toBe(4);
  });

  it('that listening fails costs the description nothing but the answer', async () => {
    const reasons: unknown[] = [];
    const hears = voiceHearing(options, (error) => void reasons.push(error));
    const context = contextOf(fiddle);
    const compute: Compute = {
      run: (name, input, options) =>
        name === listenKernelName
          ? Promise.reject(new Error('no memory'))
          : context.compute.run(name, input, options),
    };
    expect(await hears(music, { ...context, compute })).toBeNull();
    expect(reasons).toMatchObject([{ message: 'no memory' }]);
  });
});
