/** Where a recording stands: how many recordings and signals without a generator reach its odds, and the threshold. */
import { negativesAtLeast, type OddsEvidence } from './ai-odds.js';
import { el, type ViewNode } from './node.js';
import { decimal, t } from './translate.js';

const width = 720;
const height = 212;
const margin = { left: 46, right: 12, top: 26, bottom: 40 };
/** Of the vertical axis: 1,000 down to 0.1. */
const powers = [3, 2, 1, 0, -1];
const steps = 60;
const dash = 8;
/** Of a digit at this size, for texts that end or stand above a place: paper knows no anchor. */
const digit = 6.1;

export function negativesCurveView(odds: OddsEvidence): ViewNode {
  const { logOdds, threshold, negativeDeciles } = odds;
  const from = Math.floor(Math.min(negativeDeciles[0]!, logOdds) - 1);
  const to = Math.ceil(Math.max(threshold, logOdds) + 1);
  const x = (value: number): number =>
    margin.left + ((width - margin.left - margin.right) * (value - from)) / (to - from);
  const y = (power: number): number =>
    margin.top + ((height - margin.top - margin.bottom) * (3 - Math.max(-1, power))) / 4;
  const curve = Array.from({ length: steps + 1 }, (_, step): readonly [number, number] => {
    const at = from + ((to - from) * step) / steps;
    return [x(at), y(Math.log10(Math.max(0.1, negativesAtLeast(odds, at))))];
  });
  const every = Math.max(1, Math.ceil((to - from) / 12));
  const ticks = Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(
    (tick) => tick % every === 0,
  );
  const foot = y(-1);
  return el(
    'svg',
    { class: 'ev-plot', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': labelOf(odds) },
    label(0, 12, t('of 1,000 without a generator')),
    powers.map((power) => [
      el('path', {
        class: 'ev-grid',
        d: `M${margin.left} ${point(y(power))}L${width - margin.right} ${point(y(power))}`,
      }),
      label(margin.left - 6 - digit * String(10 ** power).length, y(power) + 4, String(10 ** power)),
    ]),
    ticks.map((tick) => label(x(tick) - (digit * String(tick).length) / 2, foot + 15, String(tick))),
    label(margin.left, height - 6, t('log-odds of a decoder')),
    curve.slice(1).map((end, step) => stroke('ev-curve', curve[step]!, end)),
    dashed('ev-limit', [x(threshold), y(3)], [x(threshold), foot]),
    stroke('ev-own', [x(logOdds), y(3)], [x(logOdds), foot]),
  );
}

/** What the lines are, in one sentence each. */
export const negativesCurveCaption = ({ logOdds, threshold, casesWithoutGenerator }: OddsEvidence): string =>
  t(
    'Green: of 1,000 without a generator, how many reach as much, measured on {{casesWithoutGenerator}} recordings and signals. Dashed: threshold, {{threshold}}. Blue: this recording, {{logOdds}}.',
    { casesWithoutGenerator, threshold: decimal(threshold, 1), logOdds: decimal(logOdds, 1) },
  );

const labelOf = ({ logOdds, threshold }: OddsEvidence): string =>
  t('Log-odds {{logOdds}}, threshold {{threshold}}, and the curve of recordings without a generator', {
    logOdds: decimal(logOdds, 1),
    threshold: decimal(threshold, 1),
  });

type Place = readonly [x: number, y: number];

export const point = (value: number): string => value.toFixed(1);

const label = (x: number, y: number, words: string): ViewNode =>
  el('text', { class: 'ev-tick', x: point(x), y: point(y) }, words);

const stroke = (name: string, [x1, y1]: Place, [x2, y2]: Place): ViewNode =>
  el('path', { class: name, d: `M${point(x1)} ${point(y1)}L${point(x2)} ${point(y2)}` });

/** As strokes of their own, which paper draws too. A straight line, along one axis. */
export function dashed(name: string, [x1, y1]: Place, [x2, y2]: Place): ViewNode[] {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const count = Math.max(1, Math.floor(length / (2 * dash)));
  const at = (share: number): Place => [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share];
  return Array.from({ length: count }, (_, index) =>
    stroke(name, at(index / count), at((index + 0.6) / count)),
  );
}
