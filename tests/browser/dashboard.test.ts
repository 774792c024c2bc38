/** The dashboard as a newcomer meets it: a real instance, real audio, a real browser, in one sitting. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composePiece } from '../../src/cli/demo/compose-piece.js';
import { synthesise } from '../../src/cli/demo/synthesise.js';
import { wavFile } from '../../src/cli/demo/wav.js';
import { type Instance, startInstance } from '../support/instance.js';
import { receiverEnv, startReceiver, type TestReceiver } from '../support/receiver.js';
import { browserPath, type OpenBrowser, openBrowser, patienceMs } from './browser.js';

const title =
  browserPath === null
    ? 'the dashboard (skipped: no Chromium is installed; apt-get install chromium)'
    : 'the dashboard';
const owner = { email: 'ada@example.com', password: 'correct horse battery' };
const sampleRateHz = 22_050;
/** For what comes by itself, on a machine that has other things to do. */
const patience = { timeout: patienceMs };

describe.skipIf(browserPath === null)(title, () => {
  let instance: Instance;
  let receiver: TestReceiver;
  let browser: OpenBrowser;
  let page: Page;
  let apiKey = '';
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-songs-'));
  const song = join(folder, 'Song of the test.wav');
  const excerpt = join(folder, 'excerpt.wav');

  beforeAll(async () => {
    const samples = synthesise(composePiece(0, 40), sampleRateHz);
    writeFileSync(song, wavFile(samples, sampleRateHz));
    writeFileSync(excerpt, wavFile(samples.slice(12 * sampleRateHz, 30 * sampleRateHz), sampleRateHz));
    receiver = await startReceiver();
    instance = await startInstance({ env: receiverEnv });
    browser = await openBrowser();
    page = browser.page;
  });

  afterAll(async () => {
    await browser?.close();
    await instance?.stop();
    await receiver?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (path: string): Promise<unknown> => page.goto(instance.url + path);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });

  /** Chooses, and waits until the service has taken it: whoever looks next, here or elsewhere, sees it. */
  async function choose(label: string, value: string): Promise<void> {
    const taken = page.waitForResponse((answer) => answer.request().method() !== 'GET' && answer.ok());
    await page.getByLabel(label).selectOption(value);
    await taken;
  }

  async function signIn(on: Page, email: string, password: string): Promise<void> {
    await on.getByLabel('E-mail address').fill(email);
    await on.getByRole('textbox', { name: 'Password' }).fill(password);
    await on.getByRole('button', { name: 'Sign in' }).click();
  }

  it('the one-time link sets the instance up, shows key and secret, and is then spent', async () => {
    await open('/');
    await heading('Open the setup link').waitFor();
    const path = /\/setup\?token=\S+/.exec(instance.logs)?.[0] ?? '';
    expect(path).not.toBe('');
    await open(path);
    await page.getByLabel('Account name').fill('Acme Records');
    await page.getByLabel('E-mail address').fill(owner.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(owner.password);
    // The token is not left where history or a copied address would hold it.
    await expect.poll(() => page.url(), patience).not.toContain('token');
    await button('Create the account').click();
    await heading('Keep these two').waitFor();
    apiKey = (await page.getByText(/^cf_[0-9a-z]{37}$/).textContent()) ?? '';
    const answer = await fetch(`${instance.url}/api/v1/music`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect(answer.status).toBe(200);
    await button('I have kept them: go on').click();
    await heading('Analyse a song').waitFor();
    await open(path);
    await heading('This instance is set up').waitFor();
  });

  it('a newcomer drops a file, chooses analyses and sees the answers', async () => {
    await open('/app');
    await page.locator('input[type=file]').setInputFiles(song);
    await button('Another file').waitFor();
    await page.getByLabel('Register fingerprint').check();
    await button('Analyse').click();
    await page.getByText('Registered in your index').waitFor();
    await page.getByText('No match in your index').waitFor();
    // The same call, with the ids of this very song.
    expect(await page.locator('.code').first().textContent()).toMatch(/"musicId":"mus_\w+"/);
  });

  it('an excerpt is matched with its time offset, and both can be played', async () => {
    await open('/app');
    await page.locator('input[type=file]').setInputFiles(excerpt);
    await button('Another file').waitFor();
    await page.getByLabel('AI detection', { exact: false }).first().uncheck();
    await button('Analyse').click();
    await page.getByText('Match: Song of the test').waitFor();
    await page.getByRole('link', { name: 'Details' }).first().click();
    await page.getByText(/^1[12]\.\d\d s$/).waitFor();
    await page.getByRole('button', { name: 'Pause B, the registered song' }).waitFor({ state: 'detached' });
    await expect
      .poll(() => page.getByRole('button', { name: 'Play B, the registered song' }).isEnabled(), patience)
      .toBe(true);
    await button('Play A').click();
    await button('Pause A, this recording').waitFor();
    await button('Play B').click();
    await button('Pause B, the registered song').waitFor();
    await button('Stop').click();
    await button('Show raw JSON').click();
    await page.getByText('"is_duplicate": true').waitFor();
  });

  it('a recording that was cut off on its way is taken, with what is missing, and an intact one without a word', async () => {
    const cutOff = join(folder, 'cut off.wav');
    const whole = readFileSync(excerpt);
    writeFileSync(cutOff, whole.subarray(0, whole.length / 3));
    const warning = page.getByRole('status').filter({ hasText: 'Part of the recording is missing' });
    await open('/app');
    await page.locator('input[type=file]').setInputFiles(excerpt);
    await button('Another file').waitFor();
    expect(await warning.count()).toBe(0);
    await button('Another file').click();
    await page.locator('input[type=file]').setInputFiles(cutOff);
    await warning.getByText('promises 18.0 s, but only 6.0 s').waitFor();
    expect(await button('Analyse').isEnabled()).toBe(true);
    // In the library, where several are sent at once, with its name.
    writeFileSync(cutOff, whole.subarray(0, whole.length / 2));
    await open('/app/library');
    await page.locator('input[type=file]').setInputFiles([excerpt, cutOff]);
    await page.getByText('cut off.wav: Part of the recording is missing').waitFor();
    expect(await warning.count()).toBe(1);
  });

  it('a callback URL that fails is explained; one that answers is verified, tested and delivered to', async () => {
    await open('/app/callback');
    await page.getByLabel('Endpoint').fill('http://127.0.0.1:1/nobody');
    await button('Save and verify').click();
    await page.getByText('The challenge was not passed').waitFor();
    // The address is open to callbacks by the operator's rule alone: what was there is not shown.
    await page.getByText('internal_receiver').waitFor();
    await page.getByText('"type":"url_verification"').waitFor();
    await page.getByText('What came back is not shown').waitFor();
    await page.getByLabel('Endpoint').fill(receiver.url);
    await button('Save and verify').click();
    await page.getByText('Verified', { exact: true }).waitFor();
    await button('Send a test').click();
    await expect
      .poll(() => receiver.received.some(({ body }) => body.task_name === 'test'), patience)
      .toBe(true);
    await button('Reveal').click();
    await page.getByText(/^whsec_/).waitFor();
    await button('Rotate').click();
    await button('Issue it').click();
    await expect.poll(() => page.getByText(/^whsec_/).count(), patience).toBe(2);
    await open('/app/deliveries');
    await page.locator('.status', { hasText: 'delivered' }).first().waitFor();
    await button('Attempts').first().click();
    await page.getByText(`POST ${receiver.url}`).waitFor();
    await page.getByText(/^content-type: application\/json\s+webhook-id: msg_/).waitFor();
    const before = receiver.received.length;
    await button('Resend').first().click();
    await expect.poll(() => receiver.received.length, patience).toBeGreaterThan(before);
  });

  it('a key is shown once and stops working when it is revoked', async () => {
    await open('/app/keys');
    await button('Create a key').click();
    await page.getByLabel('Name').fill('a job');
    await button('Create').click();
    const made = (await page.getByText(/^cf_[0-9a-z]{37}$/).textContent()) ?? '';
    const status = async (): Promise<number> =>
      (await fetch(`${instance.url}/api/v1/music`, { headers: { authorization: `Bearer ${made}` } })).status;
    expect(await status()).toBe(200);
    await button('I have kept it').click();
    await page.getByRole('row', { name: /a job/ }).getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('row', { name: /a job/ }).getByText('revoked').waitFor();
    expect(await status()).toBe(404);
    expect(await page.content()).not.toContain(made);
  });

  it('a recording of the library shows its waveform and all its tasks, and can be deleted', async () => {
    await open('/app/library');
    await page.getByRole('link', { name: 'excerpt' }).click();
    await page.getByText('0:00 / 0:18').waitFor();
    await page.getByRole('link', { name: 'Fingerprint check' }).waitFor();
    await button('Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await heading('Library').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'excerpt' }).count(), patience).toBe(0);
  });

  it('a table of songs is imported as a job that outlives the page, and again adds nothing', async () => {
    await open('/app/datasets');
    await button('Create a dataset').click();
    await page.getByLabel('Name').fill('Ours');
    await button('Create').click();
    await heading('Ours').waitFor();
    const table =
      'title,artist,lyrics\n"A title, with a comma",Somebody,"Lanterns drift across the quiet bay\nAnd nobody remembers who has lit them"\n' +
      ',No title,la la\nAnother,Somebody,Bread and copper in the morning market\n';
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'songs.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
    const finished = (name: string) =>
      page.getByRole('row', { name: new RegExp(`^${name} .*success 2 added, 0 already there, 1 rejected`) });
    await finished('songs.csv').waitFor();
    // The list is the service's: it is there after a reload, with the file of what was rejected.
    await page.reload();
    await finished('songs.csv').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the rejected rows of songs.csv' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toContain('2,"title is missing."');
    // The same file again adds nothing.
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'again.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
    await page.getByRole('row', { name: /^again.csv .*0 added, 2 already there, 1 rejected/ }).waitFor();
    const lines = `${JSON.stringify({ title: 'From a line', lyrics: 'Copper rain on a paper roof' })}\nnot JSON\n`;
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'songs.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(lines) });
    await page.getByRole('row', { name: /^songs.jsonl .*1 added, 0 already there, 1 rejected/ }).waitFor();
    await page
      .getByRole('row', { name: /^From a line/ })
      .getByRole('button')
      .click();
    await page.getByRole('cell', { name: 'From a line', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: 'A title, with a comma', exact: true }).waitFor();
  });

  it('a folder of lyrics and recordings becomes songs, with what was rejected by file', async () => {
    const files = join(folder, 'album');
    mkdirSync(files);
    writeFileSync(join(files, 'Somebody - Sung.lrc'), '[00:01.00]A line of its own\n[00:05.00]And another');
    writeFileSync(join(files, 'Recorded.lrc'), '[ti:Recorded and written]\n[00:01.00]Written down');
    writeFileSync(join(files, 'Recorded.wav'), readFileSync(excerpt));
    writeFileSync(join(files, 'Broken.mp3'), 'no audio at all');
    writeFileSync(join(files, 'cover.jpg'), 'a picture');
    await page.getByLabel('Choose a folder').setInputFiles(files);
    await page.getByText('1 recording rejected, 1 other file left out').waitFor();
    await page.getByRole('row', { name: /^album .*2 added, 0 already there, 0 rejected/ }).waitFor();
    await page.getByRole('row', { name: /Broken/ }).waitFor();
    await page.getByRole('cell', { name: 'Recorded and written', exact: true }).waitFor();
    await page.getByRole('cell', { name: 'Sung', exact: true }).waitFor();
  });

  it('lyrics are compared with the datasets, and the matching lines are shown side by side', async () => {
    await open('/app');
    await page.getByText('Lyrics', { exact: true }).click();
    await page.getByLabel('Title').fill('Mine');
    await page
      .getByRole('textbox', { name: 'Lyrics' })
      .fill(
        'Lanterns drift across the quiet bay\nAnd nobody remembers who has lit them\nCounting my buttons',
      );
    await button('Compare').click();
    await page.getByText(/^Highest similarity \d\.\d\d among \d+ songs$/).waitFor();
    await page.getByRole('link', { name: 'Details' }).click();
    const match = page.getByRole('article').filter({ hasText: 'Somebody: A title, with a comma' });
    await match.waitFor();
    expect(await match.getByText('Lanterns drift across the quiet bay', { exact: true }).count()).toBe(2);
    await match.getByText('1.00', { exact: true }).first().waitFor();
    expect(await page.locator('.code').first().textContent()).toContain('Lanterns drift');
  });

  it('AI detection shows every model, the segments under the waveform and the spectrum', async () => {
    await open('/app/tasks');
    await page.getByLabel('Analysis').selectOption('AI detection');
    await page
      .getByRole('link', { name: /^AI detection/ })
      .first()
      .click();
    await page
      .getByRole('img', { name: /segments real$/ })
      .first()
      .waitFor();
    await page.getByRole('img', { name: /^Spectrum with \d+ marked lines$/ }).waitFor();
    // All four models of the product; the odds of each segment, drawn with the threshold and a legend.
    for (const model of ['model_0', 'model_1', 'model_2', 'model_3'])
      await page.getByText(model, { exact: true }).waitFor();
    await page.getByRole('img', { name: /^\d+ of [1-9]\d* segments with traces found$/ }).waitFor();
    await page.getByText(/^Log-odds by segment, .* threshold of the track, \d+\.\d$/).waitFor();
    await page.getByText('no traces found', { exact: true }).waitFor();
    await page.getByText('traces found', { exact: true }).waitFor();
    // Where the recording stands among those without a generator.
    await page
      .getByRole('img', {
        name: /^Log-odds -?\d+\.\d, threshold \d+\.\d, and the curve of recordings without/,
      })
      .waitFor();
    await page.getByText(/Measured on [1-9]\d* recordings and signals without a generator/).waitFor();
    await page.getByText(/(?:^|; |: )\d[\d.]* of 1,000 recordings without a decoder give as much/).waitFor();
  });

  it('usage counts the calls by analysis, with prices and the limit of the plan', async () => {
    await open('/app/usage');
    await page.getByRole('row', { name: /^Lyric plagiarism 1 / }).waitFor();
    await page.getByRole('row', { name: /^Fingerprint check 2 0\.00 USD$/ }).waitFor();
    await page.getByText('600 a minute').waitFor();
    await page.getByText('Everything else: free').waitFor();
  });

  it('the operator sees accounts, queue, storage and what absent models cost, and changes a plan', async () => {
    await open('/app/instance');
    await page.getByText('Waiting tasks').waitFor();
    const shipped = page.getByRole('row', { name: /mini-multi-static-128/ });
    expect(await shipped.textContent()).toContain('shipped');
    const absent = page.getByRole('row', { name: /whisper-tiny/ });
    expect(await absent.textContent()).toMatch(/absent.*Songs with vocals cannot be transcribed/);
    await choose('Plan of Acme Records', 'free');
    await open('/app/usage');
    await page.getByText('10 a minute').waitFor();
    await open('/app/instance');
    await choose('Plan of Acme Records', 'enterprise');
    await open('/app/usage');
    await page.getByText('600 a minute').waitFor();
  });

  it('deliveries of a chosen time are sent again', async () => {
    await open('/app/deliveries');
    await button('Resend a range').click();
    await page.getByLabel('Also those that arrived').check();
    const before = receiver.received.length;
    await page.getByRole('dialog').getByRole('button', { name: 'Resend', exact: true }).click();
    await page.getByText(/^[1-9]\d* queued again$/).waitFor();
    await expect.poll(() => receiver.received.length, patience).toBeGreaterThan(before);
  });

  it('an endpoint that is given up is explained; verified again, it gets what waited', async () => {
    await open('/app/deliveries');
    receiver.answerWith(410);
    await button('Resend').first().click();
    await page.getByText('Deliveries are stopped').waitFor();
    await page.getByLabel('Status').selectOption('held');
    await page.locator('.status', { hasText: 'held' }).first().waitFor();
    await expect.poll(() => page.locator('.status', { hasText: 'delivered' }).count(), patience).toBe(0);
    receiver.answerWith(200);
    await page.getByRole('link', { name: 'Callback URL' }).first().click();
    await page.getByText('Deliveries to this URL are stopped').waitFor();
    await button('Save and verify').click();
    await page.getByText('Verified', { exact: true }).waitFor();
    await open('/app/deliveries');
    await page.getByLabel('Status').selectOption('held');
    await page.getByText('Nothing matches').waitFor();
  });

  it('an invited member joins by the link and sees no page of the operator', async () => {
    await open('/app/members');
    await button('Invite somebody').click();
    await page.getByLabel('E-mail address').fill('bob@example.com');
    await button('Make a link').click();
    const link = (await page.getByText(/\/invitation\?token=/).textContent()) ?? '';
    const guest = await openBrowser();
    try {
      await guest.page.goto(link);
      await guest.page.getByRole('textbox', { name: 'Choose a password' }).fill('another long one');
      await guest.page.getByRole('button', { name: 'Join' }).click();
      await guest.page.getByRole('heading', { name: 'Analyse a song' }).waitFor();
      expect(await guest.page.getByRole('link', { name: 'Instance' }).count()).toBe(0);
      expect(guest.complaints).toEqual([]);
      await open('/app/members');
      await choose('Role of bob@example.com', 'owner');
      await guest.page.goto(`${instance.url}/app/members`);
      await guest.page.getByRole('button', { name: 'Invite somebody' }).waitFor();
      const bob = page.getByRole('row', { name: /bob@example.com/ });
      await bob.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await bob.waitFor({ state: 'detached' });
      // Signed out everywhere.
      await guest.page.goto(`${instance.url}/app/members`);
      await guest.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    } finally {
      await guest.close();
    }
  });

  it('a changed password replaces the old one and keeps this session', async () => {
    await open('/app/profile');
    await page.getByLabel('Current password').first().fill(owner.password);
    await page.getByLabel('New password').first().fill('an even better battery');
    await button('Change').click();
    await page.getByText('The password is changed.').waitFor();
    owner.password = 'an even better battery';
  });

  it('signing out leads to the door, a wrong password does not open it, the right one does', async () => {
    await open('/app/profile');
    await button('Sign out').click();
    await heading('Sign in').waitFor();
    await open('/app/keys');
    await heading('Sign in').waitFor();
    await signIn(page, owner.email, 'not the password');
    await page.getByText('This e-mail address and password do not match.').waitFor();
    await signIn(page, owner.email, owner.password);
    // Back where one wanted to go.
    await heading('API keys').waitFor();
  });

  it('nothing was asked of another place, and no page broke its own policy', () => {
    expect([...browser.origins]).toEqual([instance.url]);
    expect(browser.complaints).toEqual([]);
  });
});
