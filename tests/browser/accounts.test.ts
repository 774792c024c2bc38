/** Setting up, keys, members and the operator: a newcomer at a new instance. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, openBrowser } from './browser.js';
import { flowTitle, patience, type Sitting, startSitting } from './sitting.js';

const credentials = { email: 'ada@example.com', password: 'correct horse battery' };

describe.skipIf(browserPath === null)(flowTitle('accounts in the dashboard'), () => {
  let sitting: Sitting;
  let page: Page;

  /** Chooses, and waits until the service has taken it: whoever looks next, here or elsewhere, sees it. */
  async function choose(on: Page, label: string, value: string): Promise<void> {
    const taken = on.waitForResponse((answer) => answer.request().method() !== 'GET' && answer.ok());
    await on.getByLabel(label).selectOption(value);
    await taken;
  }

  async function signIn(on: Page, email: string, password: string): Promise<void> {
    await on.getByLabel('E-mail address').fill(email);
    await on.getByRole('textbox', { name: 'Password' }).fill(password);
    await on.getByRole('button', { name: 'Sign in' }).click();
  }

  beforeAll(async () => {
    sitting = await startSitting();
    page = sitting.page;
  });

  afterAll(() => sitting?.end());

  it('the one-time link sets the instance up, shows key and secret, and is then spent', async () => {
    await sitting.open('/');
    await sitting.heading('Open the setup link').waitFor();
    const path = /\/setup\?token=\S+/.exec(sitting.instance.logs)?.[0] ?? '';
    expect(path).not.toBe('');
    await sitting.open(`${path}x`);
    await sitting.heading('This setup link is not valid').waitFor();
    expect(await page.getByLabel('Account name').count()).toBe(0);
    await sitting.open(path);
    await page.getByLabel('Account name').fill('Acme Records');
    await page.getByLabel('E-mail address').fill(credentials.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(credentials.password);
    // The token is not left where history or a copied address would hold it.
    await expect.poll(() => page.url(), patience).not.toContain('token');
    await sitting.button('Create the account').click();
    await sitting.heading('Save your credentials').waitFor();
    const apiKey = (await page.getByText(/^cf_[0-9a-z]{37}$/).textContent()) ?? '';
    const answer = await fetch(`${sitting.instance.url}/api/v1/music`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect(answer.status).toBe(200);
    await sitting.button('I’ve saved them, continue').click();
    await sitting.heading('Analyse a song').waitFor();
    await sitting.open(path);
    await sitting.heading('This instance is set up').waitFor();
  });

  it('a key is shown once and stops working when it is revoked', async () => {
    await sitting.open('/app/keys');
    await sitting.button('Create a key').click();
    await page.getByLabel('Name').fill('a job');
    await sitting.button('Create').click();
    const made = (await page.getByText(/^cf_[0-9a-z]{37}$/).textContent()) ?? '';
    const status = async (): Promise<number> =>
      (await fetch(`${sitting.instance.url}/api/v1/music`, { headers: { authorization: `Bearer ${made}` } }))
        .status;
    expect(await status()).toBe(200);
    await sitting.button('I’ve saved it').click();
    await page.getByRole('row', { name: /a job/ }).getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('row', { name: /a job/ }).getByText('revoked').waitFor();
    expect(await status()).toBe(404);
    expect(await page.content()).not.toContain(made);
  });

  it('the operator sees accounts, queue, storage and what absent models cost, and changes a plan', async () => {
    await sitting.open('/app/instance');
    await page.getByText('Waiting tasks').waitFor();
    const shipped = page.getByRole('row', { name: /mini-multi-static-128/ });
    expect(await shipped.textContent()).toContain('shipped');
    const absent = page.getByRole('row', { name: /whisper-tiny/ });
    expect(await absent.textContent()).toMatch(/absent.*Songs with vocals cannot be transcribed/);
    await choose(page, 'Plan of Acme Records', 'free');
    await sitting.open('/app/usage');
    await page.getByText('10 a minute').waitFor();
    await sitting.open('/app/instance');
    await choose(page, 'Plan of Acme Records', 'enterprise');
    await sitting.open('/app/usage');
    await page.getByText('600 a minute').waitFor();
  });

  it('an invited member joins by the link and sees no page of the operator', async () => {
    await sitting.open('/app/members');
    await sitting.button('Invite member').click();
    await page.getByLabel('E-mail address').fill('bob@example.com');
    await sitting.button('Create link').click();
    const link = (await page.getByText(/\/invitation\?token=/).textContent()) ?? '';
    const guest = await openBrowser();
    try {
      await guest.page.goto(link);
      await guest.page.getByRole('textbox', { name: 'Choose a password' }).fill('another long one');
      await guest.page.getByRole('button', { name: 'Join' }).click();
      await guest.page.getByRole('heading', { name: 'Analyse a song' }).waitFor();
      expect(await guest.page.getByRole('link', { name: 'Instance' }).count()).toBe(0);
      expect(guest.complaints).toEqual([]);
      await sitting.open('/app/members');
      await choose(page, 'Role of bob@example.com', 'owner');
      await guest.page.goto(`${sitting.instance.url}/app/members`);
      await guest.page.getByRole('button', { name: 'Invite member' }).waitFor();
      const bob = page.getByRole('row', { name: /bob@example.com/ });
      await bob.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await bob.waitFor({ state: 'detached' });
      // Signed out everywhere.
      await guest.page.goto(`${sitting.instance.url}/app/members`);
      await guest.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    } finally {
      await guest.close();
    }
  });

  it('a changed password replaces the old one and keeps this session', async () => {
    await sitting.open('/app/profile');
    await page.getByLabel('Current password').first().fill(credentials.password);
    await page.getByLabel('New password').first().fill('an even better battery');
    await sitting.button('Change').click();
    await page.getByText('The password is changed.').waitFor();
    credentials.password = 'an even better battery';
  });

  it('signing out leads to the door, a wrong password does not open it, the right one does', async () => {
    await sitting.open('/app/profile');
    await sitting.button('Sign out').click();
    await sitting.heading('Sign in').waitFor();
    await sitting.open('/app/keys');
    await sitting.heading('Sign in').waitFor();
    await signIn(page, credentials.email, 'not the password');
    await page.getByText('This e-mail address and password do not match.').waitFor();
    await signIn(page, credentials.email, credentials.password);
    // Back where one wanted to go.
    await sitting.heading('API keys').waitFor();
  });

  it('nothing was asked of another place, and no page broke its own policy', () => {
    expect([...sitting.browser.origins]).toEqual([sitting.instance.url]);
    expect(sitting.browser.complaints).toEqual([]);
  });
});
