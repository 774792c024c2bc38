import { expect, it, vi } from 'vitest';
import { AnalysisError } from '../domain/analysis-error.js';
import { ComputeError } from '../domain/compute.js';
import { StorageUnavailableError } from '../domain/storage-unavailable.js';
import { createDescriber, type DescriberParts } from './describer.js';

/** A queue that gives out each of `waiting` once; `asked` is what was asked of it, in order. */
function describer(
  waiting: { musicId: string; attempts: number }[],
  describe: DescriberParts['describe'],
  more: Partial<DescriberParts> = {},
) {
  const asked: string[] = [];
  const logged: object[] = [];
  const run = createDescriber({
    engine: 7,
    describesUploads: false,
    describe: (musicId, signal) => {
      asked.push(`describe ${musicId}`);
      return describe(musicId, signal);
    },
    queue: {
      request: async () => {},
      requestMissing: async (engine) => {
        asked.push(`missing ${engine}`);
        return 3;
      },
      claim: async () => waiting.shift() ?? null,
      later: async (musicId, seconds) => void asked.push(`${musicId} in ${seconds} s`),
      fail: async (engine, musicId, reason) => void asked.push(`${musicId} fails for ${engine}: ${reason}`),
      failure: async () => null,
    },
    onWake: () => () => void asked.push('listens no more'),
    log: { info: (fields) => logged.push(fields), warn: () => {}, error: (fields) => logged.push(fields) },
    ...more,
  });
  return { asked, logged, run };
}

it('what waits is described one after the other, and nothing is asked for that did not fail', async () => {
  const waiting = [
    { musicId: 'mus_1', attempts: 1 },
    { musicId: 'mus_2', attempts: 1 },
  ];
  const { asked, run } = describer(waiting, async () => {});
  run.start();
  await vi.waitFor(() => expect(asked).toContain('describe mus_2'));
  await run.stop();
  expect(asked).toEqual(['describe mus_1', 'describe mus_2', 'listens no more']);
});

it.each([
  [1, 'mus_1 in 30 s'],
  [2, 'mus_1 in 60 s'],
  [3, 'mus_1 fails for 7: The description could not be completed: There was an internal error.'],
])('a failure that may pass: after attempt %i, %s', async (attempts, outcome) => {
  const { asked, run } = describer([{ musicId: 'mus_1', attempts }], () => Promise.reject(new Error('EIO')));
  run.start();
  await vi.waitFor(() => expect(asked.slice(1)).toEqual([outcome]));
  await run.stop();
});

it('why the computation failed is said at the last attempt', async () => {
  const { asked, run } = describer([{ musicId: 'mus_1', attempts: 3 }], () =>
    Promise.reject(new ComputeError('crashed', 'The process ran out of memory.')),
  );
  run.start();
  const reason = 'The description could not be completed: The process ran out of memory.';
  await vi.waitFor(() => expect(asked.at(-1)).toBe(`mus_1 fails for 7: ${reason}`));
  await run.stop();
});

it('the inside of a computation that failed is not what its owner reads', async () => {
  const { asked, run } = describer([{ musicId: 'mus_1', attempts: 3 }], () =>
    Promise.reject(new ComputeError('internal', 'TypeError: x\n    at run (file:///srv/kernel.js:1:2)')),
  );
  run.start();
  const reason = 'The description could not be completed: There was an internal error.';
  await vi.waitFor(() => expect(asked.at(-1)).toBe(`mus_1 fails for 7: ${reason}`));
  await run.stop();
});

it('a song that cannot be described is not tried again', async () => {
  const { asked, run } = describer([{ musicId: 'mus_1', attempts: 1 }], () =>
    Promise.reject(new AnalysisError('There is no music in it.')),
  );
  run.start();
  await vi.waitFor(() => expect(asked.at(-1)).toBe('mus_1 fails for 7: There is no music in it.'));
  await run.stop();
});

it('a stop hands back at once what it cuts off', async () => {
  const { asked, run } = describer(
    [{ musicId: 'mus_1', attempts: 3 }],
    (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  run.start();
  await vi.waitFor(() => expect(asked).toEqual(['describe mus_1']));
  await run.stop();
  expect(asked.slice(1)).toEqual(['listens no more', 'mus_1 in 0 s']);
});

it('music without a description is asked for at the start, where uploads are described', async () => {
  const { asked, logged, run } = describer([], async () => {}, { describesUploads: true });
  run.start();
  await vi.waitFor(() => expect(logged).toEqual([{ count: 3 }]));
  await run.stop();
  expect(asked).toEqual(['missing 7', 'listens no more']);
});

it.each([
  [3, 'mus_1 in 90 s'],
  [40, 'mus_1 in 300 s'],
  [100, 'mus_1 fails for 7: The description could not be completed: There was an internal error.'],
])('a full disk is waited for, for hours: after attempt %i, %s', async (attempts, outcome) => {
  const full = new StorageUnavailableError(new Error('53100'), 'disk-full');
  const { asked, run } = describer([{ musicId: 'mus_1', attempts }], () => Promise.reject(full));
  run.start();
  await vi.waitFor(() => expect(asked.slice(1)).toEqual([outcome]));
  await run.stop();
});
