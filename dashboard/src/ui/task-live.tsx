/** One task as a card that follows it until the answer is there. */

import { Anchor, Button, Group, Progress, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { call } from '../api/call.js';
import { queryClient, taskQuery } from '../api/queries.js';
import type { Task } from '../api/types.js';
import { serverSentence } from '../i18n/server-sentence.js';
import { t } from '../i18n/t.js';
import { VerdictHeader } from '../results/verdict-header.js';
import { operationLabel } from './operations.js';
import { Failed } from './parts.js';
import { pathParams } from './path-params.js';
import { TaskStatus } from './task-status.js';

export function TaskLive({ id }: { id: string }): JSX.Element {
  const task = useQuery(taskQuery(id));
  if (!task.data) {
    return task.error ? (
      <Failed error={task.error} />
    ) : (
      <Progress value={0} aria-label={t('Loading the task')} />
    );
  }
  return (
    <div className="card" style={{ padding: '0.875rem 1rem' }}>
      <Group justify="space-between" mb={6} gap="xs">
        <Text fw={600}>{operationLabel(task.data.operation, task.data.model)}</Text>
        <Group gap="xs">
          <TaskStatus task={task.data} />
          <Anchor component={Link} to="/app/tasks/$taskId" params={pathParams({ taskId: id })} size="sm">
            {t('Details')}
          </Anchor>
        </Group>
      </Group>
      <TaskProgress task={task.data} />
    </div>
  );
}

export function TaskProgress({ task }: { task: Task }): JSX.Element {
  const cancel = useMutation({
    mutationFn: () => call('POST', `/tasks/${task.id}/cancel`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['task', task.id] }),
  });
  if (task.verdict) return <VerdictHeader task={task} verdict={task.verdict} brief />;
  if (task.status === 'failure') {
    return (
      <Text className="long" c="var(--mantine-color-error)" role="alert">
        {serverSentence(task.error ?? '')}
      </Text>
    );
  }
  if (task.status === 'cancelled') return <Text c="dimmed">{t('Cancelled before it started.')}</Text>;
  const done = Math.round(task.progress * 100);
  return (
    <div aria-live="polite">
      <Progress
        value={task.status === 'pending' ? 100 : Math.max(done, 3)}
        animated
        color={task.status === 'pending' ? 'gray' : 'brand'}
        aria-label={t('Progress')}
        mb={6}
      />
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {task.status === 'pending' ? t('Waiting for a worker') : `${t(task.stage)} · ${done} %`}
        </Text>
        {task.status === 'pending' && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => cancel.mutate()}>
            {t('Cancel')}
          </Button>
        )}
      </Group>
    </div>
  );
}
