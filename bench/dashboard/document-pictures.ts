/**
 * The pictures that README and docs show, taken anew of a real instance: `npx tsx bench/dashboard/document-pictures.ts`
 * (npm run build first; needs Chromium). They are light and wide, as documents show them.
 */
import { join } from 'node:path';
import { passThroughDecoder } from '../../src/analyses/ai-detection/test-support/synthetic-decoder.js';
import { wavFile } from '../../src/sample-music/wav.js';
import { openBrowser } from '../../tests/browser/browser.js';
import { makePlagiarismResult, makeRecordingDataset } from '../../tests/support/dashboard-content.js';
import { setUpOwner } from '../../tests/support/dashboard-owner.js';
import { startInstance } from '../../tests/support/instance.js';
import { songSamples } from '../../tests/support/songs.js';

const sampleRateHz = 16_000;

/** A song as a small strided decoder gives it back, whose lattice the analysis finds. */
function decoded(): Buffer {
  const decoder = { strides: [8, 5, 4, 2], level: 0.05, seed: 3 };
  return wavFile(passThroughDecoder(songSamples(1, 40), decoder), sampleRateHz);
}

const folder = join(import.meta.dirname, '../../docs/images');
const instance = await startInstance();
const browser = await openBrowser({ width: 1280, height: 1500 });
const { page } = browser;

async function take(name: string, path: string, awaited: string): Promise<void> {
  await page.goto(instance.url + path);
  await page.locator(awaited).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

try {
  const owner = await setUpOwner(instance);
  await owner.signIn(page);
  const datasetId = await makeRecordingDataset(owner, 2);
  await take('plagiarism', `/app/tasks/${await makePlagiarismResult(owner, datasetId)}`, '.ev-roll');
  const musicId = await owner.upload('Lead single (demo).wav', decoded());
  const task = await owner.run({ operation: 'ai-detection', model: 'pro', music_id: musicId });
  await take('ai-detection', `/app/tasks/${task}`, '.u-wrap');
} finally {
  await browser.close();
  await instance.stop();
}
