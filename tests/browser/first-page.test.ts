/** What a person waits for at first: how much JavaScript the first pages ask for, in bytes, in every language. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '../../dashboard/src/i18n/languages.js';
import { roundOf } from '../support/rounds.js';
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

  for (const { code } of roundOf(languages, 3)) {
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

  it('sentences that could not be fetched are asked for again by the next page', async () => {
    const korean = JSON.parse(readFileSync(join(catalogues, 'ko.json'), 'utf8')) as Record<string, string>;
    const visitor = await openBrowser({ locale: 'ko' });
    try {
      const { page, context } = visitor;
      await context.addCookies(await sitting.browser.context.cookies());
      let refused = 0;
      await page.route('**/assets/rest-*.js', (route) => {
        refused += 1;
        return refused === 1 ? route.abort() : route.continue();
      });
      await page.goto(`${sitting.instance.url}/app`);
      await page.getByRole('link', { name: korean.Library!, exact: true }).click();
      await page.getByText('The recordings that this account has uploaded.').waitFor();
      expect(refused).toBe(1);
      await page.getByRole('link', { name: korean.Usage!, exact: true }).click();
      await page.getByText(korean['Usage and notional cost (not billed). Days are UTC.']!).waitFor();
    } finally {
      await visitor.close();
    }
  });

  it('a service that cannot say who is signed in leaves a page that says so and can be tried again', async () => {
    const { page } = sitting;
    await page.route('**/dashboard/api/me', (route) => route.fulfill({ status: 503 }));
    await sitting.open('/app');
    await page.getByText('The service answered with status 503.').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await sitting.heading('Analyse a song').waitFor();
  });

  it('a part whose code an upgrade has deleted leaves the rest of the page as it is', async () => {
    const { page } = sitting;
    for (const name of ['bell', 'program-section'])
      await page.route(`**/assets/${name}-*.js`, (route) => route.fulfill({ status: 404 }));
    await sitting.open('/app');
    await page.getByText('Use the API', { exact: true }).click();
    const failure = page.locator('details').getByRole('alert');
    await failure.getByRole('button', { name: 'Try again' }).waitFor();
    await sitting.heading('Analyse a song').waitFor();
    await page.getByRole('link', { name: 'Library', exact: true }).waitFor();
    await page.unrouteAll();
    await failure.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Notifications' }).waitFor();
  });
});
