import { expect, it } from 'vitest';
import { derivedVerdict } from './derived-verdict.js';

const melodies = { signature: [{ comparison: { title: 'Janine', link: 'https://songs.example/1' } }] };
const song = { title: 'Janine', reported: true, artist: 'The Quays', music_id: 'mus_1' };

it('a melody match is attributed to the reported song of its title, and to no other', () => {
  const songs = [
    { title: 'Paper Boats', reported: true, artist: 'Others', music_id: 'mus_2' },
    { title: 'Janine', reported: false, artist: 'Others', music_id: 'mus_3' },
    song,
  ];
  expect(derivedVerdict('plagiarism', melodies, { songs_searched: 3, songs })).toEqual({
    finding: 'possible',
    searched: { count: 3, unit: 'songs' },
    match: { title: 'Janine', artist: 'The Quays', music_id: 'mus_1', link: 'https://songs.example/1' },
  });
  expect(derivedVerdict('plagiarism', melodies, { songs: songs.slice(0, 2) })).toMatchObject({
    match: { title: 'Janine', artist: '', music_id: null },
  });
});

it.each([
  ['nothing_to_compare', 'the dataset is empty', { songs_searched: 0 }],
  ['cannot_tell', 'its songs are not described yet', { songs_searched: 0, songs_not_described: 2 }],
  ['not_found', 'some are, and none matches', { songs_searched: 5, songs_not_described: 2 }],
  ['cannot_tell', 'there is no steady beat', { songs_searched: 5, assessment: 'no steady beat' }],
] as const)('music plagiarism is %s where %s', (finding, _, detail) => {
  expect(derivedVerdict('plagiarism', { signature: [] }, detail).finding).toBe(finding);
});

it.each([
  ['possible', 0.5],
  ['not_found', 0.49],
] as const)('a lyric is %s at a similarity of %s, and never found', (finding, similarity) => {
  const result = { total_songs_checked: 3, max_similarity: similarity, top_matches: [{ title: 'Janine' }] };
  expect(derivedVerdict('lyric-plagiarism', result, {}).finding).toBe(finding);
});

it.each([
  ['found', { final_result: { prediction: 'fake', confidence: 0.9 } }, {}],
  ['not_found', { final_result: { prediction: 'real', confidence: 0.9 } }, {}],
  ['cannot_tell', { final_result: { prediction: 'fake' } }, { abstained: true }],
  ['cannot_tell', {}, {}],
] as const)(
  'AI detection is %s by what was predicted, in each outer form of the result',
  (finding, inner, detail) => {
    const result = { model_results: {}, ...inner };
    expect(derivedVerdict('ai-detection', result, detail).finding).toBe(finding);
    expect(derivedVerdict('ai-detection', { 'song.mp3': inner }, detail).finding).toBe(finding);
  },
);

it.each([
  ['found', { is_duplicate: true }, {}],
  ['not_found', { is_duplicate: false }, { songs_searched: 3 }],
  ['nothing_to_compare', { is_duplicate: false }, { songs_searched: 0 }],
] as const)(
  'a fingerprint is %s by the documented field and the number of songs',
  (finding, result, detail) => {
    expect(derivedVerdict('fingerprint-check', result, detail).finding).toBe(finding);
  },
);
