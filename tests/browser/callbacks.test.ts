/** Callback URL and deliveries, with a real receiver. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFingerprint } from '../support/dashboard-content.js';
import { receiverEnv, startReceiver, type TestReceiver } from '../support/receiver.js';
import { songTitle } from '../support/songs.js';
import { browserPath } from './browser.js';
import { flowTitle, patience, type Sitting, startSitting } from './sitting.js';

describe.skipIf(browserPath === null)(flowTitle('callbacks in the dashboard'), () => {
  let sitting: Sitting;
  let page: Page;
  let receiver: TestReceiver;

  beforeAll(async () => {
    receiver = await startReceiver();
    sitting = await startSitting(receiverEnv);
    page = sitting.page;
    const owner = await sitting.enter();
    await makeFingerprint(owner);
  });

  afterAll(async () => {
    await sitting?.end();
    await receiver?.close();
  });

  it('a callback URL that fails is explained; one that answers is verified, tested and delivered to', async () => {
    await sitting.open('/app/callback');
    await page.getByLabel('Endpoint').fill('http://127.0.0.1:1/nobody');
    await sitting.button('Save and verify').click();
    await page.getByText('The challenge was not passed').waitFor();
    // The address is open to callbacks by the operator's rule alone: what was there is not shown.
    await page.getByText('internal_receiver').waitFor();
    await page.getByText('"type":"url_verification"').waitFor();
    await page.getByText('What came back is not shown').waitFor();
    await page.getByLabel('Endpoint').fill(receiver.url);
    await sitting.button('Save and verify').click();
    await page.getByText('Verified', { exact: true }).waitFor();
    await sitting.button('Send a test').click();
    await expect
      .poll(() => receiver.received.some(({ body }) => body.task_name === 'test'), patience)
      .toBe(true);
    await sitting.button('Reveal').click();
    await page.getByText(/^whsec_/).waitFor();
    await sitting.button('Rotate').click();
    await sitting.button('Rotate secret').click();
    await expect.poll(() => page.getByText(/^whsec_/).count(), patience).toBe(2);
    await sitting.open('/app/deliveries');
    await page.locator('.status', { hasText: 'delivered' }).first().waitFor();
    // By song and analysis, not by ids alone.
    await page.getByText(`Register fingerprint: ${songTitle(0)}`, { exact: true }).waitFor();
    await page.getByText('Test callback', { exact: true }).waitFor();
    await sitting.button('Attempts').first().click();
    await page.getByText(`POST ${receiver.url}`).waitFor();
    await page.getByText(/^content-type: application\/json\s+webhook-id: msg_/).waitFor();
    const before = receiver.received.length;
    await sitting.button('Resend').first().click();
    await expect.poll(() => receiver.received.length, patience).toBeGreaterThan(before);
  });

  it('deliveries of a chosen time are sent again', async () => {
    await sitting.open('/app/deliveries');
    await sitting.button('Resend a range').click();
    await page.getByLabel('Also those that were delivered').check();
    const before = receiver.received.length;
    await page.getByRole('dialog').getByRole('button', { name: 'Resend', exact: true }).click();
    await page.getByText(/^[1-9]\d* queued again$/).waitFor();
    await expect.poll(() => receiver.received.length, patience).toBeGreaterThan(before);
  });

  it('an endpoint that is abandoned is explained; verified again, it gets what waited', async () => {
    await sitting.open('/app/deliveries');
    receiver.answerWith(410);
    await sitting.button('Resend').first().click();
    await page.getByText('Deliveries are stopped').waitFor();
    await page.getByLabel('Status').selectOption('held');
    await page.locator('.status', { hasText: 'waiting for endpoint' }).first().waitFor();
    await expect.poll(() => page.locator('.status', { hasText: 'delivered' }).count(), patience).toBe(0);
    receiver.answerWith(200);
    await page.getByRole('link', { name: 'Callback URL' }).first().click();
    await page.getByText('Deliveries to this URL are stopped').waitFor();
    await sitting.button('Save and verify').click();
    await page.getByText('Verified', { exact: true }).waitFor();
    await sitting.open('/app/deliveries');
    await page.getByLabel('Status').selectOption('held');
    await page.getByText('Nothing matches').waitFor();
  });

  it('nothing was asked of another place, and no page broke its own policy', () => {
    expect([...sitting.browser.origins]).toEqual([sitting.instance.url]);
    expect(sitting.browser.complaints).toEqual([]);
  });
});
