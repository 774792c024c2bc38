/** Said above a page whose service does not answer: what it shows is of before. */
import { Alert } from '@mantine/core';
import type { JSX } from 'react';
import { useEffect, useSyncExternalStore } from 'react';
import { ApiProblem } from '../api/call.js';
import { queryClient } from '../api/queries.js';
import { isReachable } from '../api/reachable.js';
import { t } from '../i18n/t.js';

const askAgainMs = 5000;

const queries = queryClient.getQueryCache();

/** True while the newest attempt of anything that is on the page, and was had before, could not reach the service. */
const isAway = (): boolean =>
  queries.findAll({ type: 'active' }).some(({ state: { data, error } }) => {
    return data !== undefined && error instanceof ApiProblem && error.code === 'unreachable';
  });

async function askAgain(): Promise<void> {
  if (await isReachable()) await queryClient.refetchQueries({ type: 'active' });
}

export function AwayNotice(): JSX.Element | null {
  const away = useSyncExternalStore((changed) => queries.subscribe(changed), isAway);
  useEffect(() => {
    if (!away) return;
    const timer = setInterval(() => void askAgain(), askAgainMs);
    return () => clearInterval(timer);
  }, [away]);
  if (!away) return null;
  return (
    <Alert color="yellow" mb="md" role="status">
      {t('The service cannot be reached. What is shown here may be old; it is asked again by itself.')}
    </Alert>
  );
}
