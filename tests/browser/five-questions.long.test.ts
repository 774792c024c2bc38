/**
 * What a label asks of every result, answered without scrolling at 1280 × 800: is it known, is it copied, by how much
 * am I sure, what was searched, what can I send to my lawyer.
 */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeResultPages, type ResultPage, recogniserEnv } from '../support/result-pages.js';
import { browserPath } from './browser.js';
import { flowTitle, type Sitting, startSitting } from './sitting.js';

const fold = { width: 1280, height: 800 };

describe.skipIf(browserPath === null)(flowTitle('five questions'), () => {
  let sitting: Sitting;
  let page: Page;
  let results: ResultPage[] = [];

  beforeAll(async () => {
    sitting = await startSitting(recogniserEnv);
    page = sitting.page;
    results = await makeResultPages(await sitting.enter());
  }, 400_000);

  afterAll(() => sitting?.end());

  /** Where an answer's lower end lies, in pixels from the top of the page as it opens. */
  async function endOf(answer: Locator): Promise<number> {
    await answer.first().waitFor();
    const box = await answer.first().boundingBox();
    return box === null ? Number.POSITIVE_INFINITY : box.y + box.height;
  }

  /** What answers each question on a page. */
  function answersOf({ finding, searches, produces }: ResultPage): Record<string, Locator> {
    const verdict = page.getByRole('region', { name: 'Verdict' });
    const match = verdict.locator('a[href^="/app/library/"], b');
    return {
      'is it known, is it copied': verdict.getByRole('heading', { level: 2 }),
      ...(searches && finding === 'found' && { 'of which song': match.first() }),
      'by how much am I sure':
        finding === 'found' && !produces
          ? verdict.getByText(/Confidence (low|moderate|high|very high)/)
          : verdict.locator('details[open].limits li').last(),
      'what was searched': verdict.getByText(
        searches ? /\d+ songs? searched/ : /^This recording alone was examined|nothing was searched/,
      ),
      'what can I send to my lawyer': verdict.getByRole('link', { name: 'Case file (PDF)' }),
    };
  }

  it('are answered on every result, found or not, in the first 800 pixels', async () => {
    await page.setViewportSize(fold);
    const below: string[] = [];
    for (const result of results) {
      await sitting.open(`/app/tasks/${result.taskId}`);
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      const colour = await page.getByRole('region', { name: 'Verdict' }).getAttribute('class');
      const meant = result.produces ? 'brand' : result.finding === 'found' ? 'red' : 'green';
      expect(`${result.name}: ${colour}`).toContain(`verdict-${meant}`);
      expect(Number(await page.evaluate('window.scrollY'))).toBe(0);
      for (const [question, answer] of Object.entries(answersOf(result))) {
        const end = await endOf(answer);
        if (end > fold.height) below.push(`${result.name}: ${question} ends at ${Math.round(end)} px`);
      }
    }
    expect(below).toEqual([]);
    expect(results.length).toBeGreaterThanOrEqual(11);
    expect(sitting.browser.complaints).toEqual([]);
  });
});
