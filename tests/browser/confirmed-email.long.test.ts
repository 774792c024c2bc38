/** An e-mail address from its entry to the first notification, with a real mail server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Owner } from '../support/dashboard-owner.js';
import { startMailServer, type TestMailServer } from '../support/mail-server.js';
import { faultsOf } from './axe.js';
import { browserPath } from './browser.js';
import { checkedExcerpt, flowTitle, patience, type Sitting, startSitting } from './sitting.js';

describe.skipIf(browserPath === null)(flowTitle('a confirmed e-mail address'), () => {
  let sitting: Sitting;
  let mailServer: TestMailServer;
  let owner: Owner;

  beforeAll(async () => {
    mailServer = await startMailServer();
    sitting = await startSitting({
      CONTRAFACT_SMTP_URL: mailServer.url,
      CONTRAFACT_SMTP_FROM: 'Contrafact <noreply@example.com>',
      CONTRAFACT_NOTIFICATION_INTERVAL_SECONDS: '1',
      CONTRAFACT_PUBLIC_URL: 'https://contrafact.example',
    });
    owner = await sitting.enter();
  });
  afterAll(async () => {
    await sitting?.end();
    await mailServer?.close();
  });

  /** Where the newest message leads, on this instance. */
  const linkOf = (): string => {
    const link = /https:\/\/contrafact\.example(\/\S+)/.exec(
      mailServer.mails.at(-1)!.text.split('this page')[1]!,
    )!;
    return link[1]!;
  };

  it('is entered, is not confirmed yet, and gets one message', async () => {
    const { page } = sitting;
    await sitting.open('/app/notifications');
    await page.getByLabel('Also by e-mail').check();
    await page.getByLabel('E-mail address').fill('ada.work@example.com');
    await sitting.button('Save').click();
    await page.getByText('Not confirmed yet').waitFor();
    await page.getByText('No notification is sent to ada.work@example.com').waitFor();
    await page.getByText('A message with a link was sent.').waitFor(patience);
    expect(mailServer.mails.map(({ to }) => to)).toEqual(['ada.work@example.com']);
    expect(await faultsOf(page)).toEqual([]);
    await sitting.button('Send again').click();
    await page.getByText(/Too many messages were asked for\. Try again in \d+ s\./).waitFor();
  });

  it('gets no notification before', async () => {
    await checkedExcerpt(owner);
    const { page } = sitting;
    await page.reload();
    await page.getByText('The address is not confirmed.').waitFor(patience);
    expect(mailServer.mails).toHaveLength(1);
  });

  it('is confirmed by a button, not by the page, in a browser that is not signed in', async () => {
    const { page } = sitting;
    const reader = await page.context().browser()!.newContext();
    const mailbox = await reader.newPage();
    await mailbox.goto(`${sitting.instance.url}/confirm-email#wrong`);
    await mailbox.getByText('This link is not known.').waitFor();
    // A second link in the same tab; neither stays in the address bar.
    await mailbox.evaluate(`location.assign(${JSON.stringify(sitting.instance.url + linkOf())})`);
    await mailbox.getByText('wants to receive notifications at ada.work@example.com').waitFor();
    expect(mailbox.url()).toBe(`${sitting.instance.url}/confirm-email`);
    expect(await faultsOf(mailbox)).toEqual([]);
    await page.reload();
    await page.getByText('Not confirmed yet').waitFor();
    await mailbox.getByRole('button', { name: 'Confirm this address' }).click();
    await mailbox.getByText('ada.work@example.com is confirmed.').waitFor();
    // The page of the member notices by itself.
    await page.getByText('ada.work@example.com is confirmed:').waitFor(patience);
    const later = await reader.newPage();
    await later.goto(sitting.instance.url + linkOf());
    await later.getByText('This link was used already: the address is confirmed.').waitFor();
    expect(await later.getByRole('button', { name: 'Confirm this address' }).count()).toBe(0);
    await reader.close();
  });

  it('gets what is found from then on', async () => {
    await checkedExcerpt(owner);
    await expect.poll(() => mailServer.mails.length, patience).toBe(2);
    expect(mailServer.mails[1]).toMatchObject({ to: 'ada.work@example.com' });
    expect(mailServer.mails[1]!.subject).toMatch(/^Contrafact: 1 found/);
  });
});
