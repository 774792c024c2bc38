/** Two songs, or two lyrics, that a person puts beside each other. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Owner } from '../support/dashboard-owner.js';
import { coverFile, songFile } from '../support/songs.js';
import { faultsOf } from './axe.js';
import { browserPath } from './browser.js';
import { flowTitle, patience, type Sitting, startSitting } from './sitting.js';

const words = ['The harbour lamps are burning low tonight', 'I wrote your name in salt upon the quay'];

describe.skipIf(browserPath === null)(flowTitle('comparing in the browser'), () => {
  let sitting: Sitting;
  let page: Page;
  let owner: Owner;
  let datasetId = '';

  beforeAll(async () => {
    sitting = await startSitting();
    page = sitting.page;
    owner = await sitting.enter();
    const musicId = await owner.upload('Summer Attic.wav', songFile(4, 20));
    const dataset = await owner.call<{ dataset_id: string }>('POST', '/datasets', { name: 'Catalogue' });
    datasetId = dataset.dataset_id;
    await owner.importSongs(datasetId, [
      { title: 'Attic of the catalogue', artist: 'The Quays', musicId },
      { title: 'Letters in salt', lyrics: words.join('\n') },
    ]);
    writeFileSync(join(sitting.folder, 'cover.wav'), coverFile(4, 20, 2, 1.05));
  });

  afterAll(() => sitting?.end());

  const side = (name: string): Locator => page.getByRole('region', { name, exact: true });

  it('a dropped file and a song of a dataset: verdict, amounts, and notes above each other', async () => {
    await sitting.open('/app/compare');
    await expect.poll(() => page.title(), patience).toContain('Compare');
    expect(await sitting.button('Compare').isDisabled()).toBe(true);
    await side('First song').getByText('File', { exact: true }).click();
    await side('First song').locator('input[type=file]').setInputFiles(join(sitting.folder, 'cover.wav'));
    await side('Second song').getByText('Dataset', { exact: true }).click();
    await side('Second song').getByRole('combobox', { name: 'Dataset' }).selectOption(datasetId);
    const letters = side('Second song').getByRole('button', { name: /^Letters in salt/ });
    await letters.waitFor();
    expect(await letters.isDisabled()).toBe(true);
    await side('Second song')
      .getByRole('button', { name: /^Attic of the catalogue/ })
      .click();
    await sitting.button('Compare').click();
    const result = page.getByRole('region', { name: 'Result' });
    await result
      .getByText(/^These two songs (?:may )?share melody or chords\./)
      .first()
      .waitFor();
    await result.getByRole('img', { name: /^Melody: [\d.]+, reported from 18$/ }).waitFor();
    await expect.poll(() => result.locator('.ev-matched').count(), patience).toBeGreaterThan(8);
    await expect.poll(() => result.locator('.ev-note text').count(), patience).toBeGreaterThan(8);
    expect(await faultsOf(page)).toEqual([]);
  });

  it('the comparison is there again when the page is opened again, and has the same view as its result', async () => {
    await page.reload();
    const result = page.getByRole('region', { name: 'Result' });
    await result.locator('.ev-passage').first().waitFor();
    const here = await result.locator('.ev-roll').first().innerHTML();
    const id = new URL(page.url()).searchParams.get('task');
    await sitting.open(`/app/tasks/${id}`);
    await page.locator('.ev-roll').first().waitFor();
    expect(await page.locator('.ev-roll').first().innerHTML()).toBe(here);
    const report = await page.request.get(`${sitting.instance.url}/dashboard/api/tasks/${id}/report.html`);
    const drawn = (text: string): string[] => text.match(/class="ev-tie" d="[^"]+"/g) ?? [];
    // The first passage of the report is that of the dashboard, to the tenth of a unit.
    expect(drawn(await report.text()).slice(0, drawn(here).length)).toEqual(drawn(here));
  });

  it('two lyrics, one pasted and one of a dataset: the shared lines and the verdict about the two', async () => {
    await sitting.open('/app/compare');
    await page.getByText('Two lyrics', { exact: true }).click();
    const [first, second] = [
      page.getByRole('group', { name: 'First lyrics' }),
      page.getByRole('group', { name: 'Second lyrics' }),
    ];
    await first.getByRole('textbox', { name: 'Title' }).fill('Mine');
    await first.getByRole('textbox', { name: 'Lyrics' }).fill(`${words.join('\n')}\nAnd something of my own`);
    await second.getByRole('button', { name: 'Use the lyrics of a song' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Dataset', { exact: true }).click();
    await dialog.getByRole('combobox', { name: 'Dataset' }).selectOption(datasetId);
    await dialog.getByRole('button', { name: /^Letters in salt/ }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await second.getByRole('textbox', { name: 'Lyrics' }).inputValue()).toBe(words.join('\n'));
    await sitting.button('Compare').click();
    const result = page.getByRole('region', { name: 'Result' });
    await result
      .getByText(/^(?:Lines of these two lyrics match|These two lyrics may match in part)/)
      .first()
      .waitFor();
    await result.getByText(words[0]!).first().waitFor();
    expect(await result.getByText('in all datasets').count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    expect(sitting.browser.complaints).toEqual([]);
  });
});
