/**
 * The evidence as a picture: one self-contained HTML page (inline SVG and style, no script, no request) with the
 * spectrum, the lattice drawn on it, and a timeline. Pure: the same evidence gives the same text.
 */
import type { Evidence } from './evidence.js';

const width = 1000;
const spectrumHeight = 240;
const timelineHeight = 120;
const margin = { left: 48, right: 12, top: 12, bottom: 28 };
const highestContrast = 10;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character]!);
const point = (value: number): string => value.toFixed(1);

interface Plot {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

function plot(xFrom: number, xTo: number, yFrom: number, yTo: number, height: number): Plot {
  const innerWidth = width - margin.left - margin.right;
  const innerHeight = height - margin.top - margin.bottom;
  return {
    x: (value) => margin.left + (innerWidth * (value - xFrom)) / Math.max(1e-9, xTo - xFrom),
    y: (value) =>
      margin.top + innerHeight * (1 - (Math.min(yTo, Math.max(yFrom, value)) - yFrom) / (yTo - yFrom)),
  };
}

/** The lattice's places along the foot: the coarsest spacing that leaves the eye more than a handful of them. */
function latticeRuler({ lattice, spectrum }: Evidence, { x }: Plot, toHz: number): string {
  const spacing = lattice.spacings_hz.filter((hz) => hz <= 500).at(-1) ?? lattice.spacings_hz[0];
  if (spacing === undefined || !(spacing > 0)) return '';
  const first = Math.ceil(spectrum.from_hz / spacing);
  const count = Math.max(0, Math.floor(toHz / spacing) - first + 1);
  return Array.from({ length: count }, (_, index) => {
    const place = point(x((first + index) * spacing));
    return `<line class="ruler" x1="${place}" x2="${place}" y1="${spectrumHeight - 28}" y2="${spectrumHeight - 22}"/>`;
  }).join('');
}

function spectrumPicture(evidence: Evidence): string {
  const { spectrum, lines, verdict } = evidence;
  const toHz = spectrum.from_hz + spectrum.contrast.length * spectrum.step_hz;
  const { x, y } = plot(spectrum.from_hz, toHz, -2, highestContrast, spectrumHeight);
  // Without a verdict of "fake" the marks show the strongest candidate, which is there by chance or by another cause.
  const kind = verdict.fake_probability > 0.5 && !verdict.abstained ? 'lattice' : 'candidate';
  const path = spectrum.contrast
    .map(
      (value, index) =>
        `${index === 0 ? 'M' : 'L'}${point(x(spectrum.from_hz + index * spectrum.step_hz))} ${point(y(value))}`,
    )
    .join('');
  const marks = lines
    .map(
      (line) =>
        `<line class="${kind}" x1="${point(x(line.frequency_hz))}" x2="${point(x(line.frequency_hz))}" y1="${point(y(-2))}" y2="${point(y(line.contrast))}"><title>${line.frequency_hz} Hz: ${line.contrast}</title></line>`,
    )
    .join('');
  const ticks = Array.from({ length: Math.floor(toHz / 2000) }, (_, index) => (index + 1) * 2000)
    .filter((hz) => hz >= spectrum.from_hz)
    .map((hz) => `<text x="${point(x(hz))}" y="${spectrumHeight - 8}">${hz / 1000} kHz</text>`)
    .join('');
  return `<svg viewBox="0 0 ${width} ${spectrumHeight}" role="img" aria-label="Line contrast against frequency, the lattice's lines marked">${marks}${latticeRuler(evidence, { x, y }, toHz)}<path d="${path}"/>${ticks}</svg>`;
}

function timelinePicture({ timeline, duration_seconds }: Evidence): string {
  const highest = Math.max(10, ...timeline.map(({ score }) => score));
  const { x, y } = plot(0, duration_seconds, 0, highest, timelineHeight);
  const bars = timeline
    .map(({ start_seconds, end_seconds, score }) => {
      const left = x(start_seconds);
      const barWidth = Math.max(1, x(end_seconds) - left - 1);
      return `<rect x="${point(left)}" width="${point(barWidth)}" y="${point(y(score))}" height="${point(y(0) - y(score))}"><title>${start_seconds} to ${end_seconds} s: ${score}</title></rect>`;
    })
    .join('');
  return `<svg viewBox="0 0 ${width} ${timelineHeight}" role="img" aria-label="Lattice score of each segment">${bars}<text x="${margin.left}" y="${timelineHeight - 8}">0 s</text><text x="${width - 60}" y="${timelineHeight - 8}">${Math.round(duration_seconds)} s</text></svg>`;
}

function sentence({ verdict, lattice }: Evidence): string {
  const speed =
    Math.abs(lattice.scale - 1) < 2e-4 ? '' : ` at ${(lattice.scale * 100).toFixed(2)} % of its speed`;
  if (verdict.abstained) return `Cannot tell: ${verdict.reasons.join(', ')}.`;
  if (verdict.fake_probability > 0.5) {
    return `Lines at the multiples of ${lattice.spacings_hz.map((hz) => hz.toFixed(2)).join(', ')} Hz${speed}, as left by ${lattice.origin}.`;
  }
  return 'No lattice of a neural decoder was found. Generators without strided decoders leave none.';
}

function chanceOf(evidence: number): string {
  if (evidence < 0.5) return 'as good as chance';
  if (evidence > 6) return 'chance draws this in less than one such recording of a million';
  return `chance draws this in one such recording of ${Math.round(10 ** evidence)}`;
}

function otherCausesOf({ lattice }: Evidence): string {
  const { finer_grid, held_tones, beats, onset_grid, mains, without_codec_bands } = lattice.other_causes;
  return [
    `${Math.round(100 * held_tones)} % of the low multiples are tones`,
    `a finer grid explains ${finer_grid.toFixed(1)} deviations`,
    beats === null ? 'too short to hear a beat' : `loudness beats by ${beats.toFixed(1)} deviations`,
    ...(onset_grid > 0 ? ['most onsets keep to the lattice’s grid of time'] : []),
    ...(mains ? ['mains hum would be there too'] : []),
    ...(without_codec_bands < 1 ? ['most of it lies at the band edges of old codecs'] : []),
  ].join('; ');
}

/** A whole HTML page. */
export function evidenceReport(evidence: Evidence): string {
  const { verdict, lattice } = evidence;
  const facts = [
    ['Probability of "fake"', verdict.fake_probability.toFixed(2)],
    ['Strongest lattice', `${lattice.family}, ${lattice.score.toFixed(1)} standard deviations`],
    ['Against chance and other causes', chanceOf(lattice.evidence)],
    ['Other causes', otherCausesOf(evidence)],
    ['Sound', `${evidence.active_seconds.toFixed(0)} of ${evidence.duration_seconds.toFixed(0)} s`],
    ['Bandwidth', `${(evidence.bandwidth_hz / 1000).toFixed(1)} kHz`],
    ['Calibration', evidence.calibration],
  ];
  const rows = facts.map(([name, value]) => `<dt>${escaped(name!)}</dt><dd>${escaped(value!)}</dd>`).join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>AI-music evidence</title><style>body{font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem}svg{width:100%;background:#fafafa;border:1px solid #ddd}path{fill:none;stroke:#345;stroke-width:.7}.lattice{stroke:#d33;stroke-width:1.4;opacity:.6}.candidate{stroke:#888;stroke-width:1.2;opacity:.5}.ruler{stroke:#d33;stroke-width:.8}rect{fill:#47a}text{font-size:11px;fill:#555}dl{display:grid;grid-template-columns:max-content 1fr;gap:0 1rem}dd{margin:0}</style><h1>AI-music evidence</h1><p>${escaped(sentence(evidence))}</p><dl>${rows}</dl><h2>Lines above their neighbours</h2>${spectrumPicture(evidence)}<h2>Lattice score over time</h2>${timelinePicture(evidence)}</html>`;
}
