import { Text, Title } from '@mantine/core';
import type { JSX } from 'react';
import type { Instance, Operation } from '../api/types.js';
import { type Column, DataTable } from './data-table.js';
import { bytes } from './format.js';
import { operationWords } from './operations.js';
import { Status } from './parts.js';

type Model = Instance['models'][number];

const order: readonly Model['state'][] = ['shipped', 'installed', 'partial', 'absent'];

/** Which optional models are there, and what the service does without those that are not. */
export function ModelTable({ models }: { models: readonly Model[] }): JSX.Element {
  const sorted = [...models].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return (
    <section>
      <Title order={2} size="h4" mb={4}>
        Models
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Models are downloaded only on request. <span className="mono">contrafact models pull NAME</span>{' '}
        fetches one.
      </Text>
      <DataTable label="Models" columns={columns} rows={sorted} keyOf={({ id }) => id} />
    </section>
  );
}

function operationName(name: string): string {
  return operationWords[name as Operation]?.label ?? name;
}

function sizeOf({ state, bytes: present, total_bytes: total }: Model): string {
  if (state === 'partial') return total === null ? bytes(present) : `${bytes(present)} of ${bytes(total)}`;
  const size = state === 'absent' ? total : present;
  return size === null ? '–' : bytes(size);
}

const columns: ReadonlyArray<Column<Model>> = [
  {
    head: 'Model',
    long: { min: 160, max: 260 },
    cell: (model) => (
      <>
        {model.id}
        <Text size="xs" c="dimmed">
          {model.purpose.replaceAll('-', ' ')}, {model.licence}
        </Text>
      </>
    ),
  },
  { head: 'State', cell: ({ state }) => <Status value={state} /> },
  { head: 'Size', right: true, cell: sizeOf },
  { head: 'Used by', long: { min: 130 }, cell: (model) => model.used_by.map(operationName).join(', ') },
  { head: 'Without it', long: { min: 220, max: 380 }, cell: (model) => model.without_it },
];
