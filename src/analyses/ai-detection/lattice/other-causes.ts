/**
 * What else than a decoder draws evenly spaced lines, and how much of a lattice's score it may have drawn: held tones,
 * a sequencer's grid of time, a beating as fast as the lattice, mains hum, and the bands of an old codec.
 */
import { beatContrast, type EnvelopeRhythm } from '../listen/envelope-rhythm.js';
import { heldToneShare } from '../listen/held-tones.js';
import { onsetGridFit } from '../listen/transients.js';
import { finerGridScore } from './finer-grid.js';
import { combScore, nullDeviation } from './lattice-score.js';
import { familyOf, type LatticeFamilyId } from './lattices.js';
import type { LineContrast } from './line-contrast.js';

/** A lattice of a listed family at some playback speed, or, `unlisted`, of any spacing. */
export interface Lattice {
  readonly familyId: LatticeFamilyId | 'unlisted';
  /** Playback speed against the generator's own. */
  readonly scale: number;
  /** Spacings at that speed, finest first. */
  readonly spacingsHz: readonly number[];
}

/** What a recording offers for telling causes apart. */
export interface Surroundings {
  readonly contrast: LineContrast;
  readonly logPower: Float32Array;
  readonly rhythm: EnvelopeRhythm;
  /** Times of onsets in seconds. */
  readonly onsets: Float64Array;
}

export interface OtherCauses {
  /** Score that a finer grid explains, in deviations. */
  readonly finerGrid: number;
  /** Share of tones among the lattice's multiples from 60 to 1200 Hz. */
  readonly heldTones: number;
  /** How far the loudness beats at the lattice's spacings (see envelope-rhythm.ts); null: unknown. */
  readonly beats: number | null;
  /** Powers of ten for "the onsets keep to this grid" where most of them do; else 0. */
  readonly onsetGrid: number;
  /** Whether it lies where mains hum would and no listed lattice does, or where the loudness beats with the mains. */
  readonly mains: boolean;
  /** Share of the score that stands without the lines at a codec's band edges; 1 where the other lines bear it out. */
  readonly withoutCodecBands: number;
}

/**
 * From this share of tones among the low multiples on, a lattice is laid to a held tone. A search meets the pitch of
 * any note, an exact place only that of an odd tuning: searched lattices bear less.
 */
const tonesExplain = { exact: 0.4, searched: 0.25 } as const;
/** A tone on another spacing of the family than the strongest must show this many multiples. */
const manyPartials = 5;
/** A searched lattice at which the loudness beats this much may be a sequencer's roll: it counts half. */
const beatsDoubt = 3;
/** At its exact place a decoder's own lattice beats as well (6.5 was seen): only far more is another cause. */
const beatsExplain = 8;
/** Onsets by chance keep to a grid like this once in a million recordings. */
const onsetGridExplains = 6;
/** This share of all onsets, as a mean phase, must agree: what a few of many do draws no lines. */
const leastConcentration = 0.6;
/** Grids of time are looked for here: slower ones are any music's, and faster ones are not resolved. */
const onsetGridHz = { from: 60, to: 500 };
/** An unlisted architecture's own finer lattices begin where decoders' frame rates do; sequencers' sixteenths end there. */
const slowestFramesHz = 20;
const mainsHz = [50, 60];
/** Hum has lines at the mains' own spacing, at twice that behind a rectifier, and at six times behind one of three phases. */
const mainsMultiples = [1, 2, 6];
/** A rectifier or a dimmer clicks twice a period: a loudness that beats so with it, in deviations, buzzes. */
const buzzExplains = 4;
/** Spacings up to this multiple of the clicks are taken to be theirs. */
const mostClicks = 4;
/** Searched lattices of fewer nested spacings than this are no more special than the pitch of a note. */
const specificSpacings = 3;
/** Such a spacing is a note's where its multiples up to here stand out like this, in deviations a line. */
const lowPartials = { toHz: 1000, fewest: 4, explain: 0.8 };
/** Power grids keep their frequency to ±0.4 %. */
const mainsTolerance = 0.004;
/** In deviations: from here on the lines between a codec's band edges bear the lattice out. */
const bornOut = 2.5;
/** Nothing is played as fast as this: the loudness cannot beat with music's rolls. */
const fastestRollHz = 100;
/** 32 bands from 0 to half the rate: MPEG-1 layers I and II, and what builds on their filters, at 44.1, 48 and 32 kHz. */
const codecBandsHz = [44_100 / 64, 48_000 / 64, 32_000 / 64];

/** Whether it was looked at in its exact place, not found by a search. */
export const isExact = ({ familyId, scale }: Lattice): boolean =>
  familyId !== 'unlisted' && Math.abs(scale - 1) < 1e-4;

/** The score of the lattices together: the mean over its deviation where no lattice is; 0 where no line is in the band. */
function scoreOf(contrast: LineContrast, lattice: Lattice, fromHz: number, withoutHz?: number): number {
  const readings = lattice.spacingsHz
    .map((spacing) => combScore(contrast, spacing, { fromHz, ...(withoutHz && { withoutHz }) }))
    .filter(({ lines }) => lines > 0);
  if (readings.length === 0) return 0;
  const sum = readings.reduce((total, { score }) => total + score, 0);
  return sum / readings.length / deviationOf(lattice, readings.length);
}

const deviationOf = ({ familyId }: Lattice, count: number): number =>
  familyId === 'unlisted' ? 1 : nullDeviation(familyOf(familyId), count);

