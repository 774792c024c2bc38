/** Closed-loop load: each connection sends its next request when the last was answered. */
import { Pool } from 'undici';

export interface CallFigures {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers of 429 or 5xx, and broken connections. */
  readonly errors: number;
}

export async function measureCalls(
  url: string,
  apiKey: string,
  connections: number,
  seconds: number,
): Promise<CallFigures> {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections });
  const timesMs: number[] = [];
  let errors = 0;
  const headers = { authorization: `Bearer ${apiKey}` };

  async function loop(untilMs: number, record: boolean): Promise<void> {
    while (performance.now() < untilMs) {
      const startedMs = performance.now();
      try {
        const answer = await pool.request({ path: pathname, method: 'GET', headers });
        await answer.body.dump();
        if (answer.statusCode === 429 || answer.statusCode >= 500) errors += 1;
      } catch {
        errors += 1;
      }
      if (record) timesMs.push(performance.now() - startedMs);
    }
  }
  const all = (untilMs: number, record: boolean): Promise<unknown> =>
    Promise.all(Array.from({ length: connections }, () => loop(untilMs, record)));

  await all(performance.now() + 1000, false);
  errors = 0;
  const startedMs = performance.now();
  await all(startedMs + seconds * 1000, true);
  const tookSeconds = (performance.now() - startedMs) / 1000;
  await pool.close();
  timesMs.sort((a, b) => a - b);
  const at = (share: number): number => timesMs[Math.floor(share * (timesMs.length - 1))] ?? 0;
  return { perSecond: timesMs.length / tookSeconds, p50Ms: at(0.5), p99Ms: at(0.99), errors };
}
