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

/** Once, before anything is drawn. */
export function translateWith(other: Translate): void {
  translate = other;
}

/** The same for sentences that an analysis wrote, with their values in them. */
export function translateReportedWith(other: (sentence: string) => string): void {
  translateReported = other;
}

export const reported = (sentence: string): string => translateReported(sentence);

export function t(sentence: string, values: Values = {}): string {
  return translate(sentence, values);
}
