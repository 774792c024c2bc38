/** Drawing in SVG text: a plot with its axes, ticks and labels. Pure. */

const width = 1000;
const margin = { left: 64, right: 16, top: 14, bottom: 44 };

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character]!);
export const point = (value: number): string => value.toFixed(1);

export interface Axis {
  readonly from: number;
  readonly to: number;
  readonly label: string;
  readonly ticks: readonly number[];
  readonly format: (value: number) => string;
}

export interface Plot {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  /** Axes with ticks and labels, to be drawn first. */
  readonly axes: string;
  readonly height: number;
}

export function plot(horizontal: Axis, vertical: Axis, height: number): Plot {
  const innerWidth = width - margin.left - margin.right;
  const innerHeight = height - margin.top - margin.bottom;
  const share = ({ from, to }: Axis, value: number): number =>
    Math.min(1, Math.max(0, (value - from) / Math.max(1e-9, to - from)));
  const x = (value: number): number => margin.left + innerWidth * share(horizontal, value);
  const y = (value: number): number => margin.top + innerHeight * (1 - share(vertical, value));
  const foot = margin.top + innerHeight;
  const below = horizontal.ticks.map(
    (tick) =>
      `<line class="tick" x1="${point(x(tick))}" x2="${point(x(tick))}" y1="${foot}" y2="${foot + 5}"/><text text-anchor="middle" x="${point(x(tick))}" y="${foot + 18}">${escaped(horizontal.format(tick))}</text>`,
  );
  const beside = vertical.ticks.map(
    (tick) =>
      `<line class="grid" x1="${margin.left}" x2="${width - margin.right}" y1="${point(y(tick))}" y2="${point(y(tick))}"/><text text-anchor="end" x="${margin.left - 6}" y="${point(y(tick) + 4)}">${escaped(vertical.format(tick))}</text>`,
  );
  const middle = margin.top + innerHeight / 2;
  const axes =
    `${beside.join('')}${below.join('')}<path class="axis" d="M${margin.left} ${margin.top}V${foot}H${width - margin.right}"/>` +
    `<text text-anchor="middle" x="${margin.left + innerWidth / 2}" y="${height - 8}">${escaped(horizontal.label)}</text>` +
    `<text text-anchor="middle" transform="translate(14 ${middle}) rotate(-90)">${escaped(vertical.label)}</text>`;
  return { x, y, axes, height };
}

/** Round numbers between two values, about `count` of them. */
export function ticksBetween(from: number, to: number, count = 6): number[] {
  const rough = Math.max(1e-9, to - from) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough)!;
  const first = Math.ceil(from / step);
  return Array.from(
    { length: Math.max(0, Math.floor(to / step) - first + 1) },
    (_, index) => (first + index) * step,
  );
}

export const svg = (height: number, label: string, content: string): string =>
  `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(label)}">${content}</svg>`;
