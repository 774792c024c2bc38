import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { reloadIfReachable } from '../api/reachable.js';
import { t } from '../i18n/t.js';
import { EntryPage } from '../ui/entry-page.js';
import { Failed } from '../ui/parts.js';

export function NotFound(): JSX.Element {
  return (
    <EntryPage
      title={t('There is no such page')}
      about={t('The address may be mistyped, or the thing it named was deleted.')}
    >
      <Button component="a" href="/app" mt="md">
        {t('To the start page')}
      </Button>
    </EntryPage>
  );
}

export function PageFailed({ error }: { error: unknown }): JSX.Element {
  return (
    <EntryPage title={t('This page broke')}>
      <ContentFailed error={error} />
    </EntryPage>
  );
}

export function ContentFailed({ error }: { error: unknown }): JSX.Element {
  return (
    <Failed
      error={error instanceof Error ? error : new Error(String(error))}
      onRetry={() => void reloadIfReachable()}
    />
  );
}
