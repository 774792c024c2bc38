/** What an analysis is about: a song or lyric, or both of a comparison. */
import { t } from '../i18n/t.js';

export const namesOf = (first: string | null, second: string | null): string =>
  first && second ? t('{{first}} and {{second}}', { first, second }) : (first ?? '');
