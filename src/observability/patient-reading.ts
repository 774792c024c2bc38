/** Readings of what may hang, for gauges that are read when they are scraped. */

const keptMs = 5000;
const patienceMs = 3000;

/** One reading for all gauges of a scrape and for scrapes that follow at once; never two at a time. */
export function keptForAWhile<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  let readAtMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (running !== null && performance.now() - readAtMs < keptMs) return running;
    readAtMs = Number.POSITIVE_INFINITY;
    running = read().finally(() => {
      readAtMs = performance.now();
    });
    return running;
  };
}

/** Null where it rejects, or takes longer than a scrape can wait. */
export async function withinPatience<T>(promise: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patienceMs);
  });
  try {
    return await Promise.race([promise, late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
