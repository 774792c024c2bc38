/** The bell and the page of notifications, with a real receiver of a webhook. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Owner } from '../support/dashboard-owner.js';
import { receiverEnv, startReceiver, type TestReceiver } from '../support/receiver.js';
import { faultsOf } from './axe.js';
import { browserPath } from './browser.js';
import { checkedExcerpt, flowTitle, patience, type Sitting, startSitting } from './sitting.js';

describe.skipIf(browserPath === null)(flowTitle('notifications'), () => {
  let sitting: Sitting;
  let receiver: TestReceiver;
  let owner: Owner;

  beforeAll(async () => {
    receiver = await startReceiver();
    sitting = await startSitting({ ...receiverEnv, CONTRAFACT_NOTIFICATION_INTERVAL_SECONDS: '1' });
    owner = await sitting.enter();
  });
  afterAll(async () => {
    await sitting?.end();
    await receiver?.close();
  });

  it('says that no mail server is set, saves a webhook that takes a test message, and shows it masked', async () => {
    const { page } = sitting;
    await sitting.open('/app/notifications');
    await page.getByText('No mail server is set.').waitFor();
    expect(await page.getByLabel(/Also by e-mail/).isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'URL' }).fill('http://169.254.169.254/latest');
    await sitting.button('Save webhook').click();
    await page.getByText('Callbacks do not go to this address.').waitFor();
    await page.getByRole('textbox', { name: 'URL' }).fill(`${receiver.url}/T0/a-secret-abcd`);
    await sitting.button('Save webhook').click();
    await page.getByText(/^http:\/\/127\.0\.0\.1:\d+\/…abcd$/).waitFor();
    expect(receiver.received.map(({ body }) => body)).toEqual([
      { text: 'Contrafact sends its notifications here from now on.' },
    ]);
    expect(await page.content()).not.toContain('a-secret');
    expect(await faultsOf(page)).toEqual([]);
  });

  it('rings when something is found, here and at the webhook, and leads to the result', async () => {
    const { page } = sitting;
    const { check } = await checkedExcerpt(owner);
    await expect.poll(() => receiver.received.length, patience).toBe(2);
    expect(receiver.received[1]!.body.text).toContain('An excerpt.wav');
    await page.reload();
    await page.getByRole('button', { name: 'Notifications: 1 new' }).click();
    const entry = page.getByRole('link', { name: 'In your catalogue: An excerpt.wav' });
    await entry.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await sitting.button('Mark all as read').click();
    await sitting.button('Notifications').waitFor();
    await entry.click();
    await page.waitForURL(`**/app/tasks/${check}`);
  });

  it('nothing broke the pages', () => {
    expect(sitting.browser.complaints).toEqual([]);
  });
});
