/** A temporary folder that stays there for as long as the service runs. */
import { mkdir, utimes } from 'node:fs/promises';

const hourMs = 3_600_000;

/**
 * Marks the folder as used from time to time: systems remove what nobody used for days from their temporary folders, and no
 * compute process starts without this one. Where it is gone nevertheless it is made anew. Returns how to end that.
 */
export function keepFolder(folder: string, everyMs: number = hourMs): () => void {
  const timer = setInterval(() => {
    const now = new Date();
    utimes(folder, now, now)
      .catch(() => mkdir(folder, { mode: 0o700 }))
      // Whoever needs it next reports what is wrong with it.
      .catch(() => undefined);
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
