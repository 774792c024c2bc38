/** Pictures of a page, wide and narrow, light and dark. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 375, height: 800 } } as const;
const schemes = ['light', 'dark'] as const;

/** Writes `NAME-SIZE-SCHEME.png` into `folder`, as long as the page is. */
export async function takePictures(
  page: Page,
  url: string,
  name: string,
  folder: string,
  only: RegExp = /./,
): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const colorScheme of schemes) {
      const picture = `${name}-${size}-${colorScheme}`;
      if (!only.test(picture)) continue;
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await page.goto(url);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.locator('[aria-busy=true], .mantine-Skeleton-root').first().waitFor({ state: 'detached' });
      // A page that asks for news is never idle: it is taken as it stands.
      await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {});
      await page.waitForTimeout(400);
      await page.screenshot({ path: join(folder, `${picture}.png`), fullPage: true });
    }
  }
}
