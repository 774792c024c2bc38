/** The report's pictures: the recording among those without a generator, the spectrum with its lines, and the odds over time. */
import { expectedFalseAlarms } from '../../../../models/calibration.js';
import type { Evidence } from '../evidence.js';
import { type Plot, plot, point, svg, ticksBetween } from './plot.js';

const spectrumHeight = 280;
const oddsHeight = 220;
const timelineHeight = 220;
const highestContrast = 10;
const lowestContrast = -2;

/** Where the recording stands: the curve of those without a generator, the threshold and this one. */
export function oddsPicture({ odds }: Evidence): string {
  const { log_odds: own, threshold, negative_deciles: deciles, negative_tail_decay: tailDecay } = odds;
  const from = Math.min(deciles[0]!, own) - 1;
  const to = Math.max(threshold, own) + 2;
  const logOf = (per1000: number): number => Math.log10(Math.max(0.05, per1000));
  const { x, y, axes } = plot(
    { from, to, label: 'log-odds of a decoder', ticks: ticksBetween(from, to), format: String },
    {
      from: logOf(0.1),
      to: 3,
      label: 'of 1,000 without a generator',
      ticks: [-1, 0, 1, 2, 3],
      format: (power) => String(10 ** power),
    },
    oddsHeight,
  );
  const steps = 120;
  const curve = Array.from({ length: steps + 1 }, (_, index) => {
    const at = from + ((to - from) * index) / steps;
    return `${index === 0 ? 'M' : 'L'}${point(x(at))} ${point(y(logOf(expectedFalseAlarms({ deciles, tailDecay }, at))))}`;
  }).join('');
  const upright = (kind: string, at: number): string =>
    `<line class="${kind}" x1="${point(x(at))}" x2="${point(x(at))}" y1="${point(y(3))}" y2="${point(y(-1))}"/>`;
  return svg(
    oddsHeight,
    'How many recordings without a generator reach these log-odds, the threshold and this recording',
    `${axes}<path class="human" d="${curve}"/>${upright('threshold', threshold)}${upright('own', own)}`,
  );
}

/** The lattice's places along the foot: the coarsest spacing that leaves the eye more than a handful of them. */
function latticeRuler({ lattice, spectrum }: Evidence, { x, y }: Plot, toHz: number): string {
  const spacings = lattice?.spacings_hz ?? [];
  const spacing = spacings.filter((hz) => hz <= 500).at(-1) ?? spacings[0];
  if (spacing === undefined || !(spacing > 0)) return '';
  const first = Math.ceil(spectrum.from_hz / spacing);
  const count = Math.max(0, Math.floor(toHz / spacing) - first + 1);
  const foot = y(lowestContrast);
  return Array.from({ length: count }, (_, index) => {
    const place = point(x((first + index) * spacing));
    return `<line class="ruler" x1="${place}" x2="${place}" y1="${point(foot - 6)}" y2="${point(foot)}"/>`;
  }).join('');
}

export function spectrumPicture(evidence: Evidence): string {
  const { spectrum, lines, verdict } = evidence;
  const fromHz = spectrum.from_hz;
  const toHz = fromHz + spectrum.contrast.length * spectrum.step_hz;
  const drawn = plot(
    {
      from: fromHz,
      to: toHz,
      label: 'frequency',
      ticks: ticksBetween(fromHz, toHz, 8),
      format: (hz) => `${hz / 1000} kHz`,
    },
    {
      from: lowestContrast,
      to: highestContrast,
      label: 'standard deviations',
      ticks: [-2, 0, 2, 4, 6, 8, 10],
      format: String,
    },
    spectrumHeight,
  );
  const { x, y } = drawn;
  // Without a finding the marks show the strongest candidate, which is there by chance or by another cause.
  const kind = verdict.finding === 'found' ? 'lattice' : 'candidate';
  const path = spectrum.contrast
    .map(
      (value, index) =>
        `${index === 0 ? 'M' : 'L'}${point(x(fromHz + index * spectrum.step_hz))} ${point(y(value))}`,
    )
    .join('');
  const marks = lines
    .map(
      ({ frequency_hz: hz, contrast }) =>
        `<line class="${kind}" x1="${point(x(hz))}" x2="${point(x(hz))}" y1="${point(y(lowestContrast))}" y2="${point(y(contrast))}"><title>${hz} Hz: ${contrast}</title></line>`,
    )
    .join('');
  return svg(
    spectrumHeight,
    "Line contrast against frequency, the lattice's lines marked",
    `${drawn.axes}${marks}${latticeRuler(evidence, drawn, toHz)}<path class="contrast" d="${path}"/>`,
  );
}

export function timelinePicture({ timeline, duration_seconds: duration, odds }: Evidence): string {
  const values = [...timeline.map(({ log_odds: one }) => one), odds.threshold];
  const from = Math.min(-6, ...values);
  const to = Math.max(...values) + 1;
  const { x, y, axes } = plot(
    {
      from: 0,
      to: duration,
      label: 'time',
      ticks: ticksBetween(0, duration, 8),
      format: (at) => `${Math.round(at)} s`,
    },
    { from, to, label: 'log-odds', ticks: ticksBetween(from, to, 5), format: String },
    timelineHeight,
  );
  const bars = timeline
    .map(({ start_seconds: start, end_seconds: end, log_odds: one, score, found }) => {
      const barWidth = Math.max(1, x(end) - x(start) - 1);
      return `<rect class="${found ? 'fake' : 'real'}" x="${point(x(start))}" width="${point(barWidth)}" y="${point(y(one))}" height="${point(Math.max(1, y(from) - y(one)))}"><title>${start} to ${end} s: ${found ? 'traces found' : 'none found'}, ${score} standard deviations</title></rect>`;
    })
    .join('');
  const line = `<line class="threshold" x1="${point(x(0))}" x2="${point(x(duration))}" y1="${point(y(odds.threshold))}" y2="${point(y(odds.threshold))}"/>`;
  return svg(timelineHeight, 'Log-odds of each segment and the threshold', `${axes}${bars}${line}`);
}
