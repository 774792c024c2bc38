/** From letters to phonemes by rule, script by script: coarse, so that one table serves many languages. */
import { scriptOf } from '../scripts.js';

type Rules = readonly (readonly [RegExp, string])[];

/** The commonest readings of Latin letters outside English; the longest groups first. */
const latin: Rules = [
  [/^(?:tsch|tch|cz|ch(?=[ei]))/, 'C'],
  [/^(?:sch|sh|sz|ch(?=[aou]r))/, 'S'],
  [/^(?:gli)/, 'li'],
  [/^(?:gn|nh|ñ|ny)/, 'ny'],
  [/^(?:ll(?=[aeiou]))/, 'l'],
  [/^(?:ph)/, 'f'],
  [/^(?:th)/, 't'],
  [/^(?:qu)/, 'kw'],
  [/^(?:ch|ck|kh)/, 'k'],
  [/^(?:dj|dz)/, 'J'],
  [/^(?:ts|tz|z)/, 'z'],
  [/^(?:eau|au(?=[lmnt]?$)|ô)/, 'o'],
  [/^(?:ou|oe|ù|û|ü|oo)/, 'u'],
  [/^(?:ei|ai|ay|ey|aj|ej)/, 'ai'],
  [/^(?:eu|äu|oi|oy)/, 'oi'],
  [/^(?:ie|ee|ij)/, 'i'],
  [/^ng/, 'N'],
  [/^[cg](?=[eiéèêíy])/, 's'],
  [/^[cçq]/, 'k'],
  [/^x/, 'ks'],
  [/^j/, 'y'],
  [/^[aàáâãåāą]/, 'a'],
  [/^[eéèêëäæēęě]/, 'e'],
  [/^[iíìîïīıy]/, 'i'],
  [/^[oóòôõöøœő]/, 'o'],
  [/^[uúūů]/, 'u'],
  [/^[šśş]/, 'S'],
  [/^[žźż]/, 'Z'],
  [/^[čć]/, 'C'],
  [/^w/, 'v'],
  [/^ł/, 'w'],
  [/^ß/, 's'],
  [/^đ/, 'd'],
  [/^([bdfghklmnprstv])\1?/, '$1'],
];

const cyrillic: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ґ: 'g',
  д: 'd',
  е: 'ye',
  ё: 'yo',
  є: 'ye',
  ж: 'Z',
  з: 'z',
  и: 'i',
  і: 'i',
  ї: 'yi',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ў: 'w',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'C',
  ш: 'S',
  щ: 'S',
  ы: 'i',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  ђ: 'J',
  ј: 'y',
  љ: 'l',
  њ: 'ny',
  ћ: 'C',
  џ: 'J',
};

const kanaRows: readonly (readonly [string, string])[] = [
  ['', 'あいうえお'],
  ['k', 'かきくけこ'],
  ['g', 'がぎぐげご'],
  ['s', 'さしすせそ'],
  ['z', 'ざじずぜぞ'],
  ['t', 'たちつてと'],
  ['d', 'だぢづでど'],
  ['n', 'なにぬねの'],
  ['h', 'はひふへほ'],
  ['b', 'ばびぶべぼ'],
  ['p', 'ぱぴぷぺぽ'],
  ['m', 'まみむめも'],
  ['r', 'らりるれろ'],
];
const kana: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    kanaRows.flatMap(([consonant, row]) => [...row].map((letter, at) => [letter, consonant + 'aiueo'[at]!])),
  ),
  し: 'Si',
  ち: 'Ci',
  つ: 'tsu',
  ふ: 'fu',
  じ: 'Ji',
  ぢ: 'Ji',
  づ: 'zu',
  や: 'ya',
  ゆ: 'yu',
  よ: 'yo',
  わ: 'wa',
  ゐ: 'i',
  ゑ: 'e',
  を: 'o',
  ん: 'n',
  ゔ: 'vu',
  ぁ: 'a',
  ぃ: 'i',
  ぅ: 'u',
  ぇ: 'e',
  ぉ: 'o',
};
const smallKana: Readonly<Record<string, string>> = { ゃ: 'a', ゅ: 'u', ょ: 'o' };

