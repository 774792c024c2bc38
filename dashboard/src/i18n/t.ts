/**
 * A sentence in the language of the screen. The English sentence is its own key, so that the source reads as the page
 * does; `{{name}}` stands where a value goes, and a number named `count` chooses between singular and plural.
 */
import i18next from 'i18next';

export function t(sentence: string, values: Readonly<Record<string, unknown>> = {}): string {
  return i18next.t(sentence, values as Record<string, string>);
}

/** For what formats numbers and dates by itself. */
export const screenLanguage = (): string => i18next.language;
