/** A result is reviewed, shared and read by a viewer, in a real browser. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Owner } from '../support/dashboard-owner.js';
import { seriousFindings } from './axe.js';
import { browserPath, openBrowser } from './browser.js';
import { checkedExcerpt, flowTitle, type Sitting, startSitting } from './sitting.js';

describe.skipIf(browserPath === null)(flowTitle('reviews'), () => {
  let sitting: Sitting;
  let page: Page;
  let owner: Owner;
  let check = '';
  let link = '';

  beforeAll(async () => {
    sitting = await startSitting();
    page = sitting.page;
    owner = await sitting.enter();
    ({ check } = await checkedExcerpt(owner));
  });
  afterAll(() => sitting?.end());

  it('a found result is open, gets a state, an assignee and a note, and its log shows all three', async () => {
    await sitting.open(`/app/tasks/${check}`);
    const review = page.getByRole('region', { name: 'Review' });
    expect(await review.getByLabel('State').inputValue()).toBe('open');
    await review.getByLabel('State').selectOption('Disputed');
    await review.getByLabel('Assigned to').selectOption('ada@example.com');
    await review.getByRole('textbox', { name: 'Note' }).fill('The label was called.');
    await review.getByRole('button', { name: 'Add note' }).click();
    await review.getByText('The label was called.').waitFor();
    await review.getByText('Audit log of this result (3)').click();
    await review.getByText('Review: No decision → Disputed').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('the list of results shows the state and is filtered by it', async () => {
    await sitting.open('/app/tasks');
    await page.getByLabel('Review', { exact: true }).selectOption('Disputed');
    await page.getByRole('row', { name: /Fingerprint check/ }).waitFor();
    await page.getByLabel('Review', { exact: true }).selectOption('Escalated');
    await page.getByText('Nothing matches').waitFor();
    await page.getByLabel('Review', { exact: true }).selectOption('Assigned to me');
    await page.getByRole('row', { name: /Disputed/ }).waitFor();
  });

  it('several results are chosen: their recordings tagged, one case file made of them, and run again', async () => {
    await sitting.open('/app/tasks');
    await page.getByLabel('Select all shown').check();
    await sitting.button('Tag recordings').click();
    await page.getByRole('dialog').getByLabel('Tag').fill('Release 2026');
    await page.getByRole('dialog').getByRole('button', { name: 'Add tag' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByLabel('Tag', { exact: true }).selectOption('Release 2026');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Case file (PDF)' }).click(),
    ]);
    expect(
      readFileSync(await download.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const rows = page.getByRole('row');
    const before = await rows.count();
    await sitting.button('Run again').click();
    await expect.poll(() => rows.count()).toBe(before + 2);
    expect(await seriousFindings(page)).toEqual([]);
    await sitting.open('/app/library');
    await page.getByLabel('Tag', { exact: true }).selectOption('Release 2026');
    await page.getByRole('row', { name: /An excerpt/ }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('the audit log is listed and intact', async () => {
    await sitting.open('/app/audit');
    await page.getByText('3 entries, all intact.').waitFor();
    await page.getByRole('cell', { name: 'Note added' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('a share link opens the case file for someone without an account, until it is revoked', async () => {
    await sitting.open(`/app/tasks/${check}`);
    await sitting.button('Share…').click();
    await sitting.button('Create link').click();
    link = (await page.getByText(/\/shared\/[\w-]{43}/).textContent()) ?? '';
    const stranger = await openBrowser();
    try {
      await stranger.page.goto(link);
      await stranger.page.getByRole('heading', { name: 'Case file: An excerpt' }).waitFor();
      await stranger.page.getByText('Disputed').waitFor();
      expect(await stranger.page.content()).not.toMatch(/ada@example|The label was called/);
      await page.getByText(/opened 0 times|opened 1 time/).waitFor();
      await sitting.button('Revoke').click();
      // The row, not the sentence above it, which says of every link that it can be revoked.
      await page.getByText(/; revoked .*; opened/).waitFor();
      await stranger.page.goto(link);
      await stranger.page.getByRole('heading', { name: 'This link was revoked' }).waitFor();
    } finally {
      await stranger.close();
    }
  });

  it('a viewer reads the review and is offered no change', async () => {
    const { token } = await owner.call<{ token: string }>('POST', '/members/invitations', {
      email: 'vera@example.com',
      role: 'viewer',
    });
    const viewer = await openBrowser();
    try {
      await viewer.page.goto(`${sitting.instance.url}/invitation?token=${token}`);
      await viewer.page.getByRole('textbox', { name: 'Choose a password' }).fill('correct horse battery');
      await viewer.page.getByRole('button', { name: 'Join' }).click();
      await viewer.page.getByText('You are a viewer of this account').waitFor();
      await viewer.page.goto(`${sitting.instance.url}/app/tasks/${check}`);
      const review = viewer.page.getByRole('region', { name: 'Review' });
      await review.getByText('Assigned to ada@example.com', { exact: true }).waitFor();
      expect(await review.getByRole('button').count()).toBe(0);
      expect(await viewer.page.getByRole('button', { name: 'Run again' }).count()).toBe(0);
      // A program's call leads to keys and the callback URL, which are not a viewer's to see.
      await viewer.page.getByRole('tab', { name: 'Developer' }).click();
      await viewer.page.getByText('raw JSON', { exact: true }).waitFor();
      expect(await viewer.page.getByText('Use the API').count()).toBe(0);
      expect(viewer.complaints).toEqual([]);
    } finally {
      await viewer.close();
    }
    expect(sitting.browser.complaints).toEqual([]);
  });
});
