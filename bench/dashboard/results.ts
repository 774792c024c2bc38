/** When a result can be read and played: from the start of the navigation to the verdict, and to the player's button. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { openBrowser } from '../../tests/browser/browser.js';
import { setUpOwner } from '../../tests/support/dashboard-owner.js';
import { startInstance } from '../../tests/support/instance.js';
import { makeResultPages, recogniserEnv } from '../../tests/support/result-pages.js';
import { median } from './measure.js';

/** Looked at in every frame, as a person would see it; what never comes stays null. */
const watchResult = `
  window.seen = { verdict: null, player: null };
  const look = () => {
    const { seen } = window;
    if (seen.verdict === null && document.querySelector('.verdict')) seen.verdict = performance.now();
    if (seen.player === null) {
      const plays = [...document.querySelectorAll('main button')].some(
        (button) => !button.disabled && /^Play/.test(button.ariaLabel || button.textContent));
      if (plays) seen.player = performance.now();
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
`;

interface Seen {
  readonly verdict: number | null;
  readonly player: number | null;
}

/** Prints a table of medians over `rounds` loads of each result. `songs`: files that are checked and judged beside the made ones. */
export async function timeResults(rounds: number, songs: readonly string[]): Promise<void> {
  const instance = await startInstance({ env: recogniserEnv });
  try {
    const owner = await setUpOwner(instance);
    process.stderr.write('making results …\n');
    const results = (await makeResultPages(owner)).map(({ name, taskId }) => ({ name, taskId }));
    for (const file of songs) {
      const musicId = await owner.upload(basename(file), readFileSync(file));
      const task = { operation: 'ai-detection', model: 'pro', music_id: musicId };
      results.push({ name: `ai, ${basename(file)}`, taskId: await owner.run(task) });
    }
    const browser = await openBrowser({ width: 1280, height: 800 });
    try {
      const { page } = browser;
      await owner.signIn(page);
      await page.addInitScript(watchResult);
      console.log(`\n| result, median of ${rounds} (most) | verdict shows, ms | player ready, ms | aim |`);
      console.log('|---|---|---|---|');
      for (const { name, taskId } of results) {
        const seen: Seen[] = [];
        // The first load fetches the files of the page; those that are counted have them, as on a second result.
        for (let round = -1; round < rounds; round++) {
          await page.goto(`${instance.url}/app/tasks/${taskId}`);
          await page.locator('.verdict').waitFor();
          await page.waitForLoadState('networkidle');
          await page.waitForTimeout(700);
          if (round >= 0) seen.push((await page.evaluate('window.seen')) as Seen);
        }
        const shown = (key: keyof Seen): string => {
          const values = seen.map((one) => one[key]).filter((value) => value !== null);
          if (values.length === 0) return '–';
          return `${median(values).toFixed(0)} (${Math.max(...values).toFixed(0)})`;
        };
        console.log(`| ${name} | ${shown('verdict')} | ${shown('player')} | ≤ 1000 |`);
      }
    } finally {
      await browser.close();
    }
  } finally {
    await instance.stop();
  }
}
