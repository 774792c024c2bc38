/**
 * A picture of every page, wide and narrow, light and dark, of a real instance with real results:
 * `npx tsx bench/dashboard/pictures.ts --out DIR [--song FILE]... [--only REGEX]` (npm run build first; needs
 * Chromium). Each song is analysed by everything that is installed.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../tests/browser/browser.js';
import {
  makeLyricResult,
  makePlagiarismResult,
  makeRecordingDataset,
} from '../../tests/support/dashboard-content.js';
import { type Owner, setUpOwner } from '../../tests/support/dashboard-owner.js';
import { type Instance, startInstance } from '../../tests/support/instance.js';
import { receiverEnv, startReceiver } from '../../tests/support/receiver.js';
import { excerptFile, songFile } from '../../tests/support/songs.js';

const sizes = { wide: { width: 1280, height: 860 }, narrow: { width: 375, height: 800 } } as const;
const schemes = ['light', 'dark'] as const;
/** What an analysis that is not installed, or a file it cannot judge, leaves: a picture of the failure. */
const tolerant = (run: Promise<string>): Promise<string> =>
  run.catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return '';
  });

async function fill(
  owner: Owner,
  receiverUrl: string,
  songs: readonly string[],
): Promise<Map<string, string>> {
  await owner.call('PUT', '/callback', { url: receiverUrl });
  const registered = await owner.upload('Evening train.wav', songFile(1, 60));
  const excerpt = await owner.upload('Heard on the radio.wav', excerptFile(1, 60, 20, 20));
  const pages = new Map([
    ['start', '/app'],
    ...['library', 'tasks', 'callback', 'deliveries', 'keys', 'datasets', 'usage', 'members'].map(
      (name) => [name, `/app/${name}`] as const,
    ),
    ['instance', '/app/instance'],
    ['notifications', '/app/notifications'],
    ['profile', '/app/profile'],
    ['song', `/app/library/${registered}`],
  ]);
  await owner.run({ operation: 'fingerprint-add', music_id: registered });
  const check = await owner.run({ operation: 'fingerprint-check', music_id: excerpt });
  pages.set('fingerprint', `/app/tasks/${check}`);
  const catalogue = await makeRecordingDataset(owner, 3);
  pages.set('plagiarism', `/app/tasks/${await makePlagiarismResult(owner, catalogue)}`);
  pages.set('lyrics', `/app/tasks/${await makeLyricResult(owner)}`);
  const { datasets } = await owner.call<{ datasets: Array<{ dataset_id: string; read_only: boolean }> }>(
    'GET',
    '/datasets',
  );
  pages.set('dataset', `/app/datasets/${datasets.find((one) => !one.read_only)?.dataset_id}`);
  for (const [index, file] of songs.entries()) {
    const musicId = await owner.upload(basename(file), readFileSync(file));
    for (const [operation, model] of [
      ['ai-detection', 'pro'],
      ['lyric-transcription', 'standard'],
      ['plagiarism', 'standard'],
    ]) {
      const id = await tolerant(owner.run({ operation, model, music_id: musicId }));
      if (id !== '') pages.set(`${operation}-${index + 1}`, `/app/tasks/${id}`);
    }
  }
  return pages;
}

async function take(page: Page, instance: Instance, name: string, path: string, out: string): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await page.goto(instance.url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(500);
      await page.screenshot({ path: join(out, `${name}-${size}-${colorScheme}.png`), fullPage: true });
    }
  }
}

/** The start page as it stands after a first song, which is found. */
async function takeAnswers(page: Page, instance: Instance, out: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 1060 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${instance.url}/app`);
  const buffer = excerptFile(1, 60, 30, 15);
  const file = { name: 'Clip from a video.wav', mimeType: 'audio/wav', buffer };
  await page.getByLabel('Drop a song here, or choose one').setInputFiles(file);
  await page.getByRole('button', { name: 'Another file' }).waitFor();
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await page.getByText('This recording is in your catalogue.').waitFor();
  await page.locator('.status', { hasText: 'done' }).nth(1).waitFor();
  await page.screenshot({ path: join(out, 'start-answers.png') });
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    out: { type: 'string' },
    song: { type: 'string', multiple: true, default: [] },
  },
});
if (values.out === undefined) throw new Error('Name a folder for the pictures: --out DIR');
mkdirSync(values.out, { recursive: true });
const receiver = await startReceiver();
const instance = await startInstance({ env: receiverEnv });
const browser = await openBrowser();
try {
  const owner = await setUpOwner(instance);
  const pages = await fill(owner, receiver.url, values.song);
  const only = new RegExp(values.only);
  if (only.test('login')) await take(browser.page, instance, 'login', '/login', values.out);
  await owner.signIn(browser.page);
  await takeAnswers(browser.page, instance, values.out);
  for (const [name, path] of [...pages].filter(([page]) => only.test(page))) {
    process.stderr.write(`${name} …\n`);
    await take(browser.page, instance, name, path, values.out);
  }
} finally {
  await browser.close();
  await instance.stop();
  await receiver.close();
}
