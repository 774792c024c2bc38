import { expect, it } from 'vitest';
import { passagesOf } from './passages.js';

it('a stretch of an AI detection says whether traces were found there, with its log-odds', () => {
  const part = (start: number, found: boolean, odds: number) => ({
    start_seconds: start,
    end_seconds: start + 10,
    found,
    log_odds: odds,
  });
  const detail = { evidence: { timeline: [part(0, true, 4.2), part(10, false, -2)] } };
  expect(passagesOf({ operation: 'ai-detection', result: null, detail })).toEqual([
    {
      here: { startSeconds: 0, endSeconds: 10 },
      there: null,
      title: '',
      what: 'generator traces found',
      strength: 'log-odds 4.20',
    },
    {
      here: { startSeconds: 10, endSeconds: 20 },
      there: null,
      title: '',
      what: 'no traces found',
      strength: 'log-odds -2.00',
    },
  ]);
});

it('a match below the threshold is called similar, and never the same recording', () => {
  const match = { musicname: 'Janine', z: 12, query_start_seconds: 0, query_end_seconds: 5 };
  const detail = { matches: [{ ...match, is_duplicate: true }], similar: [match] };
  const passages = passagesOf({ operation: 'fingerprint-check', result: null, detail });
  expect(passages.map(({ what }) => what)).toEqual(['same recording', 'similar recording']);
});

it('sixty rows are shown at most, whatever a result holds', () => {
  const detail = { evidence: { timeline: Array(1_000).fill({ start_seconds: 0, end_seconds: 1 }) } };
  expect(passagesOf({ operation: 'ai-detection', result: null, detail })).toHaveLength(60);
});

it('a place of which one end is missing is none', () => {
  const match = { musicname: 'Janine', query_start_seconds: 3, song_end_seconds: 9 };
  const [passage] = passagesOf({
    operation: 'fingerprint-check',
    result: null,
    detail: { matches: [match] },
  });
  expect(passage).toMatchObject({ here: null, there: null });
});
