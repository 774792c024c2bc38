/**
 * The evidence as a picture: one self-contained HTML page (inline SVG and style, no script, no request) with where the
 * recording stands, the spectrum with the lattice drawn on it, and a timeline. Pure: the same input gives the same text.
 */

import type { ExplanationName } from '../../explanations/names.js';
import { explanationTable } from '../../explanations/table.js';
import type { Evidence } from '../evidence.js';
import { oddsPicture, spectrumPicture, timelinePicture } from './pictures.js';
import { escaped } from './plot.js';

/** What the report is about. */
export interface ReportSubject {
  readonly name: string;
  /** Of the file. */
  readonly sha256: string;
  readonly date: Date;
  /** Of this program. */
  readonly version: string;
}

/** One sentence for each finding: what was found, never who made the music. */
function findingSentence({ verdict, lattice }: Evidence): string {
  switch (verdict.finding) {
    case 'found': {
      const speed =
        lattice === null || Math.abs(lattice.scale - 1) < 2e-4
          ? ''
          : ` at ${(lattice.scale * 100).toFixed(2)} % of its speed`;
      const spacings = (lattice?.spacings_hz ?? []).map((hz) => hz.toFixed(2)).join(', ');
      return `Generator traces found: lines at the multiples of ${spacings} Hz${speed}, as left by ${lattice?.origin ?? 'a decoder'}.`;
    }
    case 'possible':
      return `Possible generator traces: ${verdict.reasons.join('; ')}.`;
    case 'cannot_tell':
      return `Cannot tell: ${verdict.reasons.join('; ')}.`;
    case 'not_found':
      return 'No generator traces found. Some generators leave none: those without strided neural decoders are invisible to this analysis.';
  }
}

function explanationFacts({ lattice }: Evidence): [string, string][] {
  if (lattice === null) return [];
  return Object.entries(lattice.explanations)
    .filter(([, value]) => value > 0)
    .map(([name, value]) => [
      `Alternative explanation: ${name}`,
      `${value} (${explanationTable[name as ExplanationName]?.unit ?? ''})`,
    ]);
}

const legend = (...items: readonly (readonly [string, string])[]): string =>
  `<p class="legend">${items.map(([kind, text]) => `<span class="key ${kind}"></span>${escaped(text)}`).join(' ')}</p>`;

const style =
  'body{font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem}svg{width:100%;background:#fafafa;border:1px solid #ddd}' +
  'path{fill:none}.contrast{stroke:#345;stroke-width:.7}.axis{stroke:#777}.grid{stroke:#e4e4e4}.tick{stroke:#777}.human{stroke:#2b8a3e;stroke-width:2}' +
  '.lattice{stroke:#d33;stroke-width:1.4;opacity:.6}.candidate{stroke:#888;stroke-width:1.2;opacity:.5}.ruler{stroke:#d33;stroke-width:.8}' +
  '.threshold{stroke:#e67700;stroke-width:1.6;stroke-dasharray:6 4}.own{stroke:#1864ab;stroke-width:2.4}rect.real{fill:#74a57f}rect.fake{fill:#d9480f}' +
  'text{font-size:12px;fill:#555}dl{display:grid;grid-template-columns:max-content 1fr;gap:0 1rem}dd{margin:0;overflow-wrap:anywhere}' +
  '.legend{color:#555;font-size:13px}.key{display:inline-block;width:22px;height:10px;margin:0 6px 0 14px}.key.human{background:#2b8a3e}' +
  '.key.threshold{background:#e67700}.key.own{background:#1864ab}.key.real{background:#74a57f}.key.fake{background:#d9480f}.key.lattice{background:#d33}.key.candidate{background:#888}';

/** A whole HTML page. */
export function evidenceReport(evidence: Evidence, subject: ReportSubject): string {
  const { verdict, lattice, odds } = evidence;
  const facts: (readonly [string, string])[] = [
    ['Recording', subject.name],
    ['SHA-256 of the file', subject.sha256],
    ['Analysed', subject.date.toISOString()],
    ['Contrafact', subject.version],
    ['Finding', verdict.finding.replaceAll('_', ' ')],
    ['Probability of "fake"', verdict.fake_probability.toFixed(2)],
    ['Log-odds, threshold', `${odds.log_odds.toFixed(2)}, ${odds.threshold.toFixed(2)}`],
    ...(lattice === null
      ? []
      : [
          [
            'Strongest lattice',
            `${lattice.family}, ${lattice.score.toFixed(1)} standard deviations`,
          ] as const,
          [
            'Against chance',
            `1 in 10^${Math.max(0, lattice.evidence).toFixed(1)} recordings like this one`,
          ] as const,
        ]),
    ...explanationFacts(evidence),
    ['Sound', `${evidence.active_seconds.toFixed(0)} of ${evidence.duration_seconds.toFixed(0)} s`],
    ['Bandwidth', `${(evidence.bandwidth_hz / 1000).toFixed(1)} kHz`],
    ['Model and calibration', evidence.calibration],
  ];
  const rows = facts.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('');
  const kind = verdict.finding === 'found' ? 'lattice' : 'candidate';
  const lines =
    verdict.finding === 'found' ? 'lines of the lattice that was found' : 'lines of the strongest candidate';
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>AI-music evidence: ${escaped(subject.name)}</title><style>${style}</style>` +
    `<h1>AI-music evidence</h1><p>${escaped(findingSentence(evidence))}</p><dl>${rows}</dl>` +
    `<h2>Among recordings without a generator</h2>${oddsPicture(evidence)}` +
    legend(
      [
        'human',
        `of 1,000 without a generator, how many reach as much; measured on ${odds.negative_cases} recordings and signals without a generator`,
      ],
      ['threshold', 'threshold'],
      ['own', 'this recording'],
    ) +
    `<h2>Lines above their neighbours</h2>${spectrumPicture(evidence)}${legend([kind, lines])}` +
    `<h2>Segments</h2>${timelinePicture(evidence)}` +
    `${legend(['fake', 'traces found'], ['real', 'none found'], ['threshold', 'threshold of the whole track'])}</html>`
  );
}
