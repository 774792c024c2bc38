/** The languages of the screen. English is what the source says; the others are catalogues of its sentences. */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'ko', name: '한국어' },
  { code: 'ja', name: '日本語' },
  { code: 'zh', name: '简体中文' },
  { code: 'es', name: 'Español' },
  { code: 'de', name: 'Deutsch' },
  { code: 'fr', name: 'Français' },
] as const;

export type Language = (typeof languages)[number]['code'];

/** What a document declares itself to be written in (BCP 47): Chinese names its script, on which fonts depend. */
export const documentLanguage = (language: Language): string => (language === 'zh' ? 'zh-Hans' : language);
