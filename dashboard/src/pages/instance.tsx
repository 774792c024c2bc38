import { NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { Trans } from 'react-i18next';
import { call } from '../api/call.js';
import { queryClient } from '../api/queries.js';
import type { Instance, Plan } from '../api/types.js';
import { t } from '../i18n/t.js';
import { type Column, DataTable } from '../ui/data-table.js';
import { Figures } from '../ui/facts.js';
import { ago, bytes } from '../ui/format.js';
import { ModelTable } from '../ui/model-table.js';
import { Empty, Failed, Loaded, PageHead, When } from '../ui/parts.js';

/** For whoever runs the instance: how it does. */
export function InstancePage(): JSX.Element {
  const instance = useQuery({
    queryKey: ['instance'],
    queryFn: () => call<Instance>('GET', '/instance'),
    refetchInterval: 5000,
  });
  return (
    <>
      <PageHead
        title={t('Instance')}
        about={t('Queue, workers, accounts, models and storage of the whole service.')}
      />
      <Loaded query={instance}>{(data) => <Report instance={data} />}</Loaded>
    </>
  );
}

function Report({ instance }: { instance: Instance }): JSX.Element {
  const { queue, outbox, storage } = instance;
  const figures = [
    {
      name: t('Waiting tasks'),
      value: String(queue.pending),
      note: queue.oldest_pending_at
        ? t('oldest {{when}}', { when: ago(queue.oldest_pending_at) })
        : t('none is late'),
    },
    {
      name: t('Running tasks'),
      value: String(queue.processing),
      note: t('{{count}} busy workers', { count: instance.workers.length }),
    },
    {
      name: t('Callbacks due'),
      value: String(outbox.pending),
      note: t('{{held}} waiting for an endpoint, {{failed}} failed', {
        held: outbox.held,
        failed: outbox.failed,
      }),
    },
    {
      name: t('Audio'),
      value: bytes(storage.music_bytes),
      note: t('database {{size}}', { size: bytes(storage.database_bytes) }),
    },
  ];
  return (
    <Stack gap="xl">
      <Figures figures={figures} />
      <section>
        <Title order={2} size="h4" mb="sm">
          {t('Active workers')}
        </Title>
        {instance.workers.length === 0 ? (
          <Empty icon="instance" title={t('None')}>
            {t('A worker appears here while it holds a task.')}
          </Empty>
        ) : (
          instance.workers.map((worker) => (
            <Text key={worker.id} size="sm" className="long">
              <Trans
                i18nKey={'<span>{{id}}</span>: {{count}} tasks, lease until <when></when>'}
                count={worker.tasks}
                components={{ span: <span className="mono" />, when: <When at={worker.lease_expires_at} /> }}
                values={{ id: worker.id, count: worker.tasks }}
              />
            </Text>
          ))
        )}
      </section>
      <Accounts accounts={instance.accounts} />
      <ModelTable models={instance.models} />
    </Stack>
  );
}

function Accounts({ accounts }: { accounts: Instance['accounts'] }): JSX.Element {
  const setPlan = useMutation({
    mutationFn: ({ id, plan }: { id: string; plan: Plan }) =>
      call('PUT', `/instance/accounts/${id}/plan`, { plan }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['instance'] }),
        queryClient.invalidateQueries({ queryKey: ['me'] }),
      ]),
  });
  const columns: Array<Column<Instance['accounts'][number]>> = [
    {
      head: t('Name'),
      long: { min: 150, max: 320 },
      cell: ({ name, id }) => (
        <>
          {name}
          <Text size="xs" c="dimmed" className="mono">
            {id}
          </Text>
        </>
      ),
    },
    {
      head: t('Plan'),
      cell: ({ id, name, plan }) => (
        <NativeSelect
          size="xs"
          miw={120}
          aria-label={t('Plan of {{name}}', { name })}
          value={plan}
          data={['free', 'pro', 'enterprise']}
          onChange={(event) => setPlan.mutate({ id, plan: event.currentTarget.value as Plan })}
        />
      ),
    },
    { head: t('Songs'), right: true, cell: (account) => account.songs },
    { head: t('Audio'), right: true, cell: (account) => bytes(account.bytes) },
    { head: t('Tasks'), right: true, cell: (account) => account.tasks },
    { head: t('Created'), cell: (account) => <When at={account.created_at} /> },
  ];
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {t('Accounts')}
      </Title>
      {setPlan.error && <Failed error={setPlan.error} />}
      <DataTable label={t('Accounts')} columns={columns} rows={accounts} keyOf={({ id }) => id} />
    </section>
  );
}
