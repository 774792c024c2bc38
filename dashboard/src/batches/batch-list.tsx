/** The batches of the account: those that go on and those that have ended. */
import { Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { batchesQuery } from '../api/queries.js';
import type { Batch } from '../api/types.js';
import { t } from '../i18n/t.js';
import { type Column, DataTable } from '../ui/data-table.js';
import { When } from '../ui/parts.js';
import { pathParams } from '../ui/path-params.js';
import { BatchStateBadge } from './batch-state.js';
import { batchName, batchSummary } from './batch-words.js';

/** Nothing where there is none. */
export function BatchList(): JSX.Element | null {
  const { data } = useQuery(batchesQuery);
  const batches = data?.batches ?? [];
  if (batches.length === 0) return null;
  return (
    <section aria-label={t('Batches')}>
      <Title order={2} size="h4" mb="sm">
        {t('Batches')}
      </Title>
      <DataTable
        label={t('Batches')}
        columns={columns}
        rows={batches}
        keyOf={({ id }) => id}
        maxHeight="20rem"
      />
    </section>
  );
}

const columns: ReadonlyArray<Column<Batch>> = [
  {
    head: t('Batch'),
    long: { min: 140, max: 280 },
    cell: (batch) => (
      <Anchor component={Link} to="/app/batches/$batchId" params={pathParams({ batchId: batch.id })}>
        {batchName(batch)}
      </Anchor>
    ),
  },
  { head: t('Files'), right: true, cell: ({ counts }) => counts.files },
  { head: t('State'), cell: (batch) => <BatchStateBadge state={batch.state} /> },
  {
    head: t('Result'),
    long: { min: 160 },
    cell: (batch) => (
      <Text size="sm" component="span">
        {batchSummary(batch)}
      </Text>
    ),
  },
  { head: t('Started'), cell: (batch) => <When at={batch.created_at} /> },
];
