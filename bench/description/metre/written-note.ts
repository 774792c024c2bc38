/** A note in quarters from the first beat of a bar. */
export interface WrittenNote {
  readonly onset: number;
  readonly duration: number;
  readonly pitch: number;
  readonly voice: number;
  readonly velocity?: number;
}

/** Quarters of a bar. */
export const barQuarters = ([top, bottom]: readonly [number, number]): number => (4 * top) / bottom;
