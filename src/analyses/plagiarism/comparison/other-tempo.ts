/** The other readings of a query's tempo that are searched for and aligned, relative to how it is counted. */
export type OtherTempo = 0.5 | 2;
export const otherTempos: readonly OtherTempo[] = [0.5, 2];
