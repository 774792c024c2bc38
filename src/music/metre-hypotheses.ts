/** The metres that a song may be heard in: the main one first, then the other where the main one is not certain. */
import { medianInterval } from './rhythm/median-interval.js';
import type { SongDescription } from './song-description.js';

export interface MetreHypothesis {
  readonly meter: 3 | 4;
  /** Of its beats, which may not be those of the other metre. */
  readonly tempoBpm: number;
  /** Of the two, 0 … 1. */
  readonly probability: number;
}

export function metreHypotheses({
  meter,
  tempoBpm,
  otherMetre,
}: Pick<SongDescription, 'meter' | 'tempoBpm' | 'otherMetre'>): MetreHypothesis[] {
  if (!otherMetre) return [{ meter, tempoBpm, probability: 1 }];
  const { beats, probability } = otherMetre;
  return [
    { meter, tempoBpm, probability: 1 - probability },
    { meter: otherMetre.meter, tempoBpm: 60 / medianInterval(beats), probability },
  ];
}

/** `4/4 (62 %), or 3/4 at 90.0 BPM (38 %)`; null where the metre is certain. */
export function metreText(song: Parameters<typeof metreHypotheses>[0]): string | null {
  const [main, other] = metreHypotheses(song);
  if (!main || !other) return null;
  const percent = (share: number): string => `${Math.round(100 * share)} %`;
  return `${main.meter}/4 (${percent(main.probability)}), or ${other.meter}/4 at ${other.tempoBpm.toFixed(1)} BPM (${percent(other.probability)})`;
}
