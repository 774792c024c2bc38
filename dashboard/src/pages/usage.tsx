import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { call } from '../api/call.js';
import type { Usage } from '../api/types.js';
import { screenLanguage, t } from '../i18n/t.js';
import { ChoiceSelect } from '../ui/choice-select.js';
import { type Column, DataTable } from '../ui/data-table.js';
import { Figures } from '../ui/facts.js';
import { bytes, usd } from '../ui/format.js';
import { operationLabel } from '../ui/operations.js';
import { Empty, Loaded, PageHead } from '../ui/parts.js';

export function UsagePage(): JSX.Element {
  const [days, setDays] = useState('30');
  const usage = useQuery({
    queryKey: ['usage', days],
    queryFn: () => call<Usage>('GET', `/usage?days=${days}`),
  });
  return (
    <>
      <PageHead title={t('Usage')} about={t('Usage and notional cost (not billed). Days are UTC.')}>
        <ChoiceSelect
          label={t('Period')}
          value={days}
          onChange={setDays}
          options={[
            { value: '7', label: t('7 days') },
            { value: '30', label: t('30 days') },
            { value: '90', label: t('90 days') },
          ]}
        />
      </PageHead>
      <Loaded query={usage}>{(data) => <Report usage={data} days={Number(days)} />}</Loaded>
    </>
  );
}

function Report({ usage, days }: { usage: Usage; days: number }): JSX.Element {
  const calls = usage.rows.reduce((sum, row) => sum + row.calls, 0);
  const price = usage.rows.reduce((sum, row) => sum + row.price_usd, 0);
  const figures = [
    { name: t('Calls'), value: calls.toLocaleString(screenLanguage()) },
    { name: t('Price'), value: usd(price) },
    { name: t('Plan'), value: usage.plan },
    {
      name: t('Limit'),
      value: t('{{calls}} a minute', { calls: usage.calls_per_minute }),
      note: t('calls of the account, all keys together'),
    },
    {
      name: t('Stored'),
      value: bytes(usage.quotas.stored_bytes),
      note: t('of {{limit}}', { limit: bytes(usage.quotas.stored_bytes_limit) }),
    },
    {
      name: t('Waiting tasks'),
      value: usage.quotas.queued_tasks.toLocaleString(screenLanguage()),
      note: t('of {{limit}}', { limit: usage.quotas.queued_tasks_limit.toLocaleString(screenLanguage()) }),
    },
  ];
  return (
    <Stack gap="xl">
      <Figures figures={figures} />
      {calls === 0 ? (
        <Empty icon="usage" title={t('No calls in this period')}>
          {t('Each analysis that is started counts as one.')}
        </Empty>
      ) : (
        <>
          <Days usage={usage} days={days} />
          <ByOperation usage={usage} />
        </>
      )}
      <section>
        <Title order={2} size="h4" mb="xs">
          {t('Prices of one call')}
        </Title>
        {usage.prices.map((one) => (
          <Text size="sm" key={one.operation + one.model}>
            {operationLabel(one.operation, one.model)}: {usd(one.price_usd)}
          </Text>
        ))}
        <Text size="sm">{t('Everything else: free')}</Text>
      </section>
    </Stack>
  );
}

function Days({ usage, days }: { usage: Usage; days: number }): JSX.Element {
  const first = new Date(usage.since).getTime();
  const counts = Array.from({ length: days }, (_, index) => {
    const day = new Date(first + index * 86_400_000).toISOString().slice(0, 10);
    return {
      day,
      calls: usage.rows.filter((row) => row.day === day).reduce((sum, row) => sum + row.calls, 0),
    };
  });
  const most = Math.max(1, ...counts.map(({ calls }) => calls));
  return (
    <figure className="card" style={{ margin: 0, padding: '1rem' }}>
      <div className="bars" role="img" aria-label={t('Calls by day, at most {{most}}', { most })}>
        {counts.map(({ day, calls }) => (
          <span
            key={day}
            title={`${day}: ${calls}`}
            style={{
              height: `${(calls / most) * 100}%`,
              background: calls > 0 ? 'var(--mantine-primary-color-filled)' : 'var(--line)',
            }}
          />
        ))}
      </div>
      <figcaption style={{ display: 'flex', justifyContent: 'space-between', marginTop: 6 }}>
        <Text size="xs" c="dimmed">
          {counts[0]?.day}
        </Text>
        <Text size="xs" c="dimmed">
          {t('most on a day: {{most}}', { most })}
        </Text>
        <Text size="xs" c="dimmed">
          {counts.at(-1)?.day}
        </Text>
      </figcaption>
    </figure>
  );
}

function ByOperation({ usage }: { usage: Usage }): JSX.Element {
  const sums = new Map<string, { calls: number; price: number }>();
  for (const row of usage.rows) {
    const key = operationLabel(row.operation, row.model);
    const sum = sums.get(key) ?? { calls: 0, price: 0 };
    sums.set(key, { calls: sum.calls + row.calls, price: sum.price + row.price_usd });
  }
  const columns: Array<Column<[string, { calls: number; price: number }]>> = [
    { head: t('Analysis'), cell: ([label]) => label },
    { head: t('Calls'), right: true, cell: ([, sum]) => sum.calls },
    { head: t('Price'), right: true, cell: ([, sum]) => usd(sum.price) },
  ];
  return (
    <DataTable label={t('Calls by analysis')} columns={columns} rows={[...sums]} keyOf={([label]) => label} />
  );
}
