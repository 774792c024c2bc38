import { describe, expect, it } from 'vitest';
import { embeddedCalibration } from '../heads/calibration.js';
import { sampleLattice, sampleMeasurement } from '../test-support/sample-measurement.js';
import { evidenceReport } from './report.js';
import { judge } from './result.js';

const reportOf = (score: number, changes = {}): string =>
  evidenceReport(judge('lite', sampleMeasurement(score, changes), embeddedCalibration).evidence);

describe('evidenceReport', () => {
  it('draws the spectrum, the lattice’s lines and one bar a segment', () => {
    const html = reportOf(14);
    expect(html.match(/<svg /g)).toHaveLength(2);
    expect(html.match(/class="lattice"/g)).toHaveLength(1);
    expect(html.match(/<rect /g)).toHaveLength(12);
    expect(html).toContain('86.13');
  });

  it('marks the lines of a mere candidate as such, and says that chance draws as much', () => {
    const html = reportOf(0.2);
    expect(html).toContain('class="candidate"');
    expect(html).not.toContain('class="lattice"');
    expect(html).toContain('as good as chance');
  });

  it('names the other cause of lines that it does not count', () => {
    const explained = { ...sampleLattice('fifty', -1), score: 20, trust: 0, againstChance: 9 };
    const tones = { ...explained, otherCauses: { ...explained.otherCauses, heldTones: 1 } };
    expect(reportOf(0.2, { explained: tones })).toContain('Cannot tell: there are lines, but held tones');
  });

  it('is self-contained: no script, nothing to fetch', () => {
    expect(reportOf(14)).not.toMatch(/<script|src=|href=|url\(/);
  });

  it('says what limits it where it cannot tell, and never draws a number that is none', () => {
    const html = reportOf(0.5, { activeSeconds: 5, segments: [], lines: [], durationSeconds: 0 });
    expect(html).toContain('Cannot tell: less than 10 s of sound');
    expect(html).not.toMatch(/NaN|Infinity|undefined/);
  });
});
