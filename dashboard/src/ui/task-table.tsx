import { Anchor, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import type { TaskRow } from '../api/types.js';
import { operationLabel } from './operations.js';
import { Status, When } from './parts.js';

export function TaskTable({ tasks, showSong = true }: { tasks: TaskRow[]; showSong?: boolean }): JSX.Element {
  return (
    <div className="card table-scroll">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Analysis</Table.Th>
            {showSong && <Table.Th>Song</Table.Th>}
            <Table.Th>Status</Table.Th>
            <Table.Th>Started</Table.Th>
            <Table.Th>Took</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tasks.map((task) => (
            <Table.Tr key={task.id}>
              <Table.Td miw={170}>
                <Anchor component={Link} to="/app/tasks/$taskId" params={{ taskId: task.id } as never}>
                  {operationLabel(task.operation, task.model)}
                </Anchor>
                <Text size="xs" c="dimmed" className="mono">
                  {task.id}
                </Text>
              </Table.Td>
              {showSong && (
                <Table.Td className="long" miw={140} maw={280}>
                  {task.filename ?? task.song_title ?? '–'}
                </Table.Td>
              )}
              <Table.Td>
                <Status value={task.status} />
                {task.status === 'processing' && (
                  <Text size="xs" c="dimmed">
                    {Math.round(task.progress * 100)} %
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <When at={task.created_at} />
              </Table.Td>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{took(task)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function took(task: TaskRow): string {
  if (!task.started_at || !task.completed_at) return '–';
  const spent = (new Date(task.completed_at).getTime() - new Date(task.started_at).getTime()) / 1000;
  return spent < 10 ? `${spent.toFixed(1)} s` : `${Math.round(spent)} s`;
}
