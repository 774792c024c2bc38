import { Registry } from 'prom-client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { searchMetrics } from './search-metrics.js';

afterEach(() => {
  vi.useRealTimers();
});

describe('metrics of the search engine', () => {
  it('are answered without its values while it hangs, and it is asked once', async () => {
    vi.useFakeTimers();
    const registry = new Registry();
    let readings = 0;
    searchMetrics(registry, {
      songs: async () => ({ changes: 4, oldestSeconds: 5, accountsInBacklog: 0 }) as never,
      lyrics() {
        readings++;
        return new Promise(() => {});
      },
      melodies: async () => ({ songs: 7 }),
    });
    const scraped = registry.metrics();
    await vi.advanceTimersByTimeAsync(60_000);
    const text = await scraped;
    expect(text).toContain('contrafact_search_changes_pending 4');
    expect(text).not.toMatch(/^contrafact_search_lyric_songs_pending \d/m);
    expect(text).toContain('contrafact_search_melody_songs_pending 7');
    expect(readings).toBe(1);
  });
});
