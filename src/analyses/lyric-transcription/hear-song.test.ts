import { expect, it } from 'vitest';
import { loadManifest } from '../../models/manifest.js';
import type { AnalysisContext } from '../analysis.js';
import { hearSong } from './hear-song.js';
import type { Heard } from './listen-kernel.js';

/** The judgement of a song of which this was heard. */
async function judged(heard: Partial<Heard>) {
  const segments = [{ startSeconds: 0, endSeconds: 10, voice: 0.5 }];
  const context = {
    compute: { run: async () => ({ seconds: 10, isSilent: false, segments, detected: null, ...heard }) },
    signal: new AbortController().signal,
    progress: () => {},
  } as unknown as AnalysisContext;
  const options = { modelsDir: '/nowhere', detector: 'none', manifest: loadManifest() };
  const { judgement, presence } = await hearSong({ path: 'song.wav', durationSeconds: 10 }, context, options);
  return { judgement, presence };
}
const yamnet = (presence: number): Heard['detected'] => ({ id: 'yamnet', presence, hashes: {} });

it.each([
  [0.5, 'present'],
  [0.4999, 'doubtful'],
  [0.05, 'doubtful'],
  [0.0499, 'absent'],
])('a presence of %d: the voice is %s', async (presence, judgement) => {
  expect(await judged({ presence })).toEqual({ judgement, presence });
});

it('an installed detector has its say beside the classifier', async () => {
  expect((await judged({ presence: 0.2, detected: yamnet(0.9) })).judgement).toBe('present');
  expect((await judged({ presence: 0.6, detected: yamnet(0.001) })).judgement).toBe('absent');
});

it('nothing is sung where nothing sounds, whatever is heard in it', async () => {
  expect((await judged({ presence: 0.9, isSilent: true })).judgement).toBe('silent');
  expect((await judged({ presence: 0.9, segments: [] })).judgement).toBe('silent');
});

it('what is shorter than a window of the classifier is silent or in doubt, never without a voice', async () => {
  const heard = { seconds: 2.9, presence: 0 };
  expect((await judged(heard)).judgement).toBe('doubtful');
  expect((await judged({ ...heard, segments: [] })).judgement).toBe('doubtful');
  expect((await judged({ ...heard, isSilent: true })).judgement).toBe('silent');
  expect((await judged({ ...heard, seconds: 3 })).judgement).toBe('absent');
});
