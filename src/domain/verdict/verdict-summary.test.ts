import { describe, expect, it } from 'vitest';
import { findings, verdictToJson } from '../finding.js';
import { operationNames } from '../operations.js';
import type { JsonObject, JsonValue } from '../task.js';
import { type ConcludedTask, summariseVerdict, type VerdictSummary } from './verdict-summary.js';

function summaryOf(task: Partial<ConcludedTask> & Pick<ConcludedTask, 'operation'>): VerdictSummary {
  const summary = summariseVerdict({ status: 'success', result: null, detail: null, ...task });
  if (summary === null) throw new Error('no summary');
  return summary;
}

const noMatches: JsonObject = { signature: [], vocal: [], inst: [], topline: [] };
const melodyMatch = {
  signature_metric: 0.8,
  original: { title: 'Mine', link: null },
  comparison: { title: 'Janine', link: 'https://songs.example/janine' },
};

describe('a verdict that an analysis reports', () => {
  const verdict = verdictToJson({
    finding: 'found',
    expectedFalseAlarms: 0.002,
    threshold: { of: 'z', value: 10.2 },
    searched: { count: 151, unit: 'songs' },
    match: { music_id: 'mus_1', musicname: 'Janine' },
    reasons: ['Spectral peaks coincide.'],
    limits: ['Not searched beyond 7 semitones.'],
  });

  it('is shown with its match, its searched songs, its threshold and its confidence as a band', () => {
    expect(summaryOf({ operation: 'fingerprint-check', detail: { verdict } })).toEqual({
      finding: 'found',
      label: 'In your catalogue',
      sentence: 'This recording is in your catalogue.',
      match: { title: 'Janine', artist: '', musicId: 'mus_1', songId: null, datasetId: null, link: null },
      closest: null,
      confidence: { band: 'very high', basis: 'expected false alarms: 0.002 in 1,000' },
      searched: { count: 151, unit: 'songs' },
      notSearched: 0,
      threshold: { of: 'z', value: 10.2 },
      reasons: ['Spectral peaks coincide.'],
      limits: ['Not searched beyond 7 semitones.'],
      source: 'reported',
    });
  });

  it('goes before what the documented fields would give', () => {
    const result = { is_duplicate: true, matched_music_id: 'mus_2', matched_musicname: 'Other' };
    const denied = { ...verdict, finding: 'not_found' };
    const summary = summaryOf({ operation: 'fingerprint-check', result, detail: { verdict: denied } });
    expect(summary.finding).toBe('not_found');
    expect(summary.match).toBeNull();
  });

  it('names the song that came nearest where a search found nothing, and none of two songs or texts', () => {
    const nearest = { finding: 'not_found', match: { song_id: 's1', dataset_id: 'ds1', title: 'Janine' } };
    const songs = [{ song_id: 's1', music_id: 'mus_1' }];
    const search = summaryOf({ operation: 'plagiarism', detail: { verdict: nearest, songs } });
    expect(search.match).toBeNull();
    expect(search.closest).toEqual({
      title: 'Janine',
      artist: '',
      musicId: 'mus_1',
      songId: 's1',
      datasetId: 'ds1',
      link: null,
    });
    const found = { ...nearest, finding: 'found' };
    expect(summaryOf({ operation: 'plagiarism', detail: { verdict: found } }).closest).toBeNull();
    expect(summaryOf({ operation: 'compare', detail: { verdict: nearest } }).closest).toBeNull();
    const text = { verdict: nearest, compared_with: 'text' };
    expect(summaryOf({ operation: 'lyric-plagiarism', detail: text }).closest).toBeNull();
  });

  it('is shown of a failed task too, where the failure is the answer', () => {
    const tooShort = { finding: 'cannot_tell', reasons: ['8 hashes are needed.'], limits: [] };
    const failed = { operation: 'fingerprint-check', status: 'failure', result: null } as const;
    expect(summariseVerdict({ ...failed, detail: { verdict: tooShort } })?.finding).toBe('cannot_tell');
    expect(summariseVerdict({ ...failed, detail: null })).toBeNull();
  });

  it('keeps a link only where it leads to a web page', () => {
    for (const [link, kept] of [
      ['https://songs.example/1', 'https://songs.example/1'],
      ['javascript:alert(1)', null],
    ] as const) {
      const detail = { verdict: { finding: 'possible', match: { title: 'Janine', artist: 'A', link } } };
      expect(summaryOf({ operation: 'plagiarism', detail }).match?.link).toBe(kept);
    }
  });

  it('leads to the recording of a dataset’s song that it names by its id', () => {
    const detail = {
      songs: [
        { song_id: 'song_1', music_id: 'mus_1' },
        { song_id: 'song_2', music_id: 'mus_2' },
      ],
      verdict: { finding: 'found', match: { song_id: 'song_2', title: 'Janine' } },
    };
    expect(summaryOf({ operation: 'plagiarism', detail }).match?.musicId).toBe('mus_2');
    const without = { ...detail, verdict: { finding: 'found', match: { title: 'Janine' } } };
    expect(summaryOf({ operation: 'plagiarism', detail: without }).match?.musicId).toBeNull();
  });

  it('has words for every finding of every operation, and none of them is a state of a task', () => {
    for (const operation of operationNames) {
      for (const finding of findings) {
        const { label, sentence } = summaryOf({ operation, detail: { verdict: { finding } } });
        expect(`${label} ${sentence}`).toMatch(/^\S.*\.$/);
        expect(`${label} ${sentence}`).not.toMatch(/success|completed|failure/i);
      }
    }
  });
});

