import { describe, expect, it } from 'vitest';
import type { CaseFile } from './case-file.js';
import type { Passage } from './passages.js';
import { timeline } from './timeline.js';

const passage = (changes: Partial<Passage> = {}): Passage => ({
  here: { startSeconds: 10, endSeconds: 30 },
  there: { startSeconds: 0, endSeconds: 40 },
  title: 'Other',
  what: 'same recording',
  strength: '',
  ...changes,
});

function drawn(passages: Passage[], durations: number[], operation = 'fingerprint-check') {
  const songs = durations.map((durationSeconds) => ({ durationSeconds }));
  return timeline({ passages, songs, operation } as unknown as CaseFile);
}

describe('the places of the evidence, drawn', () => {
  it('lie on both songs to the scale of each, and are tied from middle to middle', () => {
    const { width, lanes, bars, ties } = drawn([passage()], [90, 180])!;
    expect(width).toBe(900);
    expect(lanes.map(({ label }) => label)).toEqual(['The analysed song', 'The other song']);
    expect(bars.map(({ x, y, width }) => [x, y, width])).toEqual([
      [100, lanes[0]!.y, 200],
      [0, lanes[1]!.y, 200],
    ]);
    expect(ties).toEqual([{ x1: 200, y1: lanes[0]!.y + lanes[0]!.height, x2: 100, y2: lanes[1]!.y }]);
  });

  it('end the other song where its last place ends, if nobody knows its length', () => {
    const { bars } = drawn([passage()], [90])!;
    expect(bars[1]).toMatchObject({ x: 0, width: 900 });
  });

  it('have one lane, and no ties, where they lead to several songs', () => {
    const { lanes, bars, ties } = drawn([passage(), passage({ title: 'Third' })], [90, 180])!;
    expect(lanes).toHaveLength(1);
    expect(bars).toHaveLength(2);
    expect(ties).toEqual([]);
  });

  it('are wide enough to be seen, and never outside the song', () => {
    const { bars } = drawn(
      [
        passage({ here: { startSeconds: 50, endSeconds: 50 }, there: null }),
        passage({ here: { startSeconds: 80, endSeconds: 200 }, there: null }),
      ],
      [90],
    )!;
    expect(bars[0]!.width).toBe(2);
    expect(bars[1]!.x + bars[1]!.width).toBe(900);
  });

  it('are none where the evidence has no place, and where a stretch has no traces', () => {
    expect(drawn([passage({ here: null })], [90])).toBeNull();
    expect(drawn([passage({ what: 'no traces found', there: null })], [90], 'ai-detection')).toBeNull();
    expect(drawn([passage()], [0])).toBeNull();
  });
});
