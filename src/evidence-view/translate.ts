/**
 * The view's sentences: English in reports; in the dashboard whatever its catalogue makes of them. As there, the English sentence
 * is its own key, with `{{name}}` where a value goes.
 */
type Values = Readonly<Record<string, string | number>>;
export type Translate = (sentence: string, values?: Values) => string;

const english: Translate = (sentence, values = {}) =>
  sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));

let translate = english;
let translateReported: (sentence: string) => string = (sentence) => sentence;

let language = 'en';

/** Once, before anything is drawn. `screenLanguage` (BCP 47) is that of numbers. */
export function translateWith(other: Translate, screenLanguage: string): void {
  translate = other;
  language = screenLanguage;
}

/** A number as a person reads it, with `digits` decimals; never grouped, so that it can be compared digit by digit. */
export function decimal(value: number, digits: number): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
  return Number(value.toFixed(digits)).toLocaleString(language, options);
}

/** The same for sentences that an analysis wrote, with their values in them. */
export function translateReportedWith(other: (sentence: string) => string): void {
  translateReported = other;
}

export const reported = (sentence: string): string => translateReported(sentence);

export function t(sentence: string, values: Values = {}): string {
  return translate(sentence, values);
}
