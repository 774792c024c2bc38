/** What a page weighs: for the test that holds the limit, and for the bench that writes the figure down. */
import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';

export interface Weight {
  readonly files: number;
  readonly bytes: number;
  readonly gzipBytes: number;
}

/** The JavaScript that a page asks for when nothing of it is in the browser yet. */
export async function weighScripts(page: Page, url: string, ready: () => Promise<unknown>): Promise<Weight> {
  const scripts = new Map<string, Promise<Buffer>>();
  const note = (response: Response): void => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body());
  };
  page.on('response', note);
  await page.goto(url);
  await ready();
  await page.waitForLoadState('networkidle');
  page.off('response', note);
  const bodies = await Promise.all(scripts.values());
  return {
    files: bodies.length,
    bytes: bodies.reduce((sum, body) => sum + body.length, 0),
    gzipBytes: bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0),
  };
}
