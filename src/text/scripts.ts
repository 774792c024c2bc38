/** Which writing system a character belongs to, as far as comparing lyrics needs to know. */

export type Script =
  | 'latin'
  | 'cyrillic'
  | 'greek'
  | 'han'
  | 'kana'
  | 'hangul'
  | 'devanagari'
  | 'thai'
  | 'arabic'
  | 'hebrew'
  | 'other';

/** Closed ranges of code points; the first that fits wins. */
const ranges: ReadonlyArray<readonly [number, number, Script]> = [
  [0x41, 0x24f, 'latin'],
  [0x370, 0x3ff, 'greek'],
  [0x400, 0x52f, 'cyrillic'],
  [0x590, 0x5ff, 'hebrew'],
  [0x600, 0x6ff, 'arabic'],
  [0x750, 0x77f, 'arabic'],
  [0x900, 0x97f, 'devanagari'],
  [0xe00, 0xe7f, 'thai'],
  [0x1100, 0x11ff, 'hangul'],
  [0x1e00, 0x1eff, 'latin'],
  [0x1f00, 0x1fff, 'greek'],
  // The mark that repeats a character (々), the one that closes a list (〆), and the zero among the numbers (〇).
  [0x3005, 0x3007, 'han'],
  // Numerals of merchants.
  [0x3021, 0x3029, 'han'],
  [0x3038, 0x303b, 'han'],
  [0x3040, 0x30ff, 'kana'],
  [0x31f0, 0x31ff, 'kana'],
  [0x3400, 0x4dbf, 'han'],
  [0x4e00, 0x9fff, 'han'],
  [0xac00, 0xd7af, 'hangul'],
  [0xf900, 0xfaff, 'han'],
  [0xfb1d, 0xfb4f, 'hebrew'],
  [0xfb50, 0xfdff, 'arabic'],
  [0xfe70, 0xfeff, 'arabic'],
  [0x20000, 0x323af, 'han'],
];

/** The script of one code point; 'other' also for what is no letter at all. */
export function scriptOf(codePoint: number): Script {
  for (const [first, last, script] of ranges) {
    if (codePoint >= first && codePoint <= last) return script;
  }
  return 'other';
}

/** Scripts written without spaces between words, where a run of letters is not a word. */
export function isUnspaced(script: Script): boolean {
  return script === 'han' || script === 'kana' || script === 'thai';
}
