import { describe, expect, it } from 'vitest';
import { AnalysisError } from '../../domain/analysis-error.js';
import { type Compute, ComputeError } from '../../domain/compute.js';
import { describeMidi } from '../../music/symbolic/describe-midi.js';
import { generateMelody, writeMidi } from '../../music/symbolic/test-support/melodies.js';
import type { AnalysisContext, MusicInput } from '../analysis.js';
import { describeSongs, type IndexParts } from './describe-songs.js';

const description = describeMidi(writeMidi(generateMelody(1, 40)));
const compute = { run: async () => ({ codes: new Uint16Array(), sketch: new Uint8Array() }) };
const context: AnalysisContext = {
  compute: compute as unknown as Compute,
  signal: new AbortController().signal,
  progress() {},
};

/** Three songs, of which the first one cannot be described. */
function withFailure(error: Error): { parts: IndexParts; described: string[] } {
  const described: string[] = [];
  const index = {
    undescribed: async () => ['a', 'b', 'c'].map((songId) => ({ songId, musicId: `music ${songId}` })),
    put: async (_engine: number, { songId }: { songId: string }) => described.push(songId),
  };
  const parts = {
    index,
    descriptions: {
      async describe({ musicId }: MusicInput) {
        if (musicId === 'music a') throw error;
        return description;
      },
    },
    openMusic: async (musicId: string) => ({ music: { musicId, title: musicId }, release: async () => {} }),
  };
  return { parts: parts as unknown as IndexParts, described };
}

describe('songs that a dataset gained', () => {
  it.each([
    new AnalysisError('The file has no notes.'),
    new ComputeError('bad-input', 'It cannot be decoded.'),
    new ComputeError('timeout', 'It took longer than 300 s.'),
    new ComputeError('memory', 'It needed more than 2 GB.'),
    new ComputeError('crashed', 'The process ended.'),
  ])('are described though one of them fails: $message', async (error) => {
    const { parts, described } = withFailure(error);
    expect(await describeSongs(parts, ['d'], 10, context)).toEqual({
      described: 2,
      failed: [{ songId: 'a', reason: error.message }],
    });
    expect(described).toEqual(['b', 'c']);
  });

  it.each([
    new ComputeError('busy', 'Too much is waiting.'),
    new ComputeError('aborted', 'It was aborted.'),
    new ComputeError('disk-full', 'No space is left.'),
    new ComputeError('internal', 'A stack.'),
    new TypeError('A mistake.'),
  ])('are tried again later where the machine failed: $message', async (error) => {
    const { parts, described } = withFailure(error);
    await expect(describeSongs(parts, ['d'], 10, context)).rejects.toBe(error);
    expect(described).toEqual([]);
  });
});
