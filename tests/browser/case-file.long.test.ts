/** What can be sent to a lawyer: a case file of one result or of all of a song, as a page, a table and JSON. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Owner } from '../support/dashboard-owner.js';
import { seriousFindings } from './axe.js';
import { browserPath } from './browser.js';
import { checkedExcerpt, flowTitle, type Sitting, startSitting } from './sitting.js';

describe.skipIf(browserPath === null)(flowTitle('case files'), () => {
  let sitting: Sitting;
  let page: Page;
  let owner: Owner;
  let excerpt = '';
  let check = '';

  beforeAll(async () => {
    sitting = await startSitting();
    page = sitting.page;
    owner = await sitting.enter();
    ({ excerpt, check } = await checkedExcerpt(owner));
    await owner.run({ operation: 'ai-detection', model: 'standard', music_id: excerpt });
  });

  afterAll(() => sitting?.end());

  it('a result opens as a page to print that names both files by their sums, and runs no script', async () => {
    await sitting.open(`/app/tasks/${check}`);
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Print page' }).click(),
    ]);
    await opened.getByRole('heading', { name: 'Case file: An excerpt' }).waitFor();
    await opened.getByText('This recording is in your catalogue.').waitFor();
    const { music } = await owner.call<{ music: Array<{ sha256: string }> }>('GET', '/music');
    for (const { sha256 } of music) await opened.getByText(sha256).waitFor();
    await opened.getByRole('img', { name: 'Where the evidence lies in time' }).waitFor();
    for (const width of [1280, 375]) {
      await opened.setViewportSize({ width, height: 800 });
      expect(
        Number(await opened.evaluate('document.documentElement.scrollWidth - innerWidth')),
      ).toBeLessThanOrEqual(0);
    }
    await opened.close();
  });

  it('is downloaded as a PDF whose pages have the result and the sums', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Case file (PDF)' }).click(),
    ]);
    const pdf = readFileSync(await download.path());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.length).toBeGreaterThan(10_000);
  });

  it('is downloaded as a table and as JSON', async () => {
    for (const [name, expected] of [
      ['CSV', /^task_id,analysis,.*\r\ntask_\w+,fingerprint-check,,An excerpt,/],
      ['JSON', /"finding": "found"/],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: `Case file as ${name}` }).click(),
      ]);
      expect(readFileSync(await download.path(), 'utf8')).toMatch(expected);
    }
  });

  it('of a song holds every analysis of it', async () => {
    await sitting.open(`/app/library/${excerpt}`);
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Print page' }).click(),
    ]);
    await opened.getByRole('heading', { name: 'Fingerprint check' }).waitFor();
    await opened.getByRole('heading', { name: 'AI detection (standard)' }).waitFor();
    await opened.close();
    expect(await seriousFindings(page)).toEqual([]);
    expect(sitting.browser.complaints).toEqual([]);
  });

  it('is made for the own account alone, of results that are there', async () => {
    const strange = await fetch(`${sitting.instance.url}/dashboard/api/case-file.html?task=${check}`);
    expect(strange.status).toBe(401);
    await expect(owner.call('GET', '/case-file.json?task=task_nothing')).rejects.toThrow('404');
    await expect(owner.call('GET', '/case-file.json')).rejects.toThrow(/4\d\d/);
  });
});
