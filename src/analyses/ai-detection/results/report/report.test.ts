import { describe, expect, it } from 'vitest';
import { embeddedOdds } from '../../evidence/embedded.js';
import {
  measurementOf,
  nothingElse,
  sampleLattice,
  sampleMeasurement,
} from '../../test-support/sample-measurement.js';
import { judge } from '../result.js';
import { evidenceReport } from './report.js';

const subject = {
  name: 'a <song>.wav',
  sha256: 'c0ffee',
  date: new Date('2026-01-02T03:04:05Z'),
  version: '1.2.3',
};
const reportOf = (score: number, changes = {}): string =>
  evidenceReport(judge('lite', sampleMeasurement(score, changes), embeddedOdds()).evidence, subject);

describe('evidenceReport', () => {
  it('draws the spectrum, the lattice’s lines and one bar a segment', () => {
    const html = reportOf(14);
    expect(html.match(/<svg /g)).toHaveLength(3);
    expect(html.match(/<line class="lattice"/g)).toHaveLength(1);
    expect(html.match(/<rect class="fake"/g)).toHaveLength(12);
    expect(html).toContain('86.13');
  });

  it('names the song, the hash of its file, the date and the version', () => {
    const html = reportOf(14);
    for (const text of ['a &lt;song&gt;.wav', 'c0ffee', '2026-01-02T03:04:05.000Z', '1.2.3'])
      expect(html).toContain(text);
  });

  it('has axes, the threshold, the curve of those without a generator and a legend that agrees with the verdict', () => {
    for (const [score, segments] of [
      [14, 'fake'],
      [0.2, 'real'],
    ] as const) {
      const html = reportOf(score);
      expect(html.match(/<path class="axis"/g)).toHaveLength(3);
      expect(html.match(/<line class="threshold"/g)).toHaveLength(2);
      expect(html.match(/<path class="human"/g)).toHaveLength(1);
      expect(html.match(new RegExp(`<rect class="${segments}"`, 'g'))).toHaveLength(12);
      expect(html).toMatch(
        /of 1,000 without a generator, how many reach as much; measured on \d+ recordings and signals/,
      );
      expect(html).not.toContain('human recordings');
    }
  });

  it('marks the lines of a mere candidate as such, and states what was not found instead of who made it', () => {
    const html = reportOf(0.2);
    expect(html).toContain('<line class="candidate"');
    expect(html).not.toContain('<line class="lattice"');
    expect(html).toContain('No generator traces found. Some generators leave none');
    expect(html).not.toMatch(/made by people|human made/i);
  });

  it('names the alternative explanation of lines that it does not count', () => {
    const held = sampleLattice('fifty', 12, { explanations: { ...nothingElse, 'held-tones': 1 } });
    const { evidence } = judge('lite', measurementOf([held]), embeddedOdds());
    expect(evidenceReport(evidence, subject)).toContain(
      'Cannot tell: there are evenly spaced lines, but held tones',
    );
  });

  it('is self-contained: no script, nothing to fetch', () => {
    expect(reportOf(14)).not.toMatch(/<script|src=|href=|url\(/);
  });

  it('says what limits it where it cannot tell, and never draws a number that is none', () => {
    const html = reportOf(0.5, { activeSeconds: 5, segments: [], durationSeconds: 0 });
    expect(html).toContain('Cannot tell: less than 10 s of sound');
    expect(html).not.toMatch(/NaN|Infinity|undefined/);
  });
});
