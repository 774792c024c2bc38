/** Of 0 … 11 semitones upwards, the nearest of the same keys: −5 … 6. */
export function nearestTransposition(semitones: number): number {
  return ((semitones + 5) % 12) - 5;
}
