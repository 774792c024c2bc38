/**
 * The fonts of PDF case files (fonts/ beside the package): DejaVu Sans for Latin, Greek, Cyrillic, Hebrew, Arabic,
 * Armenian and Georgian, Droid Sans Fallback for Chinese, Japanese and Korean. Embedded as subsets of what is used.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

export type FontName = 'sans' | 'bold' | 'fallback';

const folder = resolve(import.meta.dirname, '..', '..', '..', 'fonts');

export const fontFiles: Readonly<Record<FontName, () => Buffer>> = {
  sans: () => readFileSync(resolve(folder, 'DejaVuSans.ttf')),
  bold: () => readFileSync(resolve(folder, 'DejaVuSans-Bold.ttf')),
  fallback: () => gunzipSync(readFileSync(resolve(folder, 'DroidSansFallback.ttf.gz'))),
};

/** Printed in place of a character that no font here has. */
const replacement = '\ufffd';

export interface FontTable {
  has(font: FontName, codePoint: number): boolean;
}

export interface FontRun {
  readonly font: FontName;
  readonly text: string;
}

/** Splits `text` into runs of one font each. Adds to `missing` the characters that no font has. */
export function fontRuns(
  text: string,
  preferred: 'sans' | 'bold',
  fonts: FontTable,
  missing: Set<string>,
): FontRun[] {
  const runs: Array<{ font: FontName; text: string }> = [];
  for (const character of text.normalize('NFC')) {
    const codePoint = character.codePointAt(0) ?? 0;
    // What shapes its neighbours, and has no shape of its own.
    if (/[\p{Cf}\p{Cc}\p{Variation_Selector}]/u.test(character)) continue;
    const font = [preferred, 'sans', 'fallback'].find((name) => fonts.has(name as FontName, codePoint)) as
      | FontName
      | undefined;
    if (font === undefined) missing.add(character);
    const shown = font === undefined ? replacement : character;
    const last = runs.at(-1);
    if (last && last.font === (font ?? preferred)) last.text += shown;
    else runs.push({ font: font ?? preferred, text: shown });
  }
  return runs;
}
