/**
 * The catalogues of sentences, each in two parts: what the first pages draw, and what all others do. English is its own
 * key; its catalogue holds the plurals only.
 */
import i18next from 'i18next';
import english from './catalogs/en.json';
import { documentLanguage, type Language, languages } from './languages.js';

export type Catalogue = Readonly<Record<string, string>>;
type Load = () => Promise<{ default: Catalogue }>;

const parts: Readonly<Record<Exclude<Language, 'en'>, { first: Load; rest: Load }>> = {
  ko: {
    first: () => import('virtual:catalogue/ko/first'),
    rest: () => import('virtual:catalogue/ko/rest'),
  },
  ja: {
    first: () => import('virtual:catalogue/ja/first'),
    rest: () => import('virtual:catalogue/ja/rest'),
  },
  zh: {
    first: () => import('virtual:catalogue/zh/first'),
    rest: () => import('virtual:catalogue/zh/rest'),
  },
  es: {
    first: () => import('virtual:catalogue/es/first'),
    rest: () => import('virtual:catalogue/es/rest'),
  },
  de: {
    first: () => import('virtual:catalogue/de/first'),
    rest: () => import('virtual:catalogue/de/rest'),
  },
  fr: {
    first: () => import('virtual:catalogue/fr/first'),
    rest: () => import('virtual:catalogue/fr/rest'),
  },
};

/** Where a catalogue cannot be fetched the page is drawn in English rather than not at all. */
export async function firstSentences(language: Language): Promise<Catalogue> {
  return language === 'en' ? english : sentencesOf(parts[language].first).catch(() => english);
}

let rest: Promise<void> | null = null;

async function restOfSentences(): Promise<void> {
  const language = languages.find(({ code }) => documentLanguage(code) === i18next.language)?.code ?? 'en';
  if (language === 'en') return;
  i18next.addResourceBundle(i18next.language, 'translation', await sentencesOf(parts[language].rest));
}

/**
 * A part of the program that the first pages do not need, loaded after the sentences of such parts: modules translate
 * their constants when they are loaded. Where the sentences cannot be fetched the part speaks English as far as it must, and
 * the next part asks for them again.
 */
export const withSentences =
  <Module>(load: () => Promise<Module>) =>
  async (): Promise<Module> => {
    rest ??= restOfSentences();
    await rest.catch(() => {
      rest = null;
    });
    return load();
  };

const sentencesOf = async (load: Load): Promise<Catalogue> => (await load()).default;
