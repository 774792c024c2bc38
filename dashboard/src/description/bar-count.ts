import type { MusicDescription } from '../api/contract.js';

/** Bars that begin before the song's end: the downbeat at its end closes the last one. */
export const barCount = ({
  downbeats,
  beats,
  duration_seconds: end,
}: Pick<MusicDescription, 'downbeats' | 'beats' | 'duration_seconds'>): number =>
  downbeats.filter((beat) => (beats[beat] ?? end) < end).length;
