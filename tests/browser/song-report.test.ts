/** A song is a report: a verdict of each analysis, and what they found on one axis of time. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Owner } from '../support/dashboard-owner.js';
import { faultsOf } from './axe.js';
import { browserPath } from './browser.js';
import { checkedExcerpt, flowTitle, patience, type Sitting, startSitting } from './sitting.js';

describe.skipIf(browserPath === null)(flowTitle('the page of a song'), () => {
  let sitting: Sitting;
  let page: Page;
  let owner: Owner;
  let path = '';
  let scan = '';

  beforeAll(async () => {
    sitting = await startSitting();
    page = sitting.page;
    owner = await sitting.enter();
    const { excerpt } = await checkedExcerpt(owner);
    scan = await owner.run({ operation: 'fingerprint-scan', music_id: excerpt });
    await owner.run({ operation: 'ai-detection', model: 'standard', music_id: excerpt });
    path = `/app/library/${excerpt}`;
  });

  afterAll(() => sitting?.end());

  it('states the verdict of each analysis first, with the matched song as a link', async () => {
    await sitting.open(path);
    const verdicts = page.getByRole('region', { name: 'Verdicts' });
    await verdicts.getByText('This recording is in your catalogue.').waitFor();
    await verdicts.getByRole('link', { name: 'Copper Wire' }).first().waitFor();
    await verdicts.getByText('1 song of your catalogue found, in 1 place of this recording.').waitFor();
    await verdicts
      .getByText(/generator traces/i)
      .first()
      .waitFor();
    const top = async (name: string): Promise<number> =>
      (await page.getByRole('region', { name }).boundingBox())?.y ?? 0;
    await page.getByRole('region', { name: 'Evidence over time' }).waitFor();
    expect(await top('Verdicts')).toBeLessThan(await top('Evidence over time'));
  });

  it('lays what was found on the time of the waveform; a click marks it, goes there, and it is repeated', async () => {
    await page.getByText('0:00 / 0:15').waitFor();
    await page.getByRole('button', { name: /^Fingerprint check: Copper Wire, from/ }).click();
    await page.locator('.span').waitFor();
    await page.getByLabel('Repeat the passage').check();
    await page.getByLabel('Speed').selectOption('1.5 ×');
    await page.getByRole('button', { name: /^Play / }).click();
    await page.getByRole('button', { name: /^Pause / }).waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: /^Play / }).waitFor();
    await page.getByRole('button', { name: /^Play / }).focus();
    await page.keyboard.press('Home');
    await page.getByText('0:00 / 0:15').waitFor();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.getByText('0:05 / 0:15').count(), patience).toBe(1);
  });

  it('zooms by buttons, keys and the wheel, with all evidence on the same stretch of time; a dragged passage is marked', async () => {
    const ruler = page.locator('.time-ruler');
    const widthOf = async (selector: string): Promise<number> =>
      (await page.locator(selector).first().boundingBox())?.width ?? 0;
    const box = (await ruler.boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.2, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.4, box.y + 8, { steps: 4 });
    await page.mouse.up();
    const marked = await widthOf('.span');
    expect(marked / box.width).toBeCloseTo(0.2, 1);
    const whole = await ruler.innerText();
    // The place that plays stands at the beginning: what is marked stays in sight, and is twice as wide.
    await page.getByRole('button', { name: /^Play / }).focus();
    await page.keyboard.press('Home');
    await sitting.button('Zoom in').click();
    await expect.poll(() => widthOf('.span').then((width) => width / marked), patience).toBeCloseTo(2, 0);
    expect(await ruler.innerText()).not.toBe(whole);
    await page.getByRole('button', { name: /^Play / }).focus();
    await page.keyboard.press('0');
    await expect.poll(() => ruler.innerText(), patience).toBe(whole);
    expect(await sitting.button('Zoom out').isDisabled()).toBe(true);
    await page.getByRole('img', { name: /^Waveform/ }).hover();
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -200);
    await page.keyboard.up('Control');
    await expect.poll(() => ruler.innerText(), patience).not.toBe(whole);
    await sitting.button('Show all').click();
    await page.getByLabel('Repeat the passage').waitFor();
    await sitting.button('Clear').click();
    await page.getByLabel('Repeat', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Play / }).focus();
    await page.keyboard.press('[');
    await page.locator('.span').waitFor();
  });

  it('keeps ids, code and documents in a tab of their own', async () => {
    expect(await page.locator('.code').count()).toBe(0);
    await page.getByRole('tab', { name: 'Developer' }).click();
    await page.getByText(/^mus_\w+$/).waitFor();
    await page.getByText('"sha256":').waitFor();
  });

  it('plays a place that a scan found in the recording and in the song, from where it begins in each', async () => {
    await sitting.open(`/app/tasks/${scan}`);
    await page.getByRole('button', { name: /^Play Copper Wire, 0:00 to/ }).click();
    // At once, the recording first.
    await page.getByText(/^0:0[1-9] \/ 0:15$/).waitFor();
    await page.getByText(/^0:0[789] \/ 0:3[01]$/).waitFor();
    await page.getByRole('button', { name: 'Play B', exact: true }).click();
    await page.getByText(/^0:1\d \/ 0:3[01]$/).waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    expect(await faultsOf(page)).toEqual([]);
  });

  it('axe finds no serious problem, and nothing scrolls sideways at 375 px', async () => {
    await sitting.open(path);
    await page.getByText('0:00 / 0:15').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(sitting.browser.complaints).toEqual([]);
  });
});
