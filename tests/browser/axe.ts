/** What is wrong with pages for people who see, hear or move otherwise, or hold a telephone. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string;
  nodes: Array<{ html: string }>;
}

/** A dialog that is half faded in has half its contrast: nothing is judged before every fade and slide has ended. */
const atRest = `(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const moving = () => document.getAnimations().filter(({ playState, effect }) =>
    playState === 'running' && effect.getComputedTiming().endTime !== Infinity);
  do {
    await Promise.allSettled(moving().map(({ finished }) => finished));
    await frame();
  } while (moving().length > 0);
})()`;

/** Serious and critical findings of axe, one line each. It is run by the browser itself, past the page's policy. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(atRest);
  await page.evaluate(`window.axe || (() => {${source}})()`);
  // Without `preload`: it copies style sheets into elements, which the page's policy refuses.
  const found = (await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"], preload: false })',
  )) as { violations: Violation[] };
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, impact, nodes }) =>
        `${impact} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
}

/** The page that is open, light and wide, dark and at 375 px: axe's findings, whether it scrolls sideways, and escaped text. */
export async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 375],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 860 });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    await page.evaluate(atRest);
    const over = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
    if (over > 0) faults.push(`${over} px too wide at ${width} px`);
    const entity = /&(#x?[\da-f]+|amp|lt|gt|quot);/i.exec(await page.locator('body').innerText());
    if (entity) faults.push(`shows the markup of a character: ${entity[0]}`);
    for (const finding of await seriousFindings(page)) faults.push(`${colorScheme}: ${finding}`);
  }
  return faults.map((fault) => `${new URL(page.url()).pathname} ${fault}`);
}
