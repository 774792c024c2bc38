/** Lists that answer: results beside songs, found again by words and filters, and names that can be corrected. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Owner } from '../support/dashboard-owner.js';
import { excerptFile, rhythmFile } from '../support/songs.js';
import { faultsOf } from './axe.js';
import { browserPath } from './browser.js';
import { checkedExcerpt, flowTitle, patience, type Sitting, startSitting } from './sitting.js';

describe.skipIf(browserPath === null)(flowTitle('lists in the dashboard'), () => {
  let sitting: Sitting;
  let page: Page;
  let owner: Owner;

  beforeAll(async () => {
    sitting = await startSitting();
    page = sitting.page;
    owner = await sitting.enter();
    await checkedExcerpt(owner);
    const other = await owner.upload('Something else.wav', rhythmFile(0, 15));
    await owner.run({ operation: 'fingerprint-check', music_id: other });
  });

  afterAll(() => sitting?.end());

  const row = (name: RegExp) => page.getByRole('row', { name });

  it('the list of tasks states what was found and which song, and is filtered by it', async () => {
    await sitting.open('/app/tasks');
    await row(/An excerpt\.wav.*In your catalogue\s*Copper Wire/).waitFor();
    await row(/Something else\.wav.*Not in your catalogue/).waitFor();
    expect(await page.locator('table').textContent()).not.toContain('success');
    await page.getByLabel('Result').selectOption('Found');
    await row(/Something else/).waitFor({ state: 'detached' });
    await row(/An excerpt/).waitFor();
    await page.getByLabel('Result').selectOption('Any result');
    await row(/Something else/).waitFor();
    // By the song that was analysed, and by the song that was matched.
    for (const [words, found, gone] of [
      ['something', /Something else/, /An excerpt/],
      ['copper', /An excerpt/, /Something else/],
    ] as const) {
      await page.getByLabel('Search songs and matches').fill(words);
      await row(gone).waitFor({ state: 'detached' });
      await row(found).waitFor();
    }
    await page.getByLabel('Search songs and matches').fill('100 %');
    await page.getByText('Nothing matches').waitFor();
  });

  it('the library shows what was found of each recording, in the chosen order', async () => {
    await sitting.open('/app/library');
    await row(/An excerpt.*In your catalogue/).waitFor();
    await page.getByLabel('Order').selectOption('By title');
    await expect.poll(() => page.locator('tbody tr').first().textContent(), patience).toMatch(/An excerpt/);
    await page.getByLabel('Search title, artist or file').fill('ELSE');
    await row(/An excerpt/).waitFor({ state: 'detached' });
    await row(/Something else/)
      .getByRole('link', { name: 'Not in your catalogue' })
      .click();
    await page.getByRole('heading', { name: 'Fingerprint check', level: 1 }).waitFor();
  });

  it('a title and an artist that the tags had wrong are corrected, in later matches too', async () => {
    await sitting.open('/app/library');
    await page.getByRole('link', { name: 'Copper Wire' }).click();
    await sitting.button('Edit').click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Copper Wire (2019 master)');
    await page.getByRole('textbox', { name: 'Artist' }).fill('The Quays');
    await sitting.button('Save').click();
    await page.getByRole('heading', { name: 'Copper Wire (2019 master)', level: 1 }).waitFor();
    await page.getByText('The Quays').first().waitFor();
    const again = await owner.upload('Second excerpt.wav', excerptFile(3, 30, 5, 15));
    await sitting.open(`/app/tasks/${await owner.run({ operation: 'fingerprint-check', music_id: again })}`);
    await page
      .getByRole('region', { name: 'Verdict' })
      .getByRole('link', { name: 'Copper Wire (2019 master)' })
      .waitFor();
  });

  it('a folder that is chosen twice adds nothing twice: no song and no recording', async () => {
    const { dataset_id: id } = await owner.call<{ dataset_id: string }>('POST', '/datasets', {
      name: 'An album',
    });
    const files = join(sitting.folder, 'album');
    mkdirSync(files);
    writeFileSync(join(files, 'One.wav'), readFileSync(sitting.excerpt));
    writeFileSync(join(files, 'Two.lrc'), '[00:01.00]A line of its own\n[00:05.00]And another');
    for (const counts of ['2 added, 0 already there', '0 added, 2 already there']) {
      await sitting.open(`/app/datasets/${id}`);
      await page.getByLabel('Choose a folder').setInputFiles(files);
      await row(new RegExp(`^album .*done ${counts}, 0 rejected`)).waitFor();
    }
    await page.getByRole('heading', { name: '2 songs' }).waitFor();
    await sitting.open('/app/library');
    await page.getByLabel('Which recordings').selectOption('References in datasets');
    await row(/Something else/).waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('tbody tr').count(), patience).toBe(1);
    // A dataset is searched as well.
    await sitting.open(`/app/datasets/${id}`);
    await page.getByLabel('Search title or artist').fill('two');
    await expect
      .poll(() => page.getByRole('region', { name: 'Songs' }).locator('tbody tr').count(), patience)
      .toBe(1);
  });

  it('at 375 px rows are cards: what was found and the state of a task are within the screen', async () => {
    await page.setViewportSize({ width: 375, height: 800 });
    for (const [path, seen] of [
      ['/app/tasks', [/^In your catalogue$/, /^done$/, /^Fingerprint check$/]],
      ['/app/library', [/^In your catalogue$/, /^Copper Wire/]],
    ] as const) {
      await sitting.open(path);
      for (const text of seen) {
        const box = await page.getByRole('table').getByText(text).first().boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 999) + (box?.width ?? 999)).toBeLessThanOrEqual(375);
      }
      const table = (await page.getByRole('table').boundingBox())!;
      expect(table.width).toBeLessThanOrEqual(375);
    }
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  it('the tab of the browser names the page, and the song of a result', async () => {
    for (const [path, title] of [
      ['/app/library', 'Library · Contrafact'],
      ['/app/tasks', 'Results · Contrafact'],
      ['/app/keys', 'API keys · Contrafact'],
    ] as const) {
      await sitting.open(path);
      await expect.poll(() => page.title(), patience).toBe(title);
    }
    await sitting.open('/app/tasks');
    await row(/An excerpt/)
      .getByRole('link')
      .first()
      .click();
    await expect.poll(() => page.title(), patience).toBe('Fingerprint check: An excerpt · Contrafact');
  });

  it('axe finds no serious problem in the lists, and none scrolls sideways at 375 px', async () => {
    const faults: string[] = [];
    for (const path of ['/app/tasks', '/app/library']) {
      await sitting.open(path);
      await page.getByRole('table').waitFor();
      faults.push(...(await faultsOf(page)));
    }
    expect(faults).toEqual([]);
    expect(sitting.browser.complaints).toEqual([]);
  });
});
