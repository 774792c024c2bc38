import { UnknownCursorError } from '../domain/unknown-cursor.js';

/**
 * Throws UnknownCursorError where a page is empty because its cursor names nothing: an empty page would mislead the client to
 * believe that it has read all there is. `find` resolves with the cursor's own row, and is asked only then.
 */
export async function requireKnownCursor(
  page: readonly unknown[],
  cursor: string | undefined,
  find: (cursor: string) => Promise<unknown>,
): Promise<void> {
  if (page.length > 0 || cursor === undefined) return;
  if (!(await find(cursor))) throw new UnknownCursorError();
}
