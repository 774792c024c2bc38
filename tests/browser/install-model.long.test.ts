/** An operator installs a recogniser with one click, from a stand-in of the hub on this machine. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reasonAgainstInstalling } from '../../src/models/model-installer.js';
import type { Owner } from '../support/dashboard-owner.js';
import { seriousFindings } from './axe.js';
import { browserPath } from './browser.js';
import { flowTitle, patience, type Sitting, startSitting } from './sitting.js';

const content = Buffer.alloc(300_000, 'model');

describe.skipIf(browserPath === null)(flowTitle('a recogniser in the dashboard'), () => {
  let sitting: Sitting;
  let owner: Owner;
  let hub: Server;
  let requests = 0;
  let answer: (response: ServerResponse, url: string) => void;
  const whole = (response: ServerResponse): void =>
    void response.writeHead(200, { 'content-length': content.length }).end(content);
  /** The encoder begins, and never goes on. */
  const halting = (response: ServerResponse, url: string): void => {
    if (!url.includes('encoder')) {
      whole(response);
      return;
    }
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, 150_000));
  };

  beforeAll(async () => {
    hub = createServer((request, response) => {
      requests += 1;
      answer(response, request.url!);
    });
    await new Promise<void>((done) => hub.listen(0, '127.0.0.1', done));
    const { port } = hub.address() as AddressInfo;
    sitting = await startSitting({ CONTRAFACT_MODEL_HUB: `http://127.0.0.1:${port}` });
    owner = await sitting.enter();
  });
  afterAll(async () => {
    await sitting?.end();
    hub?.closeAllConnections();
    hub?.close();
  });

  const install = () => sitting.button('Install whisper-base').first();
  const missing = () => sitting.page.getByText('No speech recogniser is installed').first();

  it('is offered with size and licence where an analysis lacks it; nothing is fetched before the click', async () => {
    await sitting.open('/app');
    await missing().waitFor();
    await sitting.page
      .getByText(/^About 80(\.0)? MB, licence MIT$/)
      .first()
      .waitFor();
    expect(await seriousFindings(sitting.page)).toEqual([]);
    expect(requests).toBe(0);
  });

  it('says what failed', async () => {
    answer = (response) => void response.writeHead(404).end();
    await install().click();
    await sitting.page
      .getByText(/The installation failed: .* does not exist \(404\)/)
      .first()
      .waitFor(patience);
    await owner.call('PATCH', '/me', { language: 'de' });
    await sitting.open('/app');
    await sitting.page
      .getByText(/Die Installation ist fehlgeschlagen: .* gibt es nicht \(404\)\. Das Modellverzeichnis/)
      .first()
      .waitFor(patience);
    await owner.call('PATCH', '/me', { language: null });
    await sitting.page.evaluate("localStorage.removeItem('contrafact-language')");
  });

  it('says why there is no button where the processes share no models folder', async () => {
    const { page } = sitting;
    // What an API process of many answers: its settings are tested in model-installer.test.ts.
    const reason = reasonAgainstInstalling({ role: 'api', isModelsDirSet: false })!;
    const url = '**/dashboard/api/instance/models';
    await page.route(url, async (route) => {
      const response = await route.fetch();
      const { models } = (await response.json()) as { models: object[] };
      const refused = models.map((model) => ({ ...model, is_installable: false, installation: null }));
      await route.fulfill({ response, json: { reason_against_installing: reason, models: refused } });
    });
    for (const path of ['/app', '/app/instance']) {
      await sitting.open(path);
      await page.getByText(reason).first().waitFor(patience);
      expect(await page.getByRole('button', { name: /^Install/ }).count()).toBe(0);
      expect(await seriousFindings(page)).toEqual([]);
    }
    await page.unroute(url);
    await sitting.open('/app');
  });

  it('shows how far it is on every page, and is cancelled from any', async () => {
    answer = halting;
    await install().click();
    const progress = sitting.page.getByText('File 6 of 7: 150 kB of 300 kB').first();
    await progress.waitFor(patience);
    await sitting.open('/app/instance');
    await progress.waitFor(patience);
    expect(await seriousFindings(sitting.page)).toEqual([]);
    await sitting.open('/app');
    await progress.waitFor(patience);
    await sitting.open('/app/instance');
    await sitting.button('Cancel').click();
    await sitting.page.getByText('The installation was stopped.').waitFor(patience);
  });

  it('is there when it is done, and no longer missed', async () => {
    answer = whole;
    await install().click();
    await install().waitFor({ state: 'detached', ...patience });
    await sitting.open('/app');
    await sitting.heading('Analyse a song').waitFor();
    await missing().waitFor({ state: 'detached', ...patience });
    const complaints = sitting.browser.complaints;
    expect(complaints).toEqual([]);
  });
});
