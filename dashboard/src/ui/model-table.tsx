import { Table, Text, Title } from '@mantine/core';
import type { JSX } from 'react';
import type { Instance, Operation } from '../api/types.js';
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
        Nothing is downloaded unasked. <span className="mono">contrafact models pull NAME</span> fetches one.
      </Text>
      <div className="card table-scroll">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Model</Table.Th>
              <Table.Th>State</Table.Th>
              <Table.Th ta="right">Size</Table.Th>
              <Table.Th>Used by</Table.Th>
              <Table.Th>Without it</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sorted.map((model) => (
              <Table.Tr key={model.id}>
                <Table.Td className="long" miw={160} maw={260}>
                  {model.id}
                  <Text size="xs" c="dimmed">
                    {model.purpose.replaceAll('-', ' ')}, {model.licence}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Status value={model.state} />
                </Table.Td>
                <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                  {sizeOf(model)}
                </Table.Td>
                <Table.Td miw={130}>{model.used_by.map(operationName).join(', ')}</Table.Td>
                <Table.Td miw={220} maw={380}>
                  {model.without_it}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
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
