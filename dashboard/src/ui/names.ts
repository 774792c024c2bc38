/** What an analysis is about: a song or lyric, or both of a comparison. */
import type { TaskRow } from '../api/types.js';
import { t } from '../i18n/t.js';

/** The title of what was analysed. Lists name a recording without tags by its file, whose title is that name without its ending. */
export function titleOf({ name, filename }: Pick<TaskRow, 'name' | 'filename'>): string | null {
  return name !== null && name === filename ? name.replace(/\.[A-Za-z0-9]{1,5}$/, '').trim() || name : name;
}

export const namesOf = (first: string | null, second: string | null): string =>
  first && second ? t('{{first}} and {{second}}', { first, second }) : (first ?? '');
