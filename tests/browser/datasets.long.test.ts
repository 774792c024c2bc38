/** Datasets: tables and folders are imported, and lyrics are compared with them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from './browser.js';
import { flowTitle, type Sitting, startSitting } from './sitting.js';

describe.skipIf(browserPath === null)(flowTitle('datasets in the dashboard'), () => {
  let sitting: Sitting;
  let page: Page;

  beforeAll(async () => {
    sitting = await startSitting();
    page = sitting.page;
    await sitting.enter();
  });

  afterAll(() => sitting?.end());

  it('a table of songs is imported as a job that outlives the page, and again adds nothing', async () => {
    await sitting.open('/app/datasets');
    await sitting.button('Create a dataset').click();
    await page.getByLabel('Name').fill('Ours');
    await sitting.button('Create').click();
    await sitting.heading('Ours').waitFor();
    const table =
      'title,artist,lyrics\n"A title, with a comma",Someone,"Lanterns drift across the quiet bay\nAnd nobody remembers who has lit them"\n' +
      ',No title,la la\nAnother,Someone,Bread and copper in the morning market\n';
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'songs.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
    const finished = (name: string) =>
      page.getByRole('row', { name: new RegExp(`^${name} .*done 2 added, 0 already there, 1 rejected`) });
    await finished('songs.csv').waitFor();
    // The list is the service's: it is there after a reload, with the file of what was rejected.
    await page.reload();
    await finished('songs.csv').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the rejected rows of songs.csv' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toContain('2,"title is missing."');
    // The same file again adds nothing.
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'again.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
    await page.getByRole('row', { name: /^again.csv .*0 added, 2 already there, 1 rejected/ }).waitFor();
    const lines = `${JSON.stringify({ title: 'From a line', lyrics: 'Copper rain on a paper roof' })}\nnot JSON\n`;
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'songs.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(lines) });
    await page.getByRole('row', { name: /^songs.jsonl .*1 added, 0 already there, 1 rejected/ }).waitFor();
    await page
      .getByRole('row', { name: /From a line/ })
      .getByRole('button')
      .click();
    await page.getByRole('cell', { name: 'From a line', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: 'A title, with a comma', exact: true }).waitFor();
  });

  it('songs are listed from A to Z, and those that are chosen are removed after asking', async () => {
    await page.getByLabel('Order').selectOption('By title');
    const another = page.getByRole('cell', { name: 'Another', exact: true });
    await another.waitFor();
    await page.getByLabel('Select Another').click();
    await page.getByText('1 selected').waitFor();
    await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove 1 song?' });
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await another.waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: 'A title, with a comma', exact: true }).waitFor();
  });

  it('a folder of lyrics and recordings becomes songs, with what was rejected by file', async () => {
    const files = join(sitting.folder, 'album');
    mkdirSync(files);
    writeFileSync(join(files, 'Someone - Sung.lrc'), '[00:01.00]A line of its own\n[00:05.00]And another');
    writeFileSync(join(files, 'Recorded.lrc'), '[ti:Recorded and written]\n[00:01.00]Written down');
    writeFileSync(join(files, 'Recorded.wav'), readFileSync(sitting.excerpt));
    writeFileSync(join(files, 'Broken.mp3'), 'no audio at all');
    writeFileSync(join(files, 'cover.jpg'), 'a picture');
    await page.getByLabel('Choose a folder').setInputFiles(files);
    await page.getByText('1 recording rejected, 1 other file left out').waitFor();
    await page.getByRole('row', { name: /^album .*2 added, 0 already there, 1 rejected/ }).waitFor();
    await page.getByRole('row', { name: /^album\/Broken\.mp3/ }).waitFor();
    await page.getByRole('cell', { name: 'Recorded and written', exact: true }).waitFor();
    await page.getByRole('cell', { name: 'Sung', exact: true }).waitFor();
    // Chosen again it adds nothing, recordings included.
    await page.getByLabel('Choose a folder').setInputFiles(files);
    await page.getByRole('row', { name: /^album .*0 added, 2 already there, 1 rejected/ }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download as CSV' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toMatch(/^"file","reason"\r\n"album\/Broken\.mp3",/);
    // What was rejected is kept with the import, and is there after the page is left.
    await page.reload();
    await page
      .getByRole('row', { name: /^album .*1 rejected/ })
      .first()
      .waitFor();
    const [kept] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the rejected rows of album' }).first().click(),
    ]);
    expect(readFileSync(await kept.path(), 'utf8')).toContain('album/Broken.mp3: The file is not audio');
  });

  it('lyrics are compared with the datasets, and the matching lines are shown side by side', async () => {
    await sitting.open('/app');
    await page.getByText('Lyrics', { exact: true }).click();
    await page.getByLabel('Title').fill('Mine');
    await page
      .getByRole('textbox', { name: 'Lyrics' })
      .fill(
        'Lanterns drift across the quiet bay\nAnd nobody remembers who has lit them\nCounting my buttons',
      );
    await sitting.button('Compare').click();
    await page.getByText(/^\d+ songs searched in all datasets$/).waitFor();
    await page.getByRole('link', { name: 'Details' }).click();
    const match = page.getByRole('article').filter({ hasText: 'A title, with a comma, Someone' });
    await match.waitFor();
    // The matched song is a link to where it is stored, with its words.
    await page
      .getByRole('region', { name: 'Verdict' })
      .getByRole('link', { name: /A title, with a comma/ })
      .waitFor();
    expect(await match.getByText('Lanterns drift across the quiet bay', { exact: true }).count()).toBe(2);
    await match.getByText('1.00', { exact: true }).first().waitFor();
    await page.getByRole('tab', { name: 'Developer' }).click();
    expect(await page.locator('.code').first().textContent()).toContain('Lanterns drift');
    await page
      .getByRole('region', { name: 'Verdict' })
      .getByRole('link', { name: /A title, with a comma/ })
      .click();
    await sitting.heading('A title, with a comma').waitFor();
    await page.getByText('Lanterns drift across the quiet bay').waitFor();
  });

  it('nothing was asked of another place, and no page broke its own policy', () => {
    expect([...sitting.browser.origins]).toEqual([sitting.instance.url]);
    expect(sitting.browser.complaints).toEqual([]);
  });
});
