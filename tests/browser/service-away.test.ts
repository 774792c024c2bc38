/** What a page shows while its service does not answer, and after its session has ended. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setUpOwner } from '../support/dashboard-owner.js';
import { type Instance, startInstance } from '../support/instance.js';
import { browserPath, type OpenBrowser, openBrowser } from './browser.js';

const title =
  browserPath === null
    ? 'a service that is away (skipped: no Chromium is installed; apt-get install chromium)'
    : 'a service that is away';

describe.skipIf(browserPath === null)(title, () => {
  let instance: Instance;
  let browser: OpenBrowser;

  beforeAll(async () => {
    instance = await startInstance();
    const owner = await setUpOwner(instance);
    browser = await openBrowser();
    await owner.signIn(browser.page);
  });

  afterAll(async () => {
    await browser?.close();
    await instance?.stop();
  });

  const open = async (path: string): Promise<void> => {
    await browser.page.goto(instance.url + path);
    await browser.page.getByRole('heading', { level: 1 }).waitFor();
  };
  const goAway = (): Promise<unknown> =>
    browser.context.route('**/*', (route) => route.abort('connectionrefused'));
  const comeBack = (): Promise<void> => browser.context.unroute('**/*');
  afterEach(comeBack);
  const link = (name: string) => browser.page.getByRole('link', { name, exact: true });

  it('a page that polls says that what it shows may be old, and takes that back when the service answers', async () => {
    await open('/app/deliveries');
    await goAway();
    const notice = browser.page.getByText('What is shown here may be old');
    await notice.waitFor();
    await comeBack();
    await notice.waitFor({ state: 'detached' });
  });

  it('a page whose code cannot be fetched keeps its frame, and opens once the service answers', async () => {
    await open('/app');
    await goAway();
    await link('Usage').click();
    await browser.page.getByText('The service cannot be reached. Is it running?').waitFor();
    const again = browser.page.getByRole('button', { name: 'Try again' });
    await again.click();
    expect(await link('Library').isVisible()).toBe(true);
    await comeBack();
    await again.click();
    await browser.page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  });

  it('a page whose session has ended leads to signing in, and knows the way back', async () => {
    await open('/app/deliveries');
    await browser.context.clearCookies();
    await browser.page.waitForURL(/\/login\?next=/);
    expect(new URL(browser.page.url()).searchParams.get('next')).toBe('/app/deliveries');
  });
});
