/** Energy segments against the timings of songs: what share of singing is inside, what share of segments is sung. */

import { presenceWithin, windowPresence } from '../../src/analyses/lyric-transcription/presence/presence.js';
import { segmentByEnergy } from '../../src/analyses/lyric-transcription/segments.js';
import type { PresenceCase } from './presence-cases.js';
import { overlap, type Span } from './timings.js';

/** Pauses shorter than this inside a line count as sung: nobody segments between syllables. */
const bridgedSeconds = 1;

export function segmentsPart(cases: readonly PresenceCase[]): void {
  const timed = cases.filter(({ spans }) => spans !== null);
  if (timed.length === 0) {
    console.log('\n## Segments: left out, no songs with timings were found');
    return;
  }
  const totals = new Map<string, { shared: number; found: number; sung: number }>();
  for (const { listened, spans } of timed) {
    const phrases = bridged(spans!);
    const sung = phrases.reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0);
    const presence = windowPresence(listened.windows);
    const energy = segmentByEnergy(listened.rms, listened.seconds);
    const voiced = energy.filter(
      ({ startSeconds, endSeconds }) => presenceWithin(presence, startSeconds, endSeconds) >= 0.02,
    );
    const whole = [{ startSeconds: 0, endSeconds: listened.seconds }];
    for (const [name, segments] of [
      ['baseline: the whole song', whole],
      ['energy segments', energy],
      ['energy segments with a voice', voiced],
    ] as const) {
      const sums = totals.get(name) ?? { shared: 0, found: 0, sung: 0 };
      for (const { startSeconds, endSeconds } of segments) {
        sums.shared += overlap(phrases, startSeconds, endSeconds);
        sums.found += endSeconds - startSeconds;
      }
      sums.sung += sung;
      totals.set(name, sums);
    }
  }
  console.log(`\n## Segments: ${timed.length} songs with timings (the voice filter was trained on them)\n`);
  console.log('| segments | precision | recall |\n| --- | --- | --- |');
  for (const [name, { shared, found, sung }] of totals) {
    console.log(`| ${name} | ${(shared / found).toFixed(3)} | ${(shared / sung).toFixed(3)} |`);
  }
}

function bridged(spans: readonly Span[]): Span[] {
  const phrases: { startSeconds: number; endSeconds: number }[] = [];
  for (const span of [...spans].sort((a, b) => a.startSeconds - b.startSeconds)) {
    const last = phrases.at(-1);
    if (last && span.startSeconds - last.endSeconds < bridgedSeconds) {
      last.endSeconds = Math.max(last.endSeconds, span.endSeconds);
    } else phrases.push({ ...span });
  }
  return phrases;
}
