import { Group, NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { call } from '../api/call.js';
import { anyUnderWay } from '../api/queries.js';
import type { TaskRow } from '../api/types.js';
import { More } from '../ui/more.js';
import { operations, operationWords } from '../ui/operations.js';
import { Empty, Loaded, PageHead } from '../ui/parts.js';
import { TaskTable } from '../ui/task-table.js';

interface Page {
  tasks: TaskRow[];
  next_cursor: string | null;
}

const states = ['pending', 'processing', 'success', 'failure', 'cancelled'];

export function TasksPage(): JSX.Element {
  const [status, setStatus] = useState('');
  const [operation, setOperation] = useState('');
  const tasks = useInfiniteQuery({
    queryKey: ['tasks', status, operation],
    initialPageParam: '',
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ limit: '50' });
      if (pageParam) query.set('cursor', pageParam);
      if (status) query.set('status', status);
      if (operation) query.set('operation', operation);
      return call<Page>('GET', `/tasks?${query}`);
    },
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: (query) =>
      query.state.data?.pages.some((page) => anyUnderWay(page.tasks)) ? 2000 : false,
  });
  const filtered = status !== '' || operation !== '';
  return (
    <>
      <PageHead title="Tasks" about="Every analysis of this account, by programs and by people." />
      <Group mb="md" gap="sm">
        <NativeSelect
          aria-label="Status"
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value)}
          data={[{ value: '', label: 'Any status' }, ...states]}
        />
        <NativeSelect
          aria-label="Analysis"
          value={operation}
          onChange={(event) => setOperation(event.currentTarget.value)}
          data={[
            { value: '', label: 'Any analysis' },
            ...operations.map((value) => ({ value, label: operationWords[value].label })),
          ]}
        />
      </Group>
      <Loaded query={tasks}>
        {(data) => {
          const rows = data.pages.flatMap((page) => page.tasks);
          return rows.length === 0 ? (
            <Empty icon="tasks" title={filtered ? 'Nothing matches' : 'No task yet'}>
              {filtered ? 'Choose another status or analysis.' : 'Analyse a song on the start page.'}
            </Empty>
          ) : (
            <>
              <TaskTable tasks={rows} />
              <More query={tasks} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}
