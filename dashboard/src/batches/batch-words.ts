import type { Batch } from '../api/types.js';
import { t } from '../i18n/t.js';

export const batchName = ({ name, counts }: Batch): string =>
  name || t('{{count}} files', { count: counts.files });

/** What a batch came to so far, in one line. */
export function batchSummary({ counts }: Batch): string {
  return [
    t('{{ended}} of {{tasks}} analyses done', { ended: counts.ended, tasks: counts.tasks }),
    counts.found > 0 ? t('{{number}} found', { number: counts.found }) : '',
    counts.possible > 0 ? t('{{number}} possible', { number: counts.possible }) : '',
    counts.failed > 0 ? t('{{number}} failed', { number: counts.failed }) : '',
    counts.rejected > 0 ? t('{{number}} rejected', { number: counts.rejected }) : '',
    counts.waiting > 0 ? t('{{number}} not sent', { number: counts.waiting }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
