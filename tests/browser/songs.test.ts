/** A song from the drop to the answer: a real instance, real audio, a real browser. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composePiece } from '../../src/sample-music/compose-piece.js';
import { synthesise } from '../../src/sample-music/synthesise.js';
import { wavFile } from '../../src/sample-music/wav.js';
import { browserPath } from './browser.js';
import { flowTitle, patience, type Sitting, startSitting } from './sitting.js';

describe.skipIf(browserPath === null)(flowTitle('songs in the dashboard'), () => {
  let sitting: Sitting;
  let page: Page;

  beforeAll(async () => {
    sitting = await startSitting();
    page = sitting.page;
    await sitting.enter();
  });

  afterAll(() => sitting?.end());

  it('a newcomer drops a file, chooses analyses and sees the answers', async () => {
    await sitting.open('/app');
    await page.getByLabel('Drop a song here, or choose one').setInputFiles(sitting.song);
    await sitting.button('Another file').waitFor();
    await page.getByLabel('Register fingerprint').check();
    await sitting.button('Analyse').click();
    await page.getByText('Registered: later checks find this recording.').waitFor();
    // There was nothing to check against: that is no clearance.
    await page.getByText('Nothing to compare with: your catalogue is empty.').waitFor();
    // The same call, with the ids of this very song.
    await page.locator('summary').filter({ hasText: 'Use the API' }).click();
    expect(await page.locator('.code').first().textContent()).toMatch(/"musicId":"mus_\w+"/);
  });

  it('an excerpt is matched with its time offset, and both can be played', async () => {
    await sitting.open('/app');
    await page.getByLabel('Drop a song here, or choose one').setInputFiles(sitting.excerpt);
    await sitting.button('Another file').waitFor();
    await page.getByLabel('AI detection', { exact: false }).first().uncheck();
    await sitting.button('Analyse').click();
    await page.getByText('This recording is in your catalogue.').waitFor();
    await page.getByRole('link', { name: 'Details' }).first().click();
    const verdict = page.getByRole('region', { name: 'Verdict' });
    await verdict.getByRole('link', { name: 'Song of the test' }).waitFor();
    await verdict.getByText('Confidence very high').waitFor();
    await verdict.getByText('1 song searched in your catalogue').waitFor();
    await page.getByText(/^1[12]\.\d\d s$/).waitFor();
    await page.getByRole('button', { name: 'Pause B, the registered song' }).waitFor({ state: 'detached' });
    await expect
      .poll(() => page.getByRole('button', { name: 'Play B, the registered song' }).isEnabled(), patience)
      .toBe(true);
    await sitting.button('Play A').click();
    await sitting.button('Pause A, this recording').waitFor();
    await sitting.button('Play B').click();
    await sitting.button('Pause B, the registered song').waitFor();
    await sitting.button('Stop').click();
    await page.getByRole('tab', { name: 'Developer' }).click();
    await page.getByText('"is_duplicate": true').waitFor();
  });

  it('a recording that was cut off on its way is taken, with what is missing, and an intact one without a word', async () => {
    const cutOff = join(sitting.folder, 'cut off.wav');
    const whole = readFileSync(sitting.excerpt);
    writeFileSync(cutOff, whole.subarray(0, whole.length / 3));
    const warning = page.getByRole('status').filter({ hasText: 'Part of the recording is missing' });
    await sitting.open('/app');
    await page.getByLabel('Drop a song here, or choose one').setInputFiles(sitting.excerpt);
    await sitting.button('Another file').waitFor();
    expect(await warning.count()).toBe(0);
    await sitting.button('Another file').click();
    await page.getByLabel('Drop a song here, or choose one').setInputFiles(cutOff);
    await warning.getByText('promises 18.0 s, but only 6.0 s').waitFor();
    expect(await sitting.button('Analyse').isEnabled()).toBe(true);
    // In the library, where several are sent at once, with its name.
    writeFileSync(cutOff, whole.subarray(0, whole.length / 2));
    await sitting.open('/app/library');
    await page.locator('input[type=file]').setInputFiles([sitting.excerpt, cutOff]);
    await page.getByText('cut off.wav: Part of the recording is missing').waitFor();
    expect(await warning.count()).toBe(1);
  });

  it('AI detection shows every model, the segments under the waveform and the spectrum', async () => {
    await sitting.open('/app/tasks');
    await page.getByLabel('Analysis').selectOption('AI detection');
    await page
      .getByRole('link', { name: /^AI detection/ })
      .first()
      .click();
    await page.getByText('The documented fields, model by model').click();
    await page
      .getByRole('img', { name: /segments real$/ })
      .first()
      .waitFor();
    await page.getByRole('img', { name: /^Spectrum with \d+ marked lines$/ }).waitFor();
    // All four models of the product; the odds of each segment, drawn with the threshold and a legend.
    for (const model of ['model_0', 'model_1', 'model_2', 'model_3'])
      await page.getByText(model, { exact: true }).waitFor();
    await page.getByRole('img', { name: /^\d+ of [1-9]\d* segments with traces found$/ }).waitFor();
    await page.getByText(/^Log-odds by segment, .* threshold of the track, \d+\.\d/).waitFor();
    await page.getByText('no traces found', { exact: true }).waitFor();
    await page.getByText('traces found', { exact: true }).waitFor();
    // Where the recording stands among those without a generator.
    await page
      .getByRole('img', {
        name: /^Log-odds -?\d+\.\d, threshold \d+\.\d, and the curve of recordings without/,
      })
      .waitFor();
    await page.getByText(/measured on [1-9]\d* recordings and signals\./).waitFor();
    await page.getByText(/(?:^|; |: )\d[\d.]* of 1,000 recordings without a decoder give as much/).waitFor();
  });

  it('a recording of the library shows its waveform and all its tasks, and can be deleted', async () => {
    await sitting.open('/app/library');
    await page.getByRole('link', { name: 'excerpt' }).click();
    await page.getByText('0:00 / 0:18').waitFor();
    await page.getByRole('link', { name: 'Fingerprint check' }).waitFor();
    await sitting.button('Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await sitting.heading('Library').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'excerpt' }).count(), patience).toBe(0);
  });

  it('usage counts the calls by analysis, with prices and the limit of the plan', async () => {
    await sitting.open('/app/usage');
    await page.getByRole('row', { name: /^Fingerprint check 2 0\.00 USD$/ }).waitFor();
    await page.getByText('600 a minute').waitFor();
    await page.getByText('Everything else: free').waitFor();
  });

  it('a clip below a second has its length, and each answer that cannot be given its reason', async () => {
    const clip = join(sitting.folder, 'clip.wav');
    writeFileSync(clip, wavFile(synthesise(composePiece(0, 1), 22_050).slice(0, 8_820), 22_050));
    await sitting.open('/app');
    await page.getByLabel('Drop a song here, or choose one').setInputFiles(clip);
    await page.getByText(/wav · 0\.4 s/).waitFor();
    await page.getByLabel('Music plagiarism').check();
    await sitting.button('Analyse').click();
    await page.getByText('Less than 10 s of sound (0.4 s).').waitFor();
    await page.getByText(/^The recording gives \d+ fingerprint hash/).waitFor();
    await page.getByText('No steady beat was found, so that there are no bars to compare.').waitFor();
    // A search that compared nothing has nothing to draw.
    await page
      .locator('.card', { hasText: 'No steady beat was found' })
      .getByRole('link', { name: 'Details' })
      .click();
    await page.getByRole('heading', { name: 'Music plagiarism', level: 1 }).waitFor();
    await page.getByRole('tab', { name: 'Developer' }).waitFor();
    expect(await page.getByRole('tab', { name: 'Evidence' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Recording' }).click();
    await page.getByText('Shorter than three seconds: too short for a tempo').waitFor();
    await page.getByText('0:00 / 0.4 s').waitFor();
  });

  it('nothing was asked of another place, and no page broke its own policy', () => {
    expect([...sitting.browser.origins]).toEqual([sitting.instance.url]);
    expect(sitting.browser.complaints).toEqual([]);
  });
});
