/** Loads the chosen language's catalogue before any page is drawn. */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { translateWith } from '../../../src/evidence-view/translate.js';
import english from './catalogs/en.json';
import { browserLanguage, savedLanguage } from './chosen-language.js';
import { documentLanguage, type Language } from './languages.js';
import { t } from './t.js';

type Catalogue = Readonly<Record<string, string>>;

const catalogues: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ default: Catalogue }>>> = {
  ko: () => import('./catalogs/ko.json'),
  ja: () => import('./catalogs/ja.json'),
  zh: () => import('./catalogs/zh.json'),
  es: () => import('./catalogs/es.json'),
  de: () => import('./catalogs/de.json'),
  fr: () => import('./catalogs/fr.json'),
};

export async function startTranslations(): Promise<void> {
  const language = savedLanguage() ?? browserLanguage();
  const catalogue = language === 'en' ? english : await loaded(language);
  await i18next.use(initReactI18next).init({
    lng: documentLanguage(language),
    fallbackLng: 'en',
    resources: {
      en: { translation: english },
      [documentLanguage(language)]: { translation: catalogue },
    },
    // Sentences are keys: their full stops and colons mean nothing.
    keySeparator: false,
    nsSeparator: false,
    contextSeparator: '\u0000',
    returnEmptyString: false,
    // React escapes what it draws.
    interpolation: { escapeValue: false },
    // Sentences with elements are parsed as markup: what stands in for a value there must not be.
    react: { transDefaultProps: { tOptions: { interpolation: { escapeValue: true } } } },
  });
  translateWith(t);
  document.documentElement.lang = documentLanguage(language);
}

/** Where a catalogue cannot be fetched the page is drawn in English rather than not at all. */
async function loaded(language: Exclude<Language, 'en'>): Promise<Catalogue> {
  try {
    return (await catalogues[language]()).default;
  } catch {
    return english;
  }
}