describe('the confidence of a finding', () => {
  const bandOf = (verdict: JsonObject): string | undefined =>
    summaryOf({ operation: 'ai-detection', detail: { verdict } }).confidence?.band;

  it('rises with the probability and falls with false alarms', () => {
    const byProbability = [0.6, 0.7, 0.9, 0.99].map((probability) =>
      bandOf({ finding: 'found', probability }),
    );
    expect(byProbability).toEqual(['low', 'moderate', 'high', 'very high']);
    const byAlarms = [20, 10, 1, 0.01].map((alarms) =>
      bandOf({ finding: 'found', probability: 0.1, expected_false_alarms: alarms }),
    );
    expect(byAlarms).toEqual(['low', 'moderate', 'high', 'very high']);
  });

  it('is never given to what was not found', () => {
    for (const finding of ['not_found', 'cannot_tell', 'nothing_to_compare'])
      expect(bandOf({ finding, probability: 0.99 })).toBeUndefined();
  });
});

describe('a result of version 1.0.0, which holds no verdict', () => {
  const findingOf = (operation: ConcludedTask['operation'], result: JsonValue, detail: JsonValue): unknown =>
    summaryOf({ operation, result, detail }).finding;

  it('never clears a song that nothing was compared with', () => {
    expect(findingOf('plagiarism', noMatches, { songs_searched: 0 })).toBe('nothing_to_compare');
    expect(findingOf('plagiarism', noMatches, { songs_searched: 0, songs_not_described: 3 })).toBe(
      'cannot_tell',
    );
    expect(findingOf('fingerprint-check', { is_duplicate: false }, { songs_searched: 0 })).toBe(
      'nothing_to_compare',
    );
    const lyrics = { max_similarity: 0, total_songs_checked: 0, top_matches: [] };
    expect(findingOf('lyric-plagiarism', lyrics, {})).toBe('nothing_to_compare');
    expect(findingOf('plagiarism', noMatches, { songs_searched: 12 })).toBe('not_found');
  });

  it('gives a match without calibrated evidence as possible, with the song that it names', () => {
    const detail = {
      songs_searched: 12,
      songs: [{ title: 'Janine', artist: 'The Quays', music_id: 'mus_7', reported: true }],
    };
    const summary = summaryOf({
      operation: 'plagiarism',
      result: { ...noMatches, vocal: [melodyMatch] },
      detail,
    });
    expect(summary).toMatchObject({
      finding: 'possible',
      confidence: null,
      searched: { count: 12, unit: 'songs' },
      match: { title: 'Janine', artist: 'The Quays', musicId: 'mus_7', link: 'https://songs.example/janine' },
      source: 'derived',
    });
  });

  it('names the best lyrics only from the similarity on that 1.0.0 asked to read', () => {
    const lyrics = (highest: number): JsonObject => ({
      max_similarity: highest,
      total_songs_checked: 151,
      top_matches: [{ title: 'Harbour', artist: 'The Quays' }],
    });
    expect(summaryOf({ operation: 'lyric-plagiarism', result: lyrics(0.5) }).match?.title).toBe('Harbour');
    const below = summaryOf({ operation: 'lyric-plagiarism', result: lyrics(0.49) });
    expect([below.finding, below.match]).toEqual(['not_found', null]);
  });

  it('reads AI detection in each of its outer forms', () => {
    const analysis = { model_results: [], final_result: { prediction: 'fake', confidence: 0.95 } };
    for (const result of [analysis, { 'song.wav': analysis }])
      expect(summaryOf({ operation: 'ai-detection', result }).confidence?.band).toBe('high');
    expect(findingOf('ai-detection', { 'song.wav': [] }, null)).toBe('cannot_tell');
    expect(findingOf('ai-detection', analysis, { abstained: true })).toBe('cannot_tell');
  });

  it('states what was made by operations that search nothing', () => {
    const sung = summaryOf({
      operation: 'lyric-transcription',
      result: { lyrics: 'one\n\ntwo', is_instrumental: false },
    });
    expect([sung.finding, sung.label]).toEqual([null, '2 lines transcribed']);
    expect(sung.limits.join()).toContain('misheard');
    const none = summaryOf({
      operation: 'lyric-transcription',
      result: { lyrics: '', is_instrumental: true },
    });
    expect(none.limits.join()).toContain('can be missed');
    expect(summaryOf({ operation: 'fingerprint-add' }).label).toBe('Registered');
  });

  it('a transcription of silence says that there is nothing to hear, not that it is instrumental', () => {
    const silence = summaryOf({
      operation: 'lyric-transcription',
      result: { lyrics: '', is_instrumental: true },
      detail: { decided_by: 'silence' },
    });
    expect(silence.sentence).toBe('Nothing to hear: the recording is silent, or nearly so.');
  });
});

