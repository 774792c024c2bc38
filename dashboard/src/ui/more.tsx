import { Button, Center } from '@mantine/core';
import type { JSX } from 'react';
import { t } from '../i18n/t.js';

/** The next page of a long list. */
export function More(props: {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}): JSX.Element | null {
  if (!props.query.hasNextPage) return null;
  return (
    <Center mt="md">
      <Button
        variant="default"
        loading={props.query.isFetchingNextPage}
        onClick={() => void props.query.fetchNextPage()}
      >
        {t('Show more')}
      </Button>
    </Center>
  );
}
