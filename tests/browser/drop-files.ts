/** Drops files and folders as a person does: the browser itself makes the transfer, so that folders can be walked. */
import type { Locator, Page } from 'playwright-core';

/** `paths`: of files and folders on this machine. */
export async function dropFiles(page: Page, target: Locator, paths: readonly string[]): Promise<void> {
  await target.waitFor();
  const box = await target.boundingBox();
  if (box === null) throw new Error('there is nothing to drop on');
  const session = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, ...at, data });
  }
  await session.detach();
}