const hangulInitial = [
  'g',
  'k',
  'n',
  'd',
  't',
  'r',
  'm',
  'b',
  'p',
  's',
  's',
  '',
  'j',
  'C',
  'C',
  'k',
  't',
  'p',
  'h',
].map((letter) => (letter === 'j' ? 'J' : letter));
const hangulVowel = 'a e ya ye o e yo ye o wa we we yo u wo we wi yu u wi i'.split(' ');
const hangulFinal = ' k k k n n n t l k m l l l p l m p p t t N t t k t p t'.split(' ');

const devanagariConsonants: Readonly<Record<string, string>> = {
  क: 'k',
  ख: 'k',
  ग: 'g',
  घ: 'g',
  ङ: 'N',
  च: 'C',
  छ: 'C',
  ज: 'J',
  झ: 'J',
  ञ: 'n',
  ट: 't',
  ठ: 't',
  ड: 'd',
  ढ: 'd',
  ण: 'n',
  त: 't',
  थ: 't',
  द: 'd',
  ध: 'd',
  न: 'n',
  प: 'p',
  फ: 'f',
  ब: 'b',
  भ: 'b',
  म: 'm',
  य: 'y',
  र: 'r',
  ल: 'l',
  व: 'v',
  श: 'S',
  ष: 'S',
  स: 's',
  ह: 'h',
  ळ: 'l',
};
const devanagariVowels: Readonly<Record<string, string>> = {
  अ: 'a',
  आ: 'a',
  इ: 'i',
  ई: 'i',
  उ: 'u',
  ऊ: 'u',
  ऋ: 'ri',
  ए: 'e',
  ऐ: 'ai',
  ओ: 'o',
  औ: 'au',
  'ा': 'a',
  'ि': 'i',
  'ी': 'i',
  'ु': 'u',
  'ू': 'u',
  'ृ': 'ri',
  'े': 'e',
  'ै': 'ai',
  'ो': 'o',
  'ौ': 'au',
  'ं': 'n',
  'ँ': 'n',
};

function latinPhonemes(word: string): string {
  let rest = word;
  let out = '';
  while (rest !== '') {
    const rule = latin.find(([pattern]) => pattern.test(rest));
    const matched = rule?.[0].exec(rest)?.[0] ?? rest[0]!;
    out += rule ? matched.replace(rule[0], rule[1]) : '';
    rest = rest.slice(matched.length);
  }
  return out;
}

function kanaPhonemes(word: string): string {
  let out = '';
  for (const raw of word) {
    const code = raw.codePointAt(0)!;
    const letter = code >= 0x30a1 && code <= 0x30f4 ? String.fromCodePoint(code - 0x60) : raw;
    if (smallKana[letter] !== undefined) out = out.replace(/i$/, 'y') + smallKana[letter];
    else out += kana[letter] ?? '';
  }
  return out;
}

function hangulPhonemes(word: string): string {
  let out = '';
  for (const syllable of word) {
    const index = syllable.codePointAt(0)! - 0xac00;
    if (index < 0 || index > 11_171) continue;
    out += hangulInitial[Math.floor(index / 588)]! + hangulVowel[Math.floor((index % 588) / 28)]!;
    out += hangulFinal[index % 28] ?? '';
  }
  return out;
}

function devanagariPhonemes(word: string): string {
  const letters = [...word];
  return letters
    .map((letter, at) => {
      const consonant = devanagariConsonants[letter];
      if (consonant === undefined) return devanagariVowels[letter] ?? '';
      const next = letters[at + 1];
      // A consonant carries an "a" unless a vowel sign or virama follows, or the word ends (as Hindi is sung).
      const isBare = next === undefined || next === '्' || next === '़' || devanagariVowels[next] !== undefined;
      return consonant + (isBare ? '' : '@');
    })
    .join('');
}

/** Phonemes of a lower-case word; '' in scripts without rules here (Han, Arabic, Hebrew, Thai, Greek). */
export function phonemesByLetters(word: string): string {
  switch (scriptOf(word.codePointAt(0) ?? 0)) {
    case 'latin':
      return latinPhonemes(word);
    case 'cyrillic':
      return [...word].map((letter) => cyrillic[letter] ?? '').join('');
    case 'kana':
      return kanaPhonemes(word);
    case 'hangul':
      return hangulPhonemes(word);
    case 'devanagari':
      return devanagariPhonemes(word);
    default:
      return '';
  }
}
