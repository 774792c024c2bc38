/**
 * Which language the screen speaks: the one chosen in the profile, else the first of the browser's that there is. The
 * browser keeps a copy, by which a page is drawn before anybody has signed in.
 */
import { type Language, languages } from './languages.js';

const storageKey = 'contrafact-language';

/** Null: nothing is chosen, so that the browser's languages decide. */
export function savedLanguage(): Language | null {
  try {
    return known(localStorage.getItem(storageKey) ?? '');
  } catch {
    // A browser may keep its storage from pages.
    return null;
  }
}

/** The page loads anew, so that no sentence stays in the language before. Null: as the browser says. */
export function saveLanguage(language: Language | null): void {
  if (language === null) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, language);
  location.reload();
}

/** Takes over what the member chose in the profile, maybe in another browser. */
export function adoptLanguage(chosen: string | null): void {
  const language = chosen === null ? null : known(chosen);
  if (language === null || language === savedLanguage()) return;
  try {
    saveLanguage(language);
  } catch {
    // A browser that keeps nothing speaks its own language.
  }
}

export function browserLanguage(preferred: readonly string[] = navigator.languages): Language {
  for (const tag of preferred) {
    const language = known(tag);
    if (language !== null) return language;
  }
  return 'en';
}

/** `zh-TW` and `zh-Hant` are another script: whoever asks for them is not given the simplified one unasked. */
function known(tag: string): Language | null {
  if (/^zh-(TW|HK|MO|Hant)/i.test(tag)) return null;
  const code = tag.toLowerCase().split('-')[0];
  return languages.find((language) => language.code === code)?.code ?? null;
}
