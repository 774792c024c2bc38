/** What a person waits for at first: how much JavaScript the first pages ask for, in bytes, in every language. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '../../dashboard/src/i18n/languages.js';
import { browserPath, openBrowser } from './browser.js';
import { flowTitle, type Sitting, startSitting } from './sitting.js';
import { weighScripts } from './weigh-scripts.js';

const limitBytes = 200_000;
const catalogues = join(import.meta.dirname, '../../dashboard/src/i18n/catalogs');

describe.skipIf(browserPath === null)(flowTitle('first pages of the dashboard'), () => {
  let sitting: Sitting;

  beforeAll(async () => {
    sitting = await startSitting();
    await sitting.enter();
  });
  afterAll(() => sitting?.end());

  for (const { code } of languages) {
    it(`the pages to sign in and to start on take at most 200 kB of JavaScript (gzip), wholly in ${code}`, async () => {
      const translated = JSON.parse(readFileSync(join(catalogues, `${code}.json`), 'utf8'));
      const words = new Set(Object.values(translated));
      const visitor = await openBrowser({ locale: code });
      try {
        const { page } = visitor;
        const ready = (): Promise<void> => page.getByRole('heading', { level: 1 }).waitFor();
        const english = async (): Promise<string[]> =>
          (await page.locator('body').innerText())
            .split('\n')
            .filter((line) => line in translated && !words.has(line));
        const login = await weighScripts(page, `${sitting.instance.url}/login`, ready);
        expect(await english()).toEqual([]);
        await visitor.context.addCookies(await sitting.browser.context.cookies());
        const fresh = await visitor.context.newCDPSession(page);
        await fresh.send('Network.clearBrowserCache');
        const start = await weighScripts(page, `${sitting.instance.url}/app`, ready);
        expect(await english()).toEqual([]);
        expect(await page.locator('html').getAttribute('lang')).toContain(code);
        expect(login.gzipBytes, 'to sign in').toBeLessThanOrEqual(limitBytes);
        expect(start.gzipBytes, 'to start on').toBeLessThanOrEqual(limitBytes);
        console.info(`${code}: sign in ${login.gzipBytes}, start ${start.gzipBytes} bytes`);
      } finally {
        await visitor.close();
      }
    });
  }
});
