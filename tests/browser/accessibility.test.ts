/** Every page for everybody: found by axe, reached by the keyboard, readable on a telephone, light and dark. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Owner, setUpOwner } from '../support/dashboard-owner.js';
import { type Instance, startInstance } from '../support/instance.js';
import { roundOf } from '../support/rounds.js';
import { faultsOf, seriousFindings } from './axe.js';
import { browserPath, type OpenBrowser, openBrowser } from './browser.js';

const title =
  browserPath === null
    ? 'accessibility (skipped: no Chromium is installed; apt-get install chromium)'
    : 'accessibility of the dashboard';
const names = [
  '',
  '/library',
  '/tasks',
  '/callback',
  '/deliveries',
  '/keys',
  '/datasets',
  '/datasets/default',
  '/usage',
  '/members',
  '/instance',
  '/profile',
];
const everyPage = roundOf(names, 4).map((name) => `/app${name}`);
/** A word that no line holds, and a name as long as they are allowed to be. */
const endless = 'Donaudampfschifffahrtsgesellschaftskapitaen'.repeat(3);

describe.skipIf(browserPath === null)(title, () => {
  let instance: Instance;
  let browser: OpenBrowser;
  let page: Page;
  let owner: Owner;

  beforeAll(async () => {
    instance = await startInstance();
    owner = await setUpOwner(instance);
    browser = await openBrowser();
    page = browser.page;
  });

  afterAll(async () => {
    await browser?.close();
    await instance?.stop();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const focused = (): Promise<string> =>
    page.evaluate('document.activeElement.textContent || document.activeElement.ariaLabel || ""');

  async function open(path: string): Promise<void> {
    await page.goto(instance.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // `first`: there may be several, and the last of them must go.
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  }

  async function faultsOfAll(paths: readonly string[]): Promise<string[]> {
    const faults: string[] = [];
    for (const path of paths) {
      await open(path);
      faults.push(...(await faultsOf(page)));
    }
    return faults;
  }

  it('the door is open to everybody', async () => {
    expect(await faultsOfAll(['/login', '/invitation?token=x', '/setup'])).toEqual([]);
    await owner.signIn(page);
  });

  it('axe finds no serious problem on any page, and none scrolls sideways, empty', async () => {
    expect(await faultsOfAll(everyPage)).toEqual([]);
  });

  it('nor when names are endless and unbroken', async () => {
    const { dataset_id: id } = await owner.call<{ dataset_id: string }>('POST', '/datasets', {
      name: `A/B & <C> ${endless}`,
      description: endless,
    });
    await owner.importSongs(id, [{ title: endless, artist: endless, lyrics: `${endless}\n${endless}` }]);
    await owner.call('POST', '/keys', { name: endless.slice(0, 100) });
    await owner.call('POST', '/members/invitations', {
      email: `${endless.slice(0, 60)}@example.com`,
      role: 'member',
    });
    const task = await owner.finish({
      operation: 'lyric-plagiarism',
      model: 'standard',
      lyric_text: `${endless} and more\nA line of everyday words about the harbour`,
      song_title: endless,
    });
    const long = [`/app/datasets/${id}`, `/app/tasks/${task.id}`];
    const filled = ['/app/datasets', '/app/keys', '/app/members', '/app/tasks', '/app/deliveries'];
    expect(await faultsOfAll(roundOf([...long, ...filled], 3))).toEqual([]);
  });

  it('the keyboard alone reaches the page and what is in it', async () => {
    await page.setViewportSize({ width: 1280, height: 860 });
    await open('/app');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the page');
    const reached: string[] = [];
    for (let n = 0; n < 25; n++) {
      await page.keyboard.press('Tab');
      reached.push(await focused());
    }
    const order = ['Library', 'Results', 'Profile', 'Drop a song here'].map((name) =>
      reached.findIndex((text) => text.startsWith(name)),
    );
    // In the order in which they are seen.
    expect(order).not.toContain(-1);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  it('a dialog takes the keyboard in, keeps it, and gives it back', async () => {
    await open('/app/keys');
    await page.setViewportSize({ width: 1280, height: 860 });
    await button('Create a key').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await expect
      .poll(() => page.evaluate('document.activeElement.closest("[role=dialog]") !== null'))
      .toBe(true);
    for (let n = 0; n < 8; n++) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.closest("[role=dialog]") !== null')).toBe(true);
    }
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Create a key');
  });

  it('on a telephone the navigation opens and leads on by the keyboard', async () => {
    await page.setViewportSize({ width: 375, height: 800 });
    await open('/app');
    const burger = button('Navigation');
    expect(await burger.getAttribute('aria-expanded')).toBe('false');
    await burger.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => burger.getAttribute('aria-expanded')).toBe('true');
    const link = page.getByRole('link', { name: 'Deliveries' });
    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
    await expect.poll(() => burger.getAttribute('aria-expanded')).toBe('false');
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  it('a page without its data says why, and tries again', async () => {
    // The service itself is stopped under the open page.
    await open('/app/tasks');
    await instance.halt();
    await page.getByLabel('Status').selectOption('failure');
    await page.getByText('The service cannot be reached').waitFor();
    await button('Try again').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('no page broke its own policy', () => {
    expect(browser.complaints).toEqual([]);
  });
});
