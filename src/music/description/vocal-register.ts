/**
 * One singer's line where two sing an octave apart, or where the network hears a pitch's overtone or half of it: a song is
 * sung in a register (Salamon & Gómez, "Melody extraction from polyphonic music signals using pitch contour
 * characteristics", IEEE TASLP 2012, find octave errors by a melody's mean pitch). What sounds an octave away counts in part
 * for a pitch, pitches far from the register cost more, and of several registers the one whose line collects most is sung.
 * Where a second voice takes over, or the same one an octave higher, the line goes to another register while nobody sings.
 */
import { melodyWidth } from './landscapes.js';
import { type Landscape, type LineCosts, lineAmong } from './melody-track.js';

export interface RegisterRule {
  /** Of what an octave above and below has, the share that counts for a pitch. */
  readonly octaveShare: number;
  /** What a frame costs that lies `radiusSemitones` or more from the register's middle; less by the square of the distance. */
  readonly cost: number;
  readonly radiusSemitones: number;
  /** What it costs to go to another register, while nobody sings. */
  readonly change: number;
}

const octave = 12;
/** Middles that are tried, in bins of the landscape: from G#2 to G#5. */
const middles = [4, 10, 16, 22, 28, 34, 40] as const;

/** A landscape in which each pitch has a share of its octaves too. */
export function withOctaves({ frames, width, values }: Landscape, share: number): Landscape {
  const shared = values.slice();
  for (let frame = 0; frame < frames; frame++)
    for (let low = frame * width; low + octave < (frame + 1) * width; low++) {
      shared[low]! += share * values[low + octave]!;
      shared[low + octave]! += share * values[low]!;
    }
  return { frames, width, values: shared };
}

/** The bin of each frame, −1 where silent: the line in the registers in which it collects most. */
export function lineInRegister(landscape: Landscape, costs: LineCosts, rule: RegisterRule): Int16Array {
  const dislikes = middles.map((middle) =>
    Float64Array.from(
      { length: melodyWidth },
      (_, bin) => rule.cost * Math.min(1, ((bin - middle) / rule.radiusSemitones) ** 2),
    ),
  );
  return lineAmong(landscape, costs, dislikes, rule.change);
}
