/**
 * Whether notes begin on a regular grid and where that lies: the mean of the onsets' phases as points of a circle (the
 * resultant of circular statistics; Mardia & Jupp, "Directional Statistics", 2000, section 2.3).
 */

export interface OnsetPhase {
  /** 0 … 1: 1 where all onsets lie at one place between the grid's steps, about 0 where they lie anywhere. */
  readonly coherence: number;
  /** Into how many steps a beat is divided. */
  readonly parts: number;
  /** From a step to where the onsets lie, beats, within half a step. */
  readonly shiftBeats: number;
}

/**
 * Eighths, triplets and sixteenths. No finer ones: a shifted grid would lie on their steps as well, and so do the onsets of
 * a transcription, which are multiples of its frames.
 */
const divisions = [2, 3, 4];
/** This many suffice; they are taken from all over the song. */
const maxOnsets = 4000;

/** Of the division that the onsets keep to best. `onsets`: in the unit of `beat`, at least one. */
export function onsetPhase(onsets: ArrayLike<number>, beat: number): OnsetPhase {
  return phasesOf(onsets, beat, divisions).reduce((best, phase) =>
    phase.coherence > best.coherence ? phase : best,
  );
}

/** An eighth of a turn: onsets on average no further from the steps than that are meant to be on them. */
const nearTurn = 1 / 8;

/**
 * Whether the onsets keep to some division's steps themselves, with at least this coherence, or to those of one twice as
 * fine and to the coarser one's more than not (a grid that is half a step off has all of them beside the coarser steps).
 */
export function isOnSteps(onsets: ArrayLike<number>, beat: number, minCoherence: number): boolean {
  const finer = divisions.map((parts) => parts * 2);
  const coarse = phasesOf(onsets, beat, divisions);
  const fine = phasesOf(onsets, beat, finer);
  const isKept = ({ coherence, parts, shiftBeats }: OnsetPhase): boolean =>
    coherence >= minCoherence && Math.abs(shiftBeats * parts) <= nearTurn;
  return coarse.some(
    (phase, index) =>
      isKept(phase) || (isKept(fine[index]!) && Math.abs(phase.shiftBeats * phase.parts) < 1 / 4),
  );
}

function phasesOf(onsets: ArrayLike<number>, beat: number, among: readonly number[]): OnsetPhase[] {
  const stride = Math.ceil(onsets.length / maxOnsets);
  return among.map((parts) => {
    let x = 0;
    let y = 0;
    let count = 0;
    for (let index = 0; index < onsets.length; index += stride) {
      const angle = (2 * Math.PI * parts * onsets[index]!) / beat;
      x += Math.cos(angle);
      y += Math.sin(angle);
      count++;
    }
    return {
      coherence: Math.hypot(x, y) / count,
      parts,
      shiftBeats: Math.atan2(y, x) / (2 * Math.PI * parts),
    };
  });
}

/** How far the length may differ from the guess, as a share. */
const widest = 0.03;
/** Neighbouring lengths move the last onset by this many beats at most. */
const finestBeats = 1 / 32;
/** This many beats fix the length well enough that all others only refine it: a bound on work in long songs. */
const firstBeats = 400;

/** The length near `guess` to which the onsets keep best. `onsets`: rising, at least one. At most some 1,000 lengths are tried. */
export function steadiestBeat(onsets: Float64Array, guess: number): { beat: number; phase: OnsetPhase } {
  const until = onsets[0]! + firstBeats * guess;
  const early = onsets.filter((onset) => onset <= until);
  const { beat } = steadiest(early, guess, widest);
  return steadiest(onsets, beat, finestBeats / firstBeats);
}

function steadiest(onsets: Float64Array, guess: number, share: number): { beat: number; phase: OnsetPhase } {
  const beats = Math.max(1, (onsets.at(-1)! - onsets[0]!) / guess);
  const steps = Math.ceil((share * beats) / finestBeats);
  let best = { beat: guess, phase: onsetPhase(onsets, guess) };
  for (let step = -steps; step <= steps; step++) {
    const beat = guess * (1 + (share * step) / steps);
    const phase = onsetPhase(onsets, beat);
    if (phase.coherence > best.phase.coherence) best = { beat, phase };
  }
  return best;
}
