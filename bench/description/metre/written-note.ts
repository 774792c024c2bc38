/** A note in quarters from the first beat of a bar. */
export interface WrittenNote {
  readonly onset: number;
  readonly duration: number;
  readonly pitch: number;
  readonly voice: number;
  readonly velocity?: number;
}

/** Bar lines lie as far apart as their metre says, to this many quarters. */
const near = 0.01;

/** Quarters before the first bar line, of bar lines in quarters from the first note; 0 where a whole bar lies there. */
export function pickupQuarters(barLines: readonly number[], signature: readonly [number, number]): number {
  const first = barLines.find((at) => at > 0) ?? 0;
  return first < barQuarters(signature) - near ? first : 0;
}

/** Quarters of a bar. */
export const barQuarters = ([top, bottom]: readonly [number, number]): number => (4 * top) / bottom;
