/** The answer in five seconds: what was found stands first on each result, and no state of a task is taken for it. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePlagiarismResult, makeRecordingDataset } from '../support/dashboard-content.js';
import type { Owner } from '../support/dashboard-owner.js';
import { rhythmFile, silentFile } from '../support/songs.js';
import { faultsOf } from './axe.js';
import { browserPath } from './browser.js';
import { flowTitle, type Sitting, startSitting } from './sitting.js';

describe.skipIf(browserPath === null)(flowTitle('verdicts in the dashboard'), () => {
  let sitting: Sitting;
  let page: Page;
  let owner: Owner;
  let emptyId = '';
  /** Paths of results, by finding. */
  const results: Record<string, string> = {};

  beforeAll(async () => {
    sitting = await startSitting();
    page = sitting.page;
    owner = await sitting.enter();
    emptyId = (await owner.call<{ dataset_id: string }>('POST', '/datasets', { name: 'Ours' })).dataset_id;
  });

  afterAll(() => sitting?.end());

  const verdict = (): Locator => page.getByRole('region', { name: 'Verdict' });

  it('every choice of a dataset states how many songs it holds, and warns of an empty one', async () => {
    await sitting.open('/app');
    // Of music plagiarism; a recording's lyrics have a choice of their own.
    const choice = page.getByLabel('Dataset to compare with').first();
    await choice.selectOption({ label: 'Ours (0 songs)' });
    await page.getByText('Nothing to compare with: this dataset is empty.').waitFor();
    await page.getByText('Lyrics', { exact: true }).click();
    await page.getByLabel('Compare with', { exact: true }).selectOption({ label: 'All datasets (0 songs)' });
  });

  it('an empty dataset clears nothing: the verdict is amber, and leads to where songs are added', async () => {
    const musicId = await owner.upload('A rhythm.wav', rhythmFile(3, 20));
    const task = { operation: 'plagiarism', model: 'standard', music_id: musicId, dataset_id: emptyId };
    results.empty = `/app/tasks/${await owner.run(task)}`;
    await sitting.open(results.empty);
    await verdict()
      .getByRole('heading', { name: 'Nothing to compare with: this dataset holds no other song.' })
      .waitFor();
    expect(await verdict().getAttribute('class')).toContain('verdict-yellow');
    await verdict().getByText('0 songs searched in Ours').waitFor();
    await verdict().getByRole('link', { name: 'Add songs to this dataset' }).click();
    await sitting.heading('Ours').waitFor();
  });

  it('a match is stated with the song as a link, and how many songs were searched in which dataset', async () => {
    const datasetId = await makeRecordingDataset(owner, 2);
    results.found = `/app/tasks/${await makePlagiarismResult(owner, datasetId)}`;
    await sitting.open(results.found);
    await verdict().getByRole('link', { name: 'Harbour Lights' }).waitFor();
    expect(await verdict().getAttribute('class')).toMatch(/verdict-(red|yellow)/);
    await verdict().getByText('2 songs searched in Our catalogue').waitFor();
    // Without scrolling, on a telephone too.
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 800 });
      const box = await verdict().getByText('2 songs searched').boundingBox();
      expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThan(800);
    }
    await page.setViewportSize({ width: 1280, height: 860 });
    await verdict().getByRole('link', { name: 'Harbour Lights' }).click();
    await page.getByRole('heading', { name: 'Harbour Lights', level: 1 }).waitFor();
  });

  it('a song without a match is green, and the state of its task is “done”', async () => {
    const datasets = await owner.call<{ datasets: Array<{ dataset_id: string; name: string }> }>(
      'GET',
      '/datasets',
    );
    const catalogue = datasets.datasets.find(({ name }) => name === 'Our catalogue')!.dataset_id;
    const musicId = await owner.upload('Another rhythm.wav', rhythmFile(5, 20));
    const task = { operation: 'plagiarism', model: 'standard', music_id: musicId, dataset_id: catalogue };
    results.notFound = `/app/tasks/${await owner.run(task)}`;
    await sitting.open(results.notFound);
    await verdict()
      .getByRole('heading', { name: /^No match/ })
      .waitFor();
    expect(await verdict().getAttribute('class')).toContain('verdict-green');
    await page.locator('.status', { hasText: /^done$/ }).waitFor();
    expect(await page.locator('main').textContent()).not.toContain('success');
  });

  it('a recording that allows no answer says so beside its failure', async () => {
    const musicId = await owner.upload('Silence.wav', silentFile(10));
    const { id } = await owner.finish({ operation: 'fingerprint-check', music_id: musicId });
    results.cannotTell = `/app/tasks/${id}`;
    await sitting.open(results.cannotTell);
    await verdict()
      .getByRole('heading', { name: /^Cannot tell/ })
      .waitFor();
    await verdict()
      .getByText(/at least \d+ are needed/)
      .waitFor();
  });

  it('axe finds no serious problem in any verdict, light or dark, and none scrolls sideways at 375 px', async () => {
    const faults: string[] = [];
    for (const path of Object.values(results)) {
      await sitting.open(path);
      await verdict().waitFor();
      await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {});
      faults.push(...(await faultsOf(page)));
    }
    expect(faults).toEqual([]);
    expect(sitting.browser.complaints).toEqual([]);
  });
});