/** Weighs one lattice, read above `fromHz`, against every other cause. */
export function otherCausesOf(lattice: Lattice, fromHz: number, surroundings: Surroundings): OtherCauses {
  const { contrast, logPower, rhythm, onsets } = surroundings;
  const { spacingsHz, familyId } = lattice;
  const readings = spacingsHz.map((spacing) => combScore(contrast, spacing, { fromHz }));
  const used = readings.filter(({ lines }) => lines > 0).length;
  if (used === 0) {
    return { finerGrid: 0, heldTones: 0, beats: null, onsetGrid: 0, mains: false, withoutCodecBands: 1 };
  }
  const strongest = readings.reduce(
    (best, { score }, index) => (score > readings[best]!.score ? index : best),
    0,
  );
  const beats = spacingsHz.map((rate) => beatContrast(rhythm, rate)).filter((beat) => beat !== null);
  if (beats.length === 0 && spacingsHz[0]! > fastestRollHz) beats.push(0);
  const listed = familyId !== 'unlisted';
  const partials = listed ? manyPartials : undefined;
  return {
    finerGrid: finerGridScore(contrast, {
      spacingsHz,
      deviation: deviationOf(lattice, used),
      // At a searched speed a tempo hits the half-way places by chance; at the exact one hardly.
      mayHalve: listed && familyOf(familyId).mayHalve === true && isExact(lattice),
      fromHz,
      ...(listed ? {} : { upToHz: slowestFramesHz }),
    }),
    heldTones: Math.max(
      heldToneShare(logPower, spacingsHz[strongest]!),
      ...spacingsHz.map((spacing) => heldToneShare(logPower, spacing, partials)),
      !isExact(lattice) && used < specificSpacings && isNote(contrast, spacingsHz[0]!) ? 1 : 0,
    ),
    beats: beats.length === 0 ? null : Math.max(...beats),
    onsetGrid: onsetGridOf(onsets, spacingsHz),
    mains: isExact(lattice) ? buzzes(rhythm, spacingsHz) : isMains(spacingsHz[0]!),
    withoutCodecBands: listed ? shareWithoutCodecBands(contrast, lattice, fromHz) : 1,
  };
}

function onsetGridOf(onsets: Float64Array, spacingsHz: readonly number[]): number {
  let strongest = 0;
  for (const spacing of spacingsHz) {
    if (spacing < onsetGridHz.from || spacing > onsetGridHz.to) continue;
    const { concentration, evidence } = onsetGridFit(onsets, spacing);
    if (concentration >= leastConcentration) strongest = Math.max(strongest, evidence);
  }
  return strongest;
}

/** Whether the loudness beats with mains of which a spacing is a small multiple. */
function buzzes(rhythm: EnvelopeRhythm, spacingsHz: readonly number[]): boolean {
  return mainsHz.some((hz) => {
    const clicks = 2 * hz;
    const isTheirs = spacingsHz.some((spacing) => spacing % clicks === 0 && spacing / clicks <= mostClicks);
    return isTheirs && (beatContrast(rhythm, clicks) ?? 0) >= buzzExplains;
  });
}

/**
 * Whether a spacing's multiples stand out at the bottom too, where the music is: then it is the pitch of a note that
 * comes again and again. A decoder's lines are lost there.
 */
function isNote(contrast: LineContrast, spacingHz: number): boolean {
  const highestHz = Math.max(lowPartials.toHz, (lowPartials.fewest + 0.5) * spacingHz);
  const { score, lines } = combScore({ ...contrast, highestHz }, spacingHz, { fromHz: 60 });
  return lines > 0 && score / Math.sqrt(lines) >= lowPartials.explain;
}

/** Whether a finest spacing is one of mains hum's. */
const isMains = (spacingHz: number): boolean =>
  mainsHz.some((hz) =>
    mainsMultiples.some((multiple) => Math.abs(spacingHz / (hz * multiple) - 1) < mainsTolerance),
  );

function shareWithoutCodecBands(contrast: LineContrast, lattice: Lattice, fromHz: number): number {
  const score = scoreOf(contrast, lattice, fromHz);
  if (!(score > 0)) return 1;
  let least = 1;
  for (const band of codecBandsHz) {
    const without = scoreOf(contrast, lattice, fromHz, band * lattice.scale);
    if (without < bornOut) least = Math.min(least, Math.max(0, without / score));
  }
  return least;
}

/** Share of a score that no other cause explains. */
export function trustIn(score: number, causes: OtherCauses, exact: boolean): number {
  if (!(score > 0)) return 1;
  const { finerGrid, heldTones, beats, onsetGrid, mains, withoutCodecBands } = causes;
  if (heldTones >= (exact ? tonesExplain.exact : tonesExplain.searched)) return 0;
  if (onsetGrid >= onsetGridExplains || mains) return 0;
  if (exact && beats !== null && beats >= beatsExplain) return 0;
  const doubt = !exact && (beats === null || beats >= beatsDoubt) ? 0.5 : 1;
  return doubt * withoutCodecBands * Math.max(0, 1 - finerGrid / score);
}

/** The cause that explains most, in words for the reader. */
export function causeInWords({ heldTones, beats, mains, withoutCodecBands }: OtherCauses): string {
  if (heldTones >= tonesExplain.searched) return 'there are lines, but held tones draw the same';
  if (mains) return 'there are lines, but mains hum draws the same';
  if (beats !== null && beats >= beatsExplain) return 'there are lines, but the loudness beats as fast';
  if (withoutCodecBands < 1) return 'there are lines, but the bands of an old codec draw the same';
  return 'there are lines, but a sequencer’s grid of time draws the same';
}
