/** Many files as a batch, as a person sends them: real analyses, a table that fills, and one that is taken up again. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Owner } from '../support/dashboard-owner.js';
import { excerptFile, songFile } from '../support/songs.js';
import { faultsOf } from './axe.js';
import { browserPath } from './browser.js';
import { dropFiles } from './drop-files.js';
import { flowTitle, type Sitting, startSitting } from './sitting.js';

describe.skipIf(browserPath === null)(flowTitle('batches'), () => {
  let sitting: Sitting;
  let owner: Owner;
  let files: string[];

  beforeAll(async () => {
    sitting = await startSitting();
    owner = await sitting.enter();
    const registered = await owner.upload('Registered.wav', songFile(3, 30));
    await owner.run({ operation: 'fingerprint-add', music_id: registered });
    const contents: Record<string, Uint8Array> = {
      'a known excerpt.wav': excerptFile(3, 30, 8, 15),
      'b another song.wav': songFile(1, 12),
      'c the same again.wav': songFile(1, 12),
      'd broken.wav': Buffer.from('this is not sound'),
    };
    files = Object.entries(contents).map(([name, content]) => {
      const path = join(sitting.folder, name);
      writeFileSync(path, content);
      return path;
    });
  });
  afterAll(() => sitting?.end());

  const row = (name: string): Locator => sitting.page.getByRole('row').filter({ hasText: name });

  it('several files become a table that shows what was found, what was there already and what was rejected', async () => {
    const { page } = sitting;
    await page.getByLabel('Drop a song here, or choose one').setInputFiles(files);
    await page.getByRole('checkbox', { name: /AI/ }).uncheck();
    await sitting.button('Analyse 4 files').click();
    await sitting.heading('4 files').waitFor();
    await row('a known excerpt').getByText('In your catalogue', { exact: true }).waitFor();
    await row('b another song').getByText('Not in your catalogue').waitFor();
    await row('c the same again').getByText('The same recording as another file of this batch').waitFor();
    await row('d broken').getByText('rejected', { exact: true }).waitFor();
    await page.getByText('2 of 2 analyses done · 1 found · 1 rejected').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the rejected files as CSV' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toMatch(/^"file","reason"\r\n"d broken\.wav","/);
  });

  it('the start page lists it, and the table is there after a reload', async () => {
    const { page } = sitting;
    await sitting.open('/app');
    await page.getByRole('link', { name: '4 files' }).click();
    await sitting.heading('4 files').waitFor();
    await page.reload();
    await row('a known excerpt').getByText('In your catalogue', { exact: true }).waitFor();
  });

  it('files that were not sent are chosen again, and only they are sent', async () => {
    const { page } = sitting;
    const [known, other] = files.map((path) => ({
      name: path.split('/').at(-1)!,
      bytes: readFileSync(path).length,
    }));
    const { id } = await owner.call<{ id: string }>('POST', '/batches', {
      name: 'Demos',
      analyses: [{ operation: 'fingerprint-check' }],
      files: [known, other],
    });
    await sitting.open(`/app/batches/${id}`);
    await page.getByText('2 files were not sent').waitFor();
    await page
      .getByLabel('Drop the files or the folder here, or choose the files')
      .setInputFiles(files.slice(0, 1));
    await row('a known excerpt').getByText('In your catalogue', { exact: true }).waitFor();
    await page.getByText('1 file was not sent').waitFor();
    await sitting.button('Leave them out').click();
    await page.getByText('done', { exact: true }).first().waitFor();
    expect(await row('b another song').getByText('not sent', { exact: true }).count()).toBe(1);
    await sitting.button('Delete batch').click();
    await sitting.button('Delete').click();
    await page.getByRole('heading', { name: 'Analyse a song' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Demos' }).count()).toBe(0);
  });

  /** An album with a folder in it, and with what is no recording. */
  function album(name: string): string {
    const folder = join(sitting.folder, name);
    mkdirSync(join(folder, 'disc 2'), { recursive: true });
    writeFileSync(join(folder, '01 known.wav'), excerptFile(3, 30, 8, 15));
    writeFileSync(join(folder, 'disc 2', '01 other.wav'), songFile(1, 12));
    writeFileSync(join(folder, 'cover.txt'), 'no recording');
    return folder;
  }

  async function showsAlbum(name: string): Promise<void> {
    const { page } = sitting;
    await page.getByText(`${name}: 2 files`).waitFor();
    await page.getByText('1 other file left out').waitFor();
    await page.getByRole('checkbox', { name: /AI/ }).uncheck();
    await sitting.button('Analyse 2 files').click();
    await sitting.heading(name).waitFor();
    await row('01 known').getByText('In your catalogue', { exact: true }).waitFor();
    await row('disc 2/01 other').getByText('Not in your catalogue').waitFor();
  }

  it('a chosen folder becomes a batch of its recordings, those in folders included', async () => {
    await sitting.open('/app');
    await sitting.page.getByLabel('Choose a folder').setInputFiles(album('Chosen album'));
    await showsAlbum('Chosen album');
  });

  it('a dropped folder becomes the same, and so do dropped files', async () => {
    const { page } = sitting;
    await sitting.open('/app');
    const zone = page.getByRole('button', { name: /^Drop a song here/ });
    await dropFiles(page, zone, [album('Dropped album')]);
    await showsAlbum('Dropped album');
    await sitting.open('/app');
    await dropFiles(page, zone, files.slice(0, 2));
    await page.getByText('2 files', { exact: true }).first().waitFor();
    await sitting.button('Analyse 2 files').waitFor();
    expect(await zone.count()).toBe(0);
  });

  it('nothing broke the pages', () => {
    expect(sitting.browser.complaints).toEqual([]);
  });
});
