import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { EntryPage } from '../ui/entry-page.js';
import { Failed } from '../ui/parts.js';

export function NotFound(): JSX.Element {
  return (
    <EntryPage
      title="There is no such page"
      about="The address may be mistyped, or the thing it named was deleted."
    >
      <Button component="a" href="/app" mt="md">
        To the start page
      </Button>
    </EntryPage>
  );
}

export function PageFailed({ error }: { error: unknown }): JSX.Element {
  return (
    <EntryPage title="This page broke">
      <Failed
        error={error instanceof Error ? error : new Error(String(error))}
        onRetry={() => window.location.reload()}
      />
    </EntryPage>
  );
}
