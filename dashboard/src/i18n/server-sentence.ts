/** Sentences that the server wrote: whole ones, and those with values in them, by their templates. */
import templates from './server-templates.json' with { type: 'json' };
import { screenLanguage, t } from './t.js';

interface Template {
  readonly sentence: string;
  readonly names: readonly string[];
  readonly pattern: RegExp;
}

const patterns: readonly Template[] = templates.map((sentence) => ({
  sentence,
  names: [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!),
  pattern: new RegExp(
    `^${sentence
      .split(/\{\{\w+\}\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('(.+?)')}$`,
  ),
}));

/** In the screen's language where the sentence is known; as the server wrote it where it is not. */
export function serverSentence(text: string): string {
  // Before the templates: “No song found” is none of “{{songs}} song found”.
  const whole = t(text);
  if (whole !== text) return whole;
  for (const { sentence, names, pattern } of patterns) {
    const found = pattern.exec(text);
    if (!found) continue;
    // A value may be words as well: the name of a melody, bars.
    const values = names.map((name, index) => [name, serverSentence(found[index + 1]!)]);
    return t(sentence, Object.fromEntries(values));
  }
  // The field's name in the interface stays as it is; what it must be is said in the screen's language.
  const named = /^([\w/]+): ((?:Must|This field) .+)$/.exec(text);
  if (named) return `${named[1]}: ${serverSentence(named[2]!)}`;
  return /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(text) ? localNumber(text) : text;
}

/** With the decimal sign of the screen's language, and as many digits as were written. */
function localNumber(text: string): string {
  const digits = text.split('.')[1]?.length ?? 0;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const isGrouped = text.includes(',');
  return new Intl.NumberFormat(screenLanguage(), { ...options, useGrouping: isGrouped }).format(
    Number(text.replaceAll(',', '')),
  );
}
