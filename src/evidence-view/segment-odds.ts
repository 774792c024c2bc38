/** Log-odds of each segment on the recording's time axis, with the threshold of the whole track. */

import { clock, rangeText } from '../domain/case-file/clock.js';
import type { OddsEvidence, SegmentOdds } from './ai-odds.js';
import { dashed, point } from './negatives-curve.js';
import { el, type ViewNode } from './node.js';
import { decimal, t } from './translate.js';

/** As wide as the waveform above it, which it is stretched to. */
const width = 720;
const height = 56;
/** Below the bars, on paper: times, and what the colours mean. */
const foot = { times: 14, legend: 34, height: 42 };
const gap = 1;

interface Scale {
  readonly from: number;
  readonly to: number;
}

/** `labelled`: with times and a legend in it; else the bars alone, to be stretched under a waveform. */
export function segmentOddsView(
  segments: readonly SegmentOdds[],
  { threshold, durationSeconds }: OddsEvidence,
  { labelled }: { readonly labelled: boolean },
): ViewNode {
  const { from, to } = scaleOf(segments, threshold);
  const end = Math.max(0.001, durationSeconds, ...segments.map(({ endSeconds }) => endSeconds));
  const y = (value: number): number => height - height * Math.max(0.02, (value - from) / (to - from));
  const bars = segments.map(({ startSeconds, endSeconds, logOdds, found }) => {
    const [left, right] = [(width * startSeconds) / end, (width * endSeconds) / end];
    const top = y(logOdds);
    return el(
      'rect',
      {
        class: found ? 'ev-traces' : 'ev-clear',
        x: point(left),
        y: point(top),
        width: point(Math.max(0.5, right - left - gap)),
        height: point(height - top),
      },
      el(
        'title',
        {},
        `${rangeText(startSeconds, endSeconds)}: ${decimal(logOdds, 1)}, ${found ? t('traces found') : t('no traces found')}`,
      ),
    );
  });
  return el(
    'svg',
    {
      class: labelled ? 'ev-plot' : 'ev-segments',
      viewBox: `0 0 ${width} ${height + (labelled ? foot.height : 0)}`,
      ...(!labelled && { preserveAspectRatio: 'none' }),
      role: 'img',
      'aria-label': t('{{found}} of {{segments}} segments with traces found', {
        found: segments.filter(({ found }) => found).length,
        segments: segments.length,
      }),
    },
    bars,
    // Of the text's colour: over bars of found segments another orange would not be seen.
    dashed('ev-cut', [0, y(threshold)], [width, y(threshold)]),
    labelled && legend(end),
  );
}

/** Its scale and its threshold in words, and why a colour may differ from the side of the line that a bar ends on. */
export function segmentOddsCaption(segments: readonly SegmentOdds[], odds: OddsEvidence): string {
  const { threshold } = odds;
  const { from, to } = scaleOf(segments, threshold);
  const scale = t('Log-odds by segment, {{from}} to {{to}}; dashed: threshold of the track, {{threshold}}', {
    from: from.toFixed(0),
    to: to.toFixed(0),
    threshold: decimal(threshold, 1),
  });
  return [scale, colourNote(segments, odds)].filter(Boolean).join('. ');
}

/** '' where the line alone decides. */
function colourNote(segments: readonly SegmentOdds[], { logOdds, threshold }: OddsEvidence): string {
  const passes = logOdds >= threshold;
  // Of the odds alone at least half of a found track's segments are found, and never all of another's.
  if (segments.every(({ found }) => found !== passes)) {
    return t('Decided with the operator’s classifiers, for the track and all its segments.');
  }
  return passes ? '' : t('A segment alone needs more than the line.');
}

function scaleOf(segments: readonly SegmentOdds[], threshold: number): Scale {
  const values = [...segments.map(({ logOdds }) => logOdds), threshold];
  return { from: Math.min(-4, ...values), to: Math.max(...values) + 1 };
}

function legend(endSeconds: number): ViewNode[] {
  const y = height + foot.legend;
  const mark = (x: number, name: string, words: string): ViewNode[] => [
    el('rect', { class: name, x, y: y - 9, width: 14, height: 10 }),
    el('text', { class: 'ev-tick', x: x + 20, y }, words),
  ];
  const times = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const words = clock(share * endSeconds);
    // Within the picture at both ends: a digit is about 6 units wide.
    const x = Math.max(0, Math.min(width - 6 * words.length, width * share - 3 * words.length));
    return el('text', { class: 'ev-tick', x: point(x), y: height + foot.times }, words);
  });
  return [
    ...times,
    ...mark(0, 'ev-clear', t('no traces found')),
    ...mark(160, 'ev-traces', t('traces found')),
  ];
}
