/**
 * Looks for lattices: at their exact places, at other playback speeds, and at spacings that nobody listed. Whatever is
 * searched looks at thousands of candidates, and its evidence counts them all, but for the few places named beforehand
 * (common-speeds.ts).
 */
import { candidatesOnPlaces, commonPlacesHz, commonSpeedCandidates, isCommonSpeed } from './common-speeds.js';
import type { Lattice, LatticeCandidate } from './lattice.js';
import { combScore, familyScore } from './lattice-score.js';
import { familyOf, type LatticeFamily, latticeFamilies } from './lattices.js';
import { type LineContrast, lowestHz } from './line-contrast.js';
import { scoreNull } from './own-null.js';

/** Half a bin at 16 kHz: a finer step finds nothing that this one misses. */
const step = 4e-5;
/** ±6.3 %: a semitone either way, short of the 6.7 % that turns one family's lattice into another's. */
const widestScale = 0.061;
/** Low harmonics of long notes make chance lattices: the searches look above them. */
const searchFromHz = 2000;
const unconstrainedFromHz = 4000;
const unconstrainedSpacingsHz = { from: 45, to: 450 };
const minUnconstrainedLines = 10;
/** Where listed spacings lie at common speeds: an architecture stands behind these. */
const namedPlacesHz = commonPlacesHz(unconstrainedSpacingsHz);
/** No known architecture stands behind an unlisted spacing: it must be rarer by this factor to count as much. */
const unlistedRarity = 30;
/** A place between the lines that is a simple fraction of no spacing: what a lattice draws does not fall there. */
const goldenShare = 0.381_966;
/**
 * Neighbouring candidates read the same lines: a line is three bins wide, which at 8 kHz is twelve steps. This many
 * scores count as one draw.
 */
const stepsPerDraw = 12;
/** The null of an exact place needs fewer scores than a search visits, and none next to the place itself. */
const nullEvery = 5;
const nullStep = nullEvery * step;
const nullAway = 0.003;

/** Every family at its exact place. */
export function findExact(contrast: LineContrast): LatticeCandidate[] {
  return latticeFamilies.map((family) => ({
    way: 'exact',
    familyId: family.id,
    scale: 1,
    spacingsHz: family.spacingsHz,
    score: familyScore(contrast, family),
    fromHz: lowestHz,
    ownNull: scoreNull(scoresElsewhere(contrast, family)),
    candidates: latticeFamilies.length,
  }));
}

/** A family's scores at speeds other than its own. */
function scoresElsewhere(contrast: LineContrast, family: LatticeFamily): Float32Array {
  const steps = Math.round(widestScale / nullStep);
  const scores: number[] = [];
  for (let index = -steps; index <= steps; index++) {
    const exponent = index * nullStep;
    if (Math.abs(exponent) > nullAway) scores.push(familyScore(contrast, family, Math.exp(exponent)));
  }
  return Float32Array.from(scores);
}

/** Every family at its best playback speed (0.941 … 1.063). */
export function searchScale(contrast: LineContrast): LatticeCandidate[] {
  const steps = Math.round(widestScale / step);
  const scores = new Float32Array(2 * steps + 1);
  return latticeFamilies.map((family) => {
    let best = 0;
    for (let index = 0; index < scores.length; index++) {
      scores[index] = familyScore(contrast, family, Math.exp((index - steps) * step), searchFromHz);
      if (scores[index]! > scores[best]!) best = index;
    }
    const scale = Math.exp((best - steps) * step);
    return {
      way: 'searched',
      familyId: family.id,
      scale,
      spacingsHz: family.spacingsHz.map((spacing) => spacing * scale),
      score: scores[best]!,
      fromHz: searchFromHz,
      ownNull: scoreNull(scores),
      candidates: isCommonSpeed(scale)
        ? commonSpeedCandidates
        : (latticeFamilies.length * scores.length) / stepsPerDraw,
    };
  });
}

/** The strongest evenly spaced lines above 4 kHz of any spacing between 45 and 450 Hz. */
export function searchUnconstrained(contrast: LineContrast): LatticeCandidate {
  const steps = Math.round(Math.log(unconstrainedSpacingsHz.to / unconstrainedSpacingsHz.from) / step);
  const elsewhere: number[] = [];
  let best = { spacingHz: unconstrainedSpacingsHz.from, score: 0 };
  for (let index = 0; index <= steps; index++) {
    const spacingHz = unconstrainedSpacingsHz.from * Math.exp(index * step);
    if (index % nullEvery === 0) {
      elsewhere.push(
        combScore(contrast, spacingHz, { fromHz: unconstrainedFromHz, offsetHz: goldenShare * spacingHz })
          .score,
      );
    }
    const { score, lines } = combScore(contrast, spacingHz, { fromHz: unconstrainedFromHz });
    if (lines < minUnconstrainedLines || score <= best.score) continue;
    const net = unconstrainedScoreAt(contrast, spacingHz);
    if (net > best.score) best = { spacingHz, score: net };
  }
  return {
    way: 'blind',
    familyId: 'unlisted',
    scale: 1,
    spacingsHz: [best.spacingHz],
    score: best.score,
    fromHz: unconstrainedFromHz,
    ownNull: scoreNull(Float32Array.from(elsewhere)),
    candidates:
      candidatesOnPlaces(best.spacingHz, namedPlacesHz) ?? (unlistedRarity * (steps + 1)) / stepsPerDraw,
  };
}

/** The score at a place that a search over another spectrum has found. */
export function scoreAt(contrast: LineContrast, { way, familyId, scale, spacingsHz }: Lattice): number {
  if (familyId === 'unlisted') return unconstrainedScoreAt(contrast, spacingsHz[0]!);
  const fromHz = way === 'exact' ? lowestHz : searchFromHz;
  return familyScore(contrast, familyOf(familyId), scale, fromHz);
}

/** The unconstrained score of one spacing: its lines, less the strongest of the places half-way and a third of the way. */
export function unconstrainedScoreAt(contrast: LineContrast, spacingHz: number): number {
  const read = (share: number): number =>
    combScore(contrast, spacingHz, { fromHz: unconstrainedFromHz, offsetHz: share * spacingHz }).score;
  return read(0) - Math.max(0, read(1 / 2), read(1 / 3), read(2 / 3));
}
