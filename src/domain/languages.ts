/** The 18 languages of lyric transcription, ISO 639-1, in the interface's order. */
export const lyricLanguages = [
  'ko',
  'en',
  'zh',
  'ja',
  'es',
  'fr',
  'de',
  'it',
  'pt',
  'ar',
  'hi',
  'th',
  'vi',
  'id',
  'tr',
  'pl',
  'nl',
  'ru',
] as const;
export type LyricLanguage = (typeof lyricLanguages)[number];
