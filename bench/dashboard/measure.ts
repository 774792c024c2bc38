import type { Page } from 'playwright-core';

/** Called with every stretch in which the page could not answer, from its very beginning. */
const watchLongTasks = `
  window.busyUntil = 0;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.busyUntil = startTime + duration;
  }).observe({ type: 'longtask', buffered: true });
`;

export interface Interactive {
  /** Since the navigation began. */
  readonly visibleMs: number;
  /** The same, or the end of the last task over 50 ms where that is later. */
  readonly interactiveMs: number;
}

/** Prepares a page for `timeInteractive`. */
export const prepare = (page: Page): Promise<unknown> => page.addInitScript(watchLongTasks);

/** Opens `url` and waits until `selector` shows and the page has been idle for half a second. */
export async function timeInteractive(page: Page, url: string, selector: string): Promise<Interactive> {
  await page.goto(url);
  await page.locator(selector).first().waitFor();
  const visibleMs = Number(await page.evaluate('performance.now()'));
  // Asked from outside: the page's policy forbids code made of text, which waiting inside it would need.
  for (;;) {
    if (await page.evaluate('performance.now() > window.busyUntil + 500')) break;
    await page.waitForTimeout(50);
  }
  const busyUntil = Number(await page.evaluate('window.busyUntil'));
  return { visibleMs, interactiveMs: Math.max(visibleMs, busyUntil) };
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
