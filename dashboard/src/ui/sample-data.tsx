/** For a first look: fills the account with songs that this program made, and removes them again. */
import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { call } from '../api/call.js';
import { meQuery, queryClient } from '../api/queries.js';
import { t } from '../i18n/t.js';
import { Failed } from './parts.js';
import { pathParams } from './path-params.js';

interface SampleData {
  loaded: boolean;
  dataset_id: string | null;
}

export function SampleDataCard(): JSX.Element | null {
  const { data: me } = useQuery(meQuery);
  const { data } = useQuery({
    queryKey: ['sample-data'],
    queryFn: () => call<SampleData>('GET', '/sample-data'),
  });
  const change = useMutation({
    mutationFn: (method: 'POST' | 'DELETE') => call(method, '/sample-data'),
    onSettled: () => queryClient.invalidateQueries(),
  });
  if (!data || me?.user.role === 'viewer') return null;
  return (
    <section aria-label={t('Sample data')} className="card" style={{ padding: '1rem', marginTop: '2rem' }}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" style={{ flex: '1 1 18rem', minWidth: 0 }}>
          {data.loaded ? (
            <>
              <b>{t('Sample data is loaded.')}</b> <Link to="/app/tasks">{t('Results')}</Link>
              {data.dataset_id !== null && (
                <>
                  {' · '}
                  <Link to="/app/datasets/$datasetId" params={pathParams({ datasetId: data.dataset_id })}>
                    {t('Sample data')}
                  </Link>
                </>
              )}
            </>
          ) : (
            <>
              <b>{t('Nothing at hand?')}</b>{' '}
              {t(
                'Load sample data: songs made by this program, and analyses that find something and that do not.',
              )}
            </>
          )}
        </Text>
        <Button
          variant="default"
          size="xs"
          loading={change.isPending}
          onClick={() => change.mutate(data.loaded ? 'DELETE' : 'POST')}
        >
          {data.loaded ? t('Remove sample data') : t('Load sample data')}
        </Button>
      </Group>
      {change.error && <Failed error={change.error} />}
    </section>
  );
}