describe('what older results leave open', () => {
  it('a song without a steady beat is not cleared: its plagiarism query cannot tell', () => {
    const detail = { assessment: 'no steady beat', songs_searched: 12 };
    expect(summaryOf({ operation: 'plagiarism', result: noMatches, detail })).toMatchObject({
      finding: 'cannot_tell',
      searched: { count: 12, unit: 'songs' },
      reasons: [expect.stringContaining('No steady beat')],
    });
    expect(
      summaryOf({ operation: 'plagiarism', result: noMatches, detail: { songs_searched: 12 } }).finding,
    ).toBe('not_found');
  });

  it('two songs that were named are compared: nothing was searched, and no number of songs is shown', () => {
    const verdict = { finding: 'found', searched: { count: 1, unit: 'songs' } };
    expect(summaryOf({ operation: 'compare', detail: { verdict } }).searched).toBeNull();
    expect(summaryOf({ operation: 'plagiarism', detail: { verdict } }).searched).not.toBeNull();
  });

  it('how much was searched is not said where nobody counted', () => {
    const verdict = { finding: 'not_found' };
    expect(summaryOf({ operation: 'fingerprint-check', detail: { verdict } }).searched).toBeNull();
    const lines = { finding: 'not_found', searched: { count: 3, unit: 'lines' } };
    expect(summaryOf({ operation: 'lyric-plagiarism', detail: { verdict: lines } }).searched).toEqual({
      count: 3,
      unit: 'lines',
    });
  });
});
