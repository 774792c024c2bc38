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

/** Phonemes are ASCII characters: both costs as tables, because every pair of two lyrics' lines is compared. */
const codes = 128;
const omissions = Float64Array.from({ length: codes }, (_, code) => omission(String.fromCharCode(code)));
const substitutions = Float64Array.from({ length: codes * codes }, (_, at) =>
  substitution(String.fromCharCode(Math.floor(at / codes)), String.fromCharCode(at % codes)),
);

/** Work space, kept between pairs. */
let previous = new Float64Array(0);
let current = new Float64Array(0);
let others = new Uint8Array(0);

/**
 * How similar two phoneme strings sound, 0 … 1: one minus the weighted edit distance over the longer length
 * (Wagner and Fischer 1974, with costs by class as in Covington's alignment of cognates, 1996). 0 for what is less similar than
 * `least`: most pairs need not be compared to their end.
 */
export function phonemeSimilarity(a: string, b: string, least = 0): number {
  const width = b.length;
  const longest = Math.max(a.length, width);
  if (longest === 0) return 0;
  if (others.length < width) {
    others = new Uint8Array(width);
    previous = new Float64Array(width + 1);
    current = new Float64Array(width + 1);
  }
  previous[0] = 0;
  for (let j = 0; j < width; j++) {
    others[j] = b.charCodeAt(j) % codes;
    previous[j + 1] = previous[j]! + omissions[others[j]!]!;
  }
  for (let i = 0; i < a.length; i++) {
    const own = a.charCodeAt(i) % codes;
    const left = omissions[own]!;
    current[0] = previous[0]! + left;
    let lowest = current[0]!;
    for (let j = 0; j < width; j++) {
      const other = others[j]!;
      const replaced = previous[j]! + substitutions[own * codes + other]!;
      const dropped = previous[j + 1]! + left;
      const added = current[j]! + omissions[other]!;
      const without = replaced < dropped ? replaced : dropped;
      const cost = without < added ? without : added;
      current[j + 1] = cost;
      if (cost < lowest) lowest = cost;
    }
    // Costs only add up.
    if (1 - lowest / longest < least) return 0;
    [previous, current] = [current, previous];
  }
  const similarity = 1 - previous[width]! / longest;
  return similarity < least ? 0 : Math.max(0, similarity);
}
