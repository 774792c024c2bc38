/** Puts values in random order, in place (Fisher and Yates; Durstenfeld 1964). */
export function shuffle<T>(
  values: { readonly length: number; [index: number]: T },
  random: () => number,
): void {
  for (let i = values.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [values[i], values[j]] = [values[j]!, values[i]!];
  }
}
