import { expect, it, vi } from 'vitest';
import { createSongIndexer, type IndexingParts } from './song-indexer.js';

/** What was asked of the parts, in order. */
function indexer(parts: Partial<IndexingParts> = {}): {
  asked: string[];
  logged: object[];
  run: ReturnType<typeof createSongIndexer>;
} {
  const asked: string[] = [];
  const logged: object[] = [];
  const run = createSongIndexer({
    encoderId: 'small',
    behind: async () => [],
    encode: async (datasetIds) => void asked.push(`encode ${datasetIds.join()}`),
    describe: async (datasetIds) => void asked.push(`describe ${datasetIds.join()}`),
    deleteOtherEncoders: async () => {
      asked.push('delete others');
      return 0;
    },
    log: { info: (fields) => logged.push(fields), error: (fields) => logged.push(fields) },
    ...parts,
  });
  return { asked, logged, run };
}

it('songs that came are encoded and described at once, each dataset once, and nothing is done for none', async () => {
  const { asked, run } = indexer();
  run.start();
  await vi.waitFor(() => expect(asked).toEqual(['delete others']));
  await run.listener.added('set_a', []);
  await vi.waitFor(() => expect(asked.slice(1)).toEqual(['encode set_a', 'describe set_a', 'delete others']));
  await run.stop();
});

it('songs that came are indexed once: a round without new ones asks for none of them again', async () => {
  const { asked, run } = indexer();
  run.start();
  await run.listener.added('set_a', []);
  await vi.waitFor(() => expect(asked).toContain('describe set_a'));
  await run.listener.added('set_b', []);
  await vi.waitFor(() => expect(asked).toContain('describe set_b'));
  await run.stop();
  expect(asked.filter((one) => one.startsWith('encode'))).toEqual(['encode set_a', 'encode set_b']);
});

it('a long encoding is logged every now and then, not at every song', async () => {
  const { logged, run } = indexer({
    behind: async () => ['set_old'],
    encode: async (_, _signal, onProgress) => {
      for (let song = 1; song <= 1_000; song++) onProgress(song / 1_000);
    },
  });
  run.start();
  await run.stop();
  expect(logged.length).toBeLessThan(5);
});

it('what the encoder has not seen is done before the index of other encoders goes', async () => {
  const { asked, logged, run } = indexer({
    behind: async () => ['set_old'],
    deleteOtherEncoders: async () => 2,
  });
  run.start();
  await vi.waitFor(() => expect(logged).toEqual([{ encoder: 'small', dropped: 2 }]));
  expect(asked).toEqual(['encode set_old', 'describe set_old']);
  await run.stop();
});

it('a stop cuts a round off, and that is no failure', async () => {
  let hasBegun = false;
  const { logged, run } = indexer({
    behind: async () => ['set_a'],
    encode: (_datasetIds, signal) =>
      new Promise((_resolve, reject) => {
        hasBegun = true;
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  });
  run.start();
  await vi.waitFor(() => expect(hasBegun).toBe(true));
  await run.stop();
  expect(logged).toEqual([]);
});
