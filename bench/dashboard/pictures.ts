/**
 * A picture of every page, wide and narrow, light and dark, of a real instance with real results:
 * `npx tsx bench/dashboard/pictures.ts --out DIR [--only REGEX] [--locale de-DE]` (npm run build first; needs
 * Chromium). `--only` chooses by the names of the pictures: `result-ai-found-narrow-dark`.
 */
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openBrowser } from '../../tests/browser/browser.js';
import { setUpOwner } from '../../tests/support/dashboard-owner.js';
import { startInstance } from '../../tests/support/instance.js';
import { receiverEnv, startReceiver } from '../../tests/support/receiver.js';
import { recogniserEnv } from '../../tests/support/result-pages.js';
import { fillPages } from './fill-pages.js';
import { takePictures } from './take-picture.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    out: { type: 'string' },
    locale: { type: 'string', default: 'en-US' },
  },
});
if (values.out === undefined) throw new Error('Name a folder for the pictures: --out DIR');
mkdirSync(values.out, { recursive: true });
const only = new RegExp(values.only);
const receiver = await startReceiver();
const instance = await startInstance({ env: { ...receiverEnv, ...recogniserEnv } });
const browser = await openBrowser();
const translated = await openBrowser({ locale: values.locale });
try {
  const take = async (name: string, path: string): Promise<void> => {
    process.stderr.write(`${name} …\n`);
    await takePictures(translated.page, instance.url + path, name, values.out!, only);
  };
  await take('setup-without-link', '/setup');
  const owner = await setUpOwner(instance);
  const pages = await fillPages(owner, receiver.url);
  // What a visitor sees, before anybody signs in there.
  for (const name of ['login', 'setup', 'invitation']) await take(name, pages.get(name) ?? `/${name}`);
  pages.delete('invitation');
  await owner.signIn(browser.page);
  await translated.context.addCookies(await browser.context.cookies());
  for (const [name, path] of pages) await take(name, path);
} finally {
  await translated.close();
  await browser.close();
  await instance.stop();
  await receiver.close();
}
