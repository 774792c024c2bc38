/** What to keep or to send on: a page to print, a table and JSON, of one result or of several. */

import { Anchor, Button, Group } from '@mantine/core';
import type { JSX } from 'react';
import { t } from '../i18n/t.js';

export function CaseFileLinks({ taskIds }: { taskIds: readonly string[] }): JSX.Element | null {
  if (taskIds.length === 0) return null;
  const query = taskIds.map((id) => `task=${encodeURIComponent(id)}`).join('&');
  const url = (extension: string): string => `/dashboard/api/case-file.${extension}?${query}`;
  return (
    <Group gap="sm" mt="sm">
      <Button component="a" size="xs" href={url('html')} target="_blank" rel="noreferrer">
        {t('Case file (print or save as PDF)')}
      </Button>
      <Anchor size="sm" underline="always" href={url('csv')} download aria-label={t('Case file as CSV')}>
        {t('CSV')}
      </Anchor>
      <Anchor size="sm" underline="always" href={url('json')} download aria-label={t('Case file as JSON')}>
        {t('JSON')}
      </Anchor>
    </Group>
  );
}
