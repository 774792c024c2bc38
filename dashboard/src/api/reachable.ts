/** The service may be away for a while: it restarts, or the network does. */
import { unreachable } from './call.js';

/** Whether the service answers at all. */
export async function isReachable(): Promise<boolean> {
  try {
    await fetch('/livez', { cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

/** Nothing is left of a page that is loaded again from a service that does not answer, so it stays until one does. */
export async function reloadIfReachable(): Promise<void> {
  if (await isReachable()) window.location.reload();
}

/**
 * The code of a page. The router loads everything again where code cannot be had, which is right after an upgrade; where
 * the service does not answer it would leave the browser's own error page, so that the error says so instead.
 */
export const pageCode =
  <Module>(load: () => Promise<Module>) =>
  async (): Promise<Module> => {
    try {
      return await load();
    } catch (error) {
      if (await isReachable()) throw error;
      throw unreachable();
    }
  };
