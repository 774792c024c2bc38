/** What to keep or to send on: a PDF, a page to print, a table and JSON, of one result or of several; and a link to it. */
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { meQuery } from '../api/queries.js';
import { screenLanguage, t } from '../i18n/t.js';
import { ShareButton } from './share-links.js';

export const caseFileUrl = (taskIds: readonly string[], extension: string): string =>
  `/dashboard/api/case-file.${extension}?${taskIds.map((id) => `task=${encodeURIComponent(id)}`).join('&')}`;

export function CaseFileLinks({ taskIds }: { taskIds: readonly string[] }): JSX.Element | null {
  const { data: me } = useQuery(meQuery);
  if (taskIds.length === 0) return null;
  return (
    <Group gap="sm" mt="sm">
      <Button component="a" size="xs" href={caseFileUrl(taskIds, 'pdf')} download>
        {t('Case file (PDF)')}
      </Button>
      <Button
        component="a"
        size="xs"
        variant="default"
        href={caseFileUrl(taskIds, 'html')}
        target="_blank"
        rel="noreferrer"
      >
        {t('Print page')}
      </Button>
      {me?.user.role !== 'viewer' && <ShareButton taskIds={taskIds} />}
      {(['csv', 'json'] as const).map((extension) => (
        <Anchor
          key={extension}
          size="sm"
          underline="always"
          href={caseFileUrl(taskIds, extension)}
          download
          aria-label={extension === 'csv' ? t('Case file as CSV') : t('Case file as JSON')}
        >
          {extension === 'csv' ? t('CSV') : t('JSON')}
        </Anchor>
      ))}
      <InEnglish />
    </Group>
  );
}

/** Beside what is made for people elsewhere, where the screen speaks another language. */
function InEnglish(): JSX.Element | null {
  if (screenLanguage() === 'en') return null;
  return (
    <Text size="sm" c="dimmed">
      {t('Files and pages to keep are in English.')}
    </Text>
  );
}
