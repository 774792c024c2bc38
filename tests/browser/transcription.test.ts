/** A transcription that is read along with its recording. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Owner, setUpOwner } from '../support/dashboard-owner.js';
import { type Instance, startInstance } from '../support/instance.js';
import { faultsOf } from './axe.js';
import { browserPath, type OpenBrowser, openBrowser } from './browser.js';

/** A recogniser that knows 36 sentences, and a recording of one. */
const models = resolve('..', 'shared', 'models');
const spoken = resolve(models, 'whisper-nano-cases', 'wav', 'en_0_2.wav');
const reason =
  browserPath === null
    ? ' (skipped: no Chromium is installed; apt-get install chromium)'
    : existsSync(spoken)
      ? ''
      : ' (needs the development data)';

describe.skipIf(reason !== '')(`a transcription in the dashboard${reason}`, () => {
  let instance: Instance;
  let browser: OpenBrowser;
  let page: Page;
  let owner: Owner;

  beforeAll(async () => {
    instance = await startInstance({
      env: { CONTRAFACT_MODELS_DIR: models, CONTRAFACT_RECOGNISER: 'whisper-nano-compact' },
    });
    owner = await setUpOwner(instance);
    browser = await openBrowser();
    page = browser.page;
    await owner.signIn(page);
    const musicId = await owner.upload('Spoken.wav', readFileSync(spoken));
    const id = await owner.run({ operation: 'lyric-transcription', model: 'standard', music_id: musicId });
    await page.goto(`${instance.url}/app/tasks/${id}`);
  });

  afterAll(async () => {
    await browser?.close();
    await instance?.stop();
  });

  it('shows the languages, and lines that follow the recording and lead to their place in it', async () => {
    await page.getByText('English (en)').waitFor();
    const line = page.locator('.lyric-line').first();
    await line.waitFor();
    await page.getByText(/^0:0\d \/ 0:\d\d$/).waitFor();
    await line.click();
    await expect.poll(() => line.getAttribute('aria-current')).toBe('true');
    expect(await faultsOf(page)).toEqual([]);
  });

  it.each([
    ['lrc', /^\[ti:.*\]\n\[00:\d\d\.\d\d\]\S/],
    ['srt', /^1\n00:00:\d\d,\d{3} --> 00:00:\d\d,\d{3}\n\S/],
  ])('downloads as .%s', async (extension, beginning) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: `Download .${extension}` }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toMatch(beginning);
    expect(browser.complaints).toEqual([]);
  });
});
