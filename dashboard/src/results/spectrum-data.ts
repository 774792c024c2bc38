/** The evidence behind an AI detection, from the task's detail. */
import {
  type OddsEvidence,
  oddsEvidence,
  type SegmentOdds,
  segmentOdds,
} from '../../../src/evidence-view/ai-odds.js';
import { t } from '../i18n/t.js';
import { fields, list, number, text } from './fields.js';

export interface SpectrumEvidence {
  frequencyHz: number[];
  /** Level above the neighbourhood. */
  contrast: number[];
  linesHz: number[];
}

export interface Evidence {
  finding: string;
  reasons: string[];
  limits: string[];
  /** The generator part that leaves the strongest lattice found, in words, and how strong it is. */
  latticeOrigin: string;
  latticeScore: number;
  spacingsHz: number[];
  spectrum: SpectrumEvidence | null;
  odds: OddsEvidence | null;
  segments: SegmentOdds[];
  declared: string[];
}

export function evidenceOf(detail: unknown): Evidence | null {
  const evidence = fields(fields(detail).evidence);
  const verdict = fields(fields(detail).verdict);
  const lattice = fields(evidence.lattice);
  const score = number(lattice.score);
  if (score === null) return null;
  // JSON of the service, whose shape the reader checks.
  const json = detail as never;
  return {
    finding: text(verdict.finding),
    reasons: list(verdict.reasons).map(String),
    limits: list(verdict.limits).map(String),
    latticeOrigin: text(lattice.origin),
    latticeScore: score,
    spacingsHz: list(lattice.spacings_hz).map(Number),
    spectrum: spectrumOf(evidence),
    odds: oddsEvidence(json),
    segments: segmentOdds(json),
    declared: declaredIn(fields(fields(detail).declared)),
  };
}

/** What the file states about its making, in words. */
function declaredIn(declared: Record<string, unknown>): string[] {
  const tags = list(declared.tags)
    .map(fields)
    .map((tag) =>
      t('the tag {{field}} is “{{text}}” ({{generator}})', {
        field: text(tag.field),
        text: text(tag.text),
        generator: text(tag.generator),
      }),
    );
  const credentials = fields(declared.content_credentials);
  if (typeof credentials.signature !== 'string') return tags;
  const by = credentials.claim_generator ? ` (${text(credentials.claim_generator)})` : '';
  const source =
    credentials.declares_ai === true
      ? t('Content Credentials{{by}} declare media made by a trained model', { by })
      : t('Content Credentials{{by}} declare no media made by a trained model', { by });
  const signature =
    credentials.signature === 'intact'
      ? t('their signature is intact (signed by {{signer}}, whom no list here vouches for)', {
          signer: text(credentials.signed_by) || t('nobody named'),
        })
      : t('their signature is {{state}}', { state: t(credentials.signature) });
  return [...tags, `${source}; ${signature}`];
}

function spectrumOf(evidence: Record<string, unknown>): SpectrumEvidence | null {
  const spectrum = fields(evidence.spectrum);
  const from = number(spectrum.from_hz);
  const step = number(spectrum.step_hz);
  const contrast = list(spectrum.contrast).map(Number);
  if (from === null || step === null || contrast.length < 2) return null;
  return {
    frequencyHz: contrast.map((_, index) => from + index * step),
    contrast,
    linesHz: list(evidence.lines)
      .map((line) => number(fields(line).frequency_hz))
      .filter((hz): hz is number => hz !== null),
  };
}
