/** What the dashboard weighs, and how long its two heaviest pages take until they can be used. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { browserPath, openBrowser } from '../../tests/browser/browser.js';
import { weighScripts } from '../../tests/browser/weigh-scripts.js';
import {
  makeFingerprint,
  makeLyricResult,
  makePlagiarismResult,
  makeRecordingDataset,
} from '../../tests/support/dashboard-content.js';
import { setUpOwner } from '../../tests/support/dashboard-owner.js';
import { startInstance } from '../../tests/support/instance.js';
import { copyTask } from './many-tasks.js';
import { median, prepare, timeInteractive } from './measure.js';
import { timeResults } from './results.js';

const help =
  'npm run bench -- dashboard [--tasks 10000] [--rounds 5] | --results [--rounds 5] [--song FILE]...   (npm run build first; needs Chromium)';
const aimKb = 200;

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      tasks: { type: 'string', default: '10000' },
      rounds: { type: 'string', default: '5' },
      results: { type: 'boolean', default: false },
      song: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return;
  }
  if (browserPath === null)
    throw new Error('No Chromium is installed: apt-get install chromium, or set CHROMIUM_PATH.');
  if (values.results) {
    await timeResults(Number(values.rounds), values.song);
    return;
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'contrafact-bench-'));
  const instance = await startInstance({ dataDir });
  try {
    const owner = await setUpOwner(instance);
    process.stderr.write('making results …\n');
    const lyricTask = await makeLyricResult(owner);
    const catalogue = await makeRecordingDataset(owner, 1, 10);
    const plagiarismTask = await makePlagiarismResult(owner, catalogue);
    const fingerprintTask = await makeFingerprint(owner);
    await instance.halt();
    process.stderr.write(`copying a task ${values.tasks} times …\n`);
    await copyTask(dataDir, fingerprintTask, Number(values.tasks));
    await instance.start();

    const browser = await openBrowser();
    try {
      const { page } = browser;
      console.log('\n| first page | files | kB | kB gzip | aim |\n|---|---|---|---|---|');
      const weigh = async (title: string, path: string, heading: string): Promise<void> => {
        const ready = (): Promise<void> => page.getByRole('heading', { name: heading }).waitFor();
        const { files, bytes, gzipBytes } = await weighScripts(page, instance.url + path, ready);
        console.log(`| ${title}, nothing cached | ${files} | ${kb(bytes)} | ${kb(gzipBytes)} | ≤ ${aimKb} |`);
      };
      await weigh('login', '/login', 'Sign in');
      await owner.signIn(page);
      const fresh = await browser.context.newCDPSession(page);
      await fresh.send('Network.clearBrowserCache');
      await weigh('start page', '/app', 'Analyse a song');

      await prepare(page);
      const rounds = Number(values.rounds);
      console.log(`\n| page, median of ${rounds} | content shows ms | interactive ms |\n|---|---|---|`);
      const heavy = [
        [`list of ${Number(values.tasks).toLocaleString('en')} tasks`, '/app/tasks', 'tbody tr'],
        ['lyric result of 20 matches', `/app/tasks/${lyricTask}`, 'article:nth-of-type(20)'],
        ['plagiarism result', `/app/tasks/${plagiarismTask}`, 'article .ev-roll'],
      ] as const;
      for (const [title, path, selector] of heavy) {
        const found = [];
        for (let round = 0; round < rounds; round++) {
          found.push(await timeInteractive(page, instance.url + path, selector));
        }
        const visible = median(found.map(({ visibleMs }) => visibleMs));
        const interactive = median(found.map(({ interactiveMs }) => interactiveMs));
        const rolls = await page.locator('.ev-roll').count();
        const what = rolls > 0 ? `${title}, ${rolls} pairs of piano rolls` : title;
        console.log(`| ${what} | ${visible.toFixed(0)} | ${interactive.toFixed(0)} |`);
      }
    } finally {
      await browser.close();
    }
  } finally {
    await instance.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const kb = (bytes: number): string => (bytes / 1000).toFixed(0);
