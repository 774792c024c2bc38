import { describe, expect, it } from 'vitest';
import type { ManySongs } from './many-songs.js';
import type { MeasuredCollection } from './measured-pairs.js';
import { hasSound, transcribedTail, writtenTail } from './origin-tails.js';
import type { ManyKind } from './songs-among-many.js';

/** An exponential tail: e times rarer every `decay` bits. */
function amongMany(kind: ManyKind, decay: number): ManySongs {
  const queries = Array.from({ length: 100 }, (_, query) => ({
    query: `${query}`,
    unrelated: { real: 0, mirrored: 0, composed: 1000 },
    answers: [],
    drawn: [],
    strongest: Array.from({ length: 10 }, (_, place) => ({
      song: `${place}`,
      kind: 'composed' as const,
      bits: decay * Math.log(100_000 / (query + 100 * place + 1)),
      basis: 'melody',
      claims: { melody: 1, harmony: 0, tonal: 0 },
      isAlone: false,
      candidates: [],
      trigrams: 0,
    })),
  }));
  return { kind, queries };
}

/** Bits of unrelated pairs fall from `most` to 0. */
function collection(name: string, source: 'audio' | 'midi', most: number): MeasuredCollection {
  const pairs = Array.from({ length: 20_000 }, (_, place) => ({
    song: `${place}`,
    isAnswer: false,
    order: 0,
    bits: most / (place + 1),
    claims: { melody: 1, harmony: 0, tonal: 0 },
    isAlone: false,
    passage: 0,
    similarity: 0,
    standing: 0,
    trigrams: 0,
    candidates: [],
  }));
  return { name, queries: [{ query: 'a', family: 'a', source, unrelated: 20_000, pairs, missed: 0 }] };
}

describe('the tails of written and of transcribed songs', () => {
  const written = [collection('tunes', 'midi', 400)];

  it('of transcribed songs are their own beyond one in 1,000 where some were asked for among many, and not below written songs before', () => {
    const own = transcribedTail(written, [amongMany('pop', 3), amongMany('recordings', 2)]);
    expect(own.kinds).toEqual(['tunes', 'recordings among 10,000: composed']);
    expect(own.decay).toBeCloseTo(2, 0);
    const higher = writtenTail(written, [amongMany('pop', 3), amongMany('recordings', 2)]);
    expect(higher.kinds).toEqual(['tunes', 'pop among 10,000: composed']);
    expect(higher.levels.at(-1)!).toBeGreaterThan(own.levels.at(-1)!);
    const usual = collection('usual tunes', 'midi', 260);
    const above = transcribedTail([usual], [amongMany('recordings', 2)]);
    expect(above.levels[above.per1000.indexOf(1)]).toBeGreaterThan(
      transcribedTail([], [amongMany('recordings', 2)]).levels[0]!,
    );
  });

  it('hold at each rate for the transcribed kind that reaches most', () => {
    const both = transcribedTail([], [amongMany('recordings', 1), amongMany('renderings', 2)]);
    const alone = transcribedTail([], [amongMany('renderings', 2)]);
    expect(both.levels).toEqual(alone.levels);
    expect(both.pairs).toBe(200_000);
  });

  it('of transcribed songs have the levels of written ones where a few were asked for at most', () => {
    const few = transcribedTail(written, [], 1.5);
    expect(few.levels[0]).toBe(writtenTail(written, []).levels[0]);
    expect(few.decay).toBe(1.5);
    const covers = collection('covers', 'audio', 40);
    expect(transcribedTail([...written, covers], []).kinds).toEqual(['tunes', 'covers']);
    expect([
      hasSound(written, []),
      hasSound([covers], []),
      hasSound([], [amongMany('renderings', 1)]),
    ]).toEqual([false, true, true]);
  });
});
