/** Loads what the first pages need of the chosen language's catalogue before any page is drawn. */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { translateWith } from '../../../src/evidence-view/translate.js';
import { type Catalogue, firstSentences } from './catalogues.js';
import { browserLanguage, savedLanguage } from './chosen-language.js';
import { documentLanguage } from './languages.js';
import { t } from './t.js';

export async function startTranslations(): Promise<void> {
  const language = savedLanguage() ?? browserLanguage();
  const resources: Record<string, { translation: Catalogue }> = {};
  for (const code of new Set(['en', language] as const)) {
    resources[documentLanguage(code)] = { translation: await firstSentences(code) };
  }
  await i18next.use(initReactI18next).init({
    lng: documentLanguage(language),
    fallbackLng: 'en',
    resources,
    // Sentences are keys: their full stops and colons mean nothing.
    keySeparator: false,
    nsSeparator: false,
    contextSeparator: '\u0000',
    returnEmptyString: false,
    // React escapes what it draws.
    interpolation: { escapeValue: false },
    // Sentences with elements are parsed as markup: what stands in for a value there must not be, and is
    // shown as it was: a slash is a slash.
    react: {
      transDefaultProps: { shouldUnescape: true, tOptions: { interpolation: { escapeValue: true } } },
    },
  });
  translateWith(t, documentLanguage(language));
  document.documentElement.lang = documentLanguage(language);
}
