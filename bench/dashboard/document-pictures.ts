/**
 * The pictures that README and docs show, taken anew of a real instance: `npx tsx bench/dashboard/document-pictures.ts`
 * (npm run build first; needs Chromium).
 */
import { join } from 'node:path';
import { openBrowser } from '../../tests/browser/browser.js';
import { setUpOwner } from '../../tests/support/dashboard-owner.js';
import { startInstance } from '../../tests/support/instance.js';
import { makeResultPages, type ResultPage, recogniserEnv } from '../../tests/support/result-pages.js';

const folder = join(import.meta.dirname, '../../docs/images');
const wide = { width: 1280, height: 1500 };
const narrow = { width: 375, height: 812 };

const instance = await startInstance({ env: recogniserEnv });
const browser = await openBrowser(wide);
const { page } = browser;

interface Look {
  readonly size?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
}

/** `awaited`: what the picture is about. */
async function take(name: string, path: string, awaited: string, look: Look = {}): Promise<void> {
  await page.setViewportSize(look.size ?? wide);
  await page.emulateMedia({ colorScheme: look.colorScheme ?? 'light' });
  await page.goto(instance.url + path);
  await page.locator(awaited).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('[aria-busy=true], .mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

try {
  const owner = await setUpOwner(instance);
  await owner.signIn(page);
  const results = await makeResultPages(owner);
  const find = (name: string): ResultPage => results.find((result) => result.name === name)!;
  const result = (name: string): string => `/app/tasks/${find(name).taskId}`;
  const check = await owner.call<{ music_id: string }>('GET', `/tasks/${find('fingerprint-found').taskId}`);
  await owner.run({ operation: 'ai-detection', model: 'standard', music_id: check.music_id });

  await take('plagiarism', result('plagiarism-found'), '.ev-roll');
  await take('ai-detection', result('ai-found'), '.u-wrap');
  await take('fingerprint', result('fingerprint-found'), '.span', { size: { width: 1280, height: 1060 } });
  await take('song', `/app/library/${check.music_id}`, '.time-ruler');
  await take('start', '/app', '.drop', { size: { width: 1280, height: 1000 } });
  const phone = { size: narrow, colorScheme: 'dark' } as const;
  await take('result-narrow-dark', result('plagiarism-found'), '.verdict', phone);
  await take('tasks-narrow-dark', '/app/tasks', '.finding', phone);
} finally {
  await browser.close();
  await instance.stop();
}
