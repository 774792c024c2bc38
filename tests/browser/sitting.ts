/** A person at a new instance in a real browser: what the flows of the dashboard have in common. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { composePiece } from '../../src/sample-music/compose-piece.js';
import { synthesise } from '../../src/sample-music/synthesise.js';
import { wavFile } from '../../src/sample-music/wav.js';
import { type Owner, setUpOwner } from '../support/dashboard-owner.js';
import { type Instance, startInstance } from '../support/instance.js';
import { excerptFile, songFile } from '../support/songs.js';
import { browserPath, type OpenBrowser, openBrowser, patienceMs } from './browser.js';

/** For what comes by itself, on a machine that has other things to do. */
export const patience = { timeout: patienceMs };

/** The name of a suite of flows: where no browser is installed it says why it is skipped. */
export const flowTitle = (name: string): string =>
  browserPath === null ? `${name} (skipped: no Chromium is installed; apt-get install chromium)` : name;

export interface Sitting {
  readonly instance: Instance;
  readonly browser: OpenBrowser;
  readonly page: Page;
  /** Throw-away files: `song` of 40 s and `excerpt`, its part from 12 s to 30 s. */
  readonly folder: string;
  readonly song: string;
  readonly excerpt: string;
  open(path: string): Promise<unknown>;
  button(name: string): Locator;
  heading(name: string): Locator;
  /** Sets the instance up and signs its owner in. */
  enter(): Promise<Owner>;
  end(): Promise<void>;
}

const sampleRateHz = 22_050;

export async function startSitting(env: Readonly<Record<string, string>> = {}): Promise<Sitting> {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-songs-'));
  const song = join(folder, 'Song of the test.wav');
  const excerpt = join(folder, 'excerpt.wav');
  const samples = synthesise(composePiece(0, 40), sampleRateHz);
  writeFileSync(song, wavFile(samples, sampleRateHz));
  writeFileSync(excerpt, wavFile(samples.slice(12 * sampleRateHz, 30 * sampleRateHz), sampleRateHz));
  const instance = await startInstance({ env });
  const browser = await openBrowser();
  const { page } = browser;
  return {
    instance,
    browser,
    page,
    folder,
    song,
    excerpt,
    open: (path) => page.goto(instance.url + path),
    button: (name) => page.getByRole('button', { name, exact: true }),
    heading: (name) => page.getByRole('heading', { name, exact: true }),
    async enter() {
      const owner = await setUpOwner(instance);
      await owner.signIn(page);
      return owner;
    },
    async end() {
      await browser.close();
      await instance.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A registered recording and an excerpt of it, checked: the ids of the excerpt and of its check. */
export async function checkedExcerpt(owner: Owner): Promise<{ excerpt: string; check: string }> {
  const registered = await owner.upload('Registered.wav', songFile(3, 30));
  await owner.run({ operation: 'fingerprint-add', music_id: registered });
  const excerpt = await owner.upload('An excerpt.wav', excerptFile(3, 30, 8, 15));
  return { excerpt, check: await owner.run({ operation: 'fingerprint-check', music_id: excerpt }) };
}
