/**
 * How lyrics are scored: as the lyrics benchmark of the field does (Cífka et al., "Lyrics transcription for humans",
 * 2024), case, punctuation, line breaks and backing vocals in brackets apart. Apostrophes are dropped.
 */

export function withoutBackingVocals(text: string): string {
  return text.replace(/\([^)]*\)|\[[^\]]*\]/g, ' ');
}

/** Words as they are compared. */
export function comparedWords(text: string): string[] {
  return withoutBackingVocals(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’'ʼ´`]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Pairs of indices of words that are the same in a cheapest alignment (Levenshtein 1966). */
export function matchedWords(found: readonly string[], expected: readonly string[]): [number, number][] {
  const width = expected.length + 1;
  const cost = new Uint32Array((found.length + 1) * width);
  for (let i = 0; i <= found.length; i++) {
    for (let j = 0; j <= expected.length; j++) {
      if (i === 0 || j === 0) {
        cost[i * width + j] = i + j;
        continue;
      }
      const same = found[i - 1] === expected[j - 1] ? 0 : 1;
      cost[i * width + j] = Math.min(
        cost[(i - 1) * width + j - 1]! + same,
        cost[(i - 1) * width + j]! + 1,
        cost[i * width + j - 1]! + 1,
      );
    }
  }
  const pairs: [number, number][] = [];
  let [i, j] = [found.length, expected.length];
  while (i > 0 && j > 0) {
    const same = found[i - 1] === expected[j - 1];
    const here = cost[i * width + j]!;
    if (here === cost[(i - 1) * width + j - 1]! + (same ? 0 : 1)) {
      if (same) pairs.push([i - 1, j - 1]);
      i -= 1;
      j -= 1;
    } else if (here === cost[(i - 1) * width + j]! + 1) i -= 1;
    else j -= 1;
  }
  return pairs.reverse();
}
