/** Energy segments against the timings of songs: what share of singing is inside, what share of segments is sung. */

import { yamnetSpans } from '../../src/analyses/lyric-transcription/detectors/yamnet-presence.js';
import { voicedSpans } from '../../src/analyses/lyric-transcription/presence/presence.js';
import { segmentByEnergy } from '../../src/analyses/lyric-transcription/segments.js';
import { logistic } from '../../src/signal/logistic.js';
import type { PresenceCase } from './presence-cases.js';
import { overlap, type Span } from './timings.js';

/** Pauses shorter than this inside a line count as sung: nobody segments between syllables. */
const bridgedSeconds = 1;

export function segmentsPart(
  cases: readonly PresenceCase[],
  logits: ReadonlyMap<PresenceCase, Float32Array>,
  byFolds: boolean,
): void {
  const timed = cases.filter(({ spans }) => spans !== null);
  if (timed.length === 0) {
    console.log('\n## Segments: left out, no songs with timings were found');
    return;
  }
  const totals = new Map<string, { shared: number; found: number; sung: number }>();
  for (const one of timed) {
    const { listened, spans } = one;
    const phrases = bridged(spans!);
    const sung = phrases.reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0);
    const { rms, seconds } = listened;
    const energy = segmentByEnergy(rms, seconds);
    const own = segmentByEnergy(rms, seconds, voicedSpans(logits.get(one)!.map(logistic), seconds));
    const byYamnet = one.yamnet && segmentByEnergy(rms, seconds, yamnetSpans(one.yamnet, seconds));
    const whole = [{ startSeconds: 0, endSeconds: listened.seconds }];
    for (const [name, segments] of [
      ['baseline: the whole song', whole],
      ['energy segments', energy],
      ['energy and the built-in classifier', own],
      ...(byYamnet ? [['energy and YAMNet', byYamnet] as const] : []),
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
  console.log(
    `\n## Segments: ${timed.length} songs with timings (the classifier by ${byFolds ? 'networks that never heard them' : 'the shipped weights'})\n`,
  );
  console.log('| segments | precision | recall |\n| --- | --- | --- |');
  for (const [name, { shared, found, sung }] of totals) {
    console.log(`| ${name} | ${(shared / found).toFixed(3)} | ${(shared / sung).toFixed(3)} |`);
  }
}

export function bridged(spans: readonly Span[]): Span[] {
  const phrases: { startSeconds: number; endSeconds: number }[] = [];
  for (const span of [...spans].sort((a, b) => a.startSeconds - b.startSeconds)) {
    const last = phrases.at(-1);
    if (last && span.startSeconds - last.endSeconds < bridgedSeconds) {
      last.endSeconds = Math.max(last.endSeconds, span.endSeconds);
    } else phrases.push({ ...span });
  }
  return phrases;
}
