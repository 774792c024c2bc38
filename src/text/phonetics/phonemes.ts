/**
 * One coarse phoneme alphabet for all languages, and how far two phonemes are apart. A phoneme is one character:
 * vowels a e i o u @ (neutral), consonants p b t d k g f v T D s z S Z C J m n N l r h w y.
 */

const vowels = new Set('aeiou@');

export function isVowel(phoneme: string): boolean {
  return vowels.has(phoneme);
}

/** Pairs that are heard as nearly the same: voicing, place, or the same letter in two languages. */
const near: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ['pb', 0.4],
    ['td', 0.4],
    ['kg', 0.4],
    ['fv', 0.3],
    ['sz', 0.3],
    ['SZ', 0.3],
    ['CJ', 0.3],
    ['TD', 0.3],
    ['CS', 0.4],
    ['JZ', 0.3],
    ['sS', 0.5],
    ['zZ', 0.5],
    ['sT', 0.5],
    ['dD', 0.4],
    ['tT', 0.5],
    ['bv', 0.5],
    ['mn', 0.5],
    ['nN', 0.3],
    ['lr', 0.6],
    ['wv', 0.4],
    ['wu', 0.4],
    ['yi', 0.4],
    ['kh', 0.6],
    ['a@', 0.3],
    ['e@', 0.3],
    ['i@', 0.4],
    ['o@', 0.4],
    ['u@', 0.4],
    ['ei', 0.4],
    ['ou', 0.4],
    ['ao', 0.5],
    ['ae', 0.5],
  ].flatMap(([pair, cost]) => {
    const [a, b] = [...(pair as string)];
    return [
      [`${a}${b}`, cost as number],
      [`${b}${a}`, cost as number],
    ];
  }),
);

/** What it costs to hear `b` for `a`: 0 … 1. */
function substitution(a: string, b: string): number {
  if (a === b) return 0;
  const known = near[a + b];
  if (known !== undefined) return known;
  return isVowel(a) && isVowel(b) ? 0.7 : 1;
}

/** Leaving out a neutral vowel, an h or a glide is hardly heard. */
function omission(phoneme: string): number {
  return phoneme === '@' || phoneme === 'h' ? 0.4 : phoneme === 'y' || phoneme === 'w' ? 0.6 : 1;
}

/**
 * How alike two phoneme strings sound, 0 … 1: one minus the weighted edit distance over the longer length
 * (Wagner and Fischer 1974, with costs by class as in Covington's alignment of cognates, 1996).
 */
export function soundAlike(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  if (longest === 0) return 0;
  let previous = new Float64Array(b.length + 1);
  let current = new Float64Array(b.length + 1);
  for (let j = 1; j <= b.length; j++) previous[j] = previous[j - 1]! + omission(b[j - 1]!);
  for (let i = 1; i <= a.length; i++) {
    current[0] = previous[0]! + omission(a[i - 1]!);
    for (let j = 1; j <= b.length; j++) {
      current[j] = Math.min(
        previous[j - 1]! + substitution(a[i - 1]!, b[j - 1]!),
        previous[j]! + omission(a[i - 1]!),
        current[j - 1]! + omission(b[j - 1]!),
      );
    }
    [previous, current] = [current, previous];
  }
  return Math.max(0, 1 - previous[b.length]! / longest);
}
