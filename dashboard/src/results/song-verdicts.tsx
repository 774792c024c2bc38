/** What is known of a recording: the verdict of each analysis, the latest of each. */
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import type { TaskRow } from '../api/types.js';
import { operationLabel, operations } from '../ui/operations.js';
import { When } from '../ui/parts.js';
import { pathParams } from '../ui/path-params.js';
import { TaskLive } from '../ui/task-live.js';
import { TaskStatus } from '../ui/task-status.js';
import { VerdictHeader } from './verdict-header.js';

/** The latest task of each operation, in the order in which they are offered; `tasks` are newest first. */
export function latestOfEach(tasks: readonly TaskRow[]): TaskRow[] {
  return operations.flatMap((operation) => tasks.find((task) => task.operation === operation) ?? []);
}

export function SongVerdicts({ tasks }: { tasks: readonly TaskRow[] }): JSX.Element {
  return (
    <Stack gap="sm">
      {tasks.map((task) =>
        task.verdict ? (
          <div key={task.id}>
            <Group gap="xs" mb={4}>
              <Anchor
                component={Link}
                fw={600}
                to="/app/tasks/$taskId"
                params={pathParams({ taskId: task.id })}
              >
                {operationLabel(task.operation, task.model)}
              </Anchor>
              <Text size="sm" c="dimmed">
                <When at={task.completed_at} />
              </Text>
              {task.status === 'failure' && <TaskStatus task={task} />}
            </Group>
            <VerdictHeader task={task} verdict={task.verdict} brief />
          </div>
        ) : (
          <TaskLive key={task.id} id={task.id} />
        ),
      )}
    </Stack>
  );
}
