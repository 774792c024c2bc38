/** The language of the screen: chosen by the browser, or in the profile. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '../../dashboard/src/i18n/languages.js';
import type { Owner } from '../support/dashboard-owner.js';
import { browserPath, type OpenBrowser, openBrowser } from './browser.js';
import { checkedExcerpt, flowTitle, type Sitting, startSitting } from './sitting.js';

describe.skipIf(browserPath === null)(flowTitle('languages of the dashboard'), () => {
  let sitting: Sitting;
  let owner: Owner;
  let check: string;
  let korean: OpenBrowser;

  const languageOf = (page: Page): Promise<string> => page.evaluate('document.documentElement.lang');

  beforeAll(async () => {
    sitting = await startSitting();
    owner = await sitting.enter();
    ({ check } = await checkedExcerpt(owner));
    korean = await openBrowser({ locale: 'ko-KR', width: 375 });
    // The form to sign in speaks Korean there: the same session instead.
    await korean.context.addCookies(await sitting.browser.context.cookies());
  });

  afterAll(async () => {
    await korean?.close();
    await sitting?.end();
  });

  it('the browser’s language is spoken, verdicts and numbers of things included', async () => {
    const { page } = korean;
    await page.goto(`${sitting.instance.url}/app/tasks/${check}`);
    await page.getByRole('heading', { name: '이 녹음은 카탈로그에 있습니다.' }).waitFor();
    expect(await languageOf(page)).toBe('ko');
    expect(await page.locator('.verdict').first().textContent()).toContain('1곡 검색');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
    expect(korean.complaints).toEqual([]);
  });

  it('one chosen in the profile is spoken in another browser of the same member', async () => {
    await owner.call('PATCH', '/me', { language: 'de' });
    const { page } = korean;
    await page.goto(`${sitting.instance.url}/app/profile`);
    await page.locator('html[lang="de"]').waitFor();
    await owner.call('PATCH', '/me', { language: null });
  });

  it('one chosen in the profile stays chosen, and the browser’s comes back', async () => {
    const { page } = sitting;
    for (const { code, name } of languages.filter((language) => language.code !== 'en')) {
      await sitting.open('/app/profile');
      const choice = page.locator('select').filter({ has: page.locator(`option[value="${code}"]`) });
      await choice.selectOption({ label: name });
      await page.locator(`html[lang^="${code}"]`).waitFor();
      await sitting.open('/app/library');
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await languageOf(page)).toBe(code === 'zh' ? 'zh-Hans' : code);
      expect(await page.getByText('Upload', { exact: true }).count()).toBe(0);
    }
    await sitting.open('/app/profile');
    await page
      .locator('select')
      .filter({ has: page.locator('option[value="ko"]') })
      .selectOption('');
    await sitting.heading('Profile').waitFor();
    expect(await languageOf(page)).toBe('en');
  });
});
