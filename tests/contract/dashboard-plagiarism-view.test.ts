/** What the dashboard says of each song of a plagiarism result, by what was found of it. */
import { MantineProvider } from '@mantine/core';
import i18next from 'i18next';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Task } from '../../dashboard/src/api/types.js';

/** Named by a value: the tests' program, which has no JSX, does not read it. */
const viewPath: string = '../../dashboard/src/results/plagiarism/plagiarism-view.js';
let PlagiarismView: FunctionComponent<{ task: Task }>;

beforeAll(async () => {
  vi.stubGlobal('document', { querySelector: () => null });
  await i18next.init({ lng: 'en', keySeparator: false, nsSeparator: false, resources: {} });
  ({ default: PlagiarismView } = await import(viewPath));
});
afterAll(() => vi.unstubAllGlobals());

const side = { time_start: 0, time_end: 8, beats: 16, notes: [] };
const song = (title: string, finding: string, passages: number): object => ({
  song_id: title,
  title,
  finding,
  reported: finding === 'found',
  amounts_in_bits: { melody: 3 },
  runs: [{ segments: Array.from({ length: passages }, () => ({ original: side, comparison: side })) }],
});

/** The page's text, with `#` before each heading. */
function page(songs: readonly object[], task: Partial<Task> = {}): string {
  const whole = {
    operation: 'plagiarism',
    music_id: null,
    name: null,
    result: { signature: [] },
    detail: { source: 'midi', songs },
    ...task,
  } as unknown as Task;
  const view = createElement(PlagiarismView, { task: whole });
  return renderToStaticMarkup(createElement(MantineProvider, null, view))
    .replace(/<style.*?<\/style>/gs, '')
    .replace(/<h[2-4][^>]*>/g, ' # ')
    .replace(/<[^>]+>/g, ' ');
}
const headings = (text: string): string[] =>
  [...text.matchAll(/# +([\w ]+?) {2,}/g)].map(([, heading]) => heading!);

it('songs stand below what was found of them, and unrelated songs are named only where nothing was', () => {
  const text = page([
    song('Near', 'not_found', 0),
    song('Doubtful', 'possible', 0),
    song('Same', 'found', 0),
  ]);
  expect(headings(text)).toEqual(['Same', 'Possible match', 'Doubtful', 'No match', 'Near']);
  expect(text.indexOf('Unrelated songs share')).toBeGreaterThan(text.indexOf('No match'));
  expect(page([song('Doubtful', 'possible', 1)])).not.toContain('Unrelated songs share');
});

it('every song of the detail is listed in its order, also without a passage to draw', () => {
  const text = page([
    song('One', 'not_found', 1),
    song('Two', 'not_found', 0),
    song('Three', 'not_found', 1),
  ]);
  expect(headings(text).filter((heading) => /^(One|Two|Three)$/.test(heading))).toEqual([
    'One',
    'Two',
    'Three',
  ]);
  expect(text).toContain('too scattered');
});

it('two songs that could not be compared are not called different', () => {
  const verdict = { finding: 'cannot_tell' } as Task['verdict'];
  const text = page([song('Other', 'not_found', 0)], { operation: 'compare', verdict });
  expect(text).not.toContain('No match');
});

it('the submitted song has one name, whether something was found or not', () => {
  const file = { name: 'sw85.mid', filename: 'sw85.mid' };
  expect(page([song('Near', 'not_found', 1)], file)).toMatch(/Submitted +sw85 /);
});
