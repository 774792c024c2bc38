import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import type { TaskRow } from '../api/types.js';
import { serverSentence } from '../i18n/server-sentence.js';
import { t } from '../i18n/t.js';
import { type Column, DataTable } from './data-table.js';
import { FindingBadge } from './finding.js';
import { decimal } from './format.js';
import { operationLabel } from './operations.js';
import { When } from './parts.js';
import { pathParams } from './path-params.js';
import { ReviewBadge } from './review-words.js';
import { type Selection, selectColumn } from './selection.js';
import { TaskStatus } from './task-status.js';

export function TaskTable(props: {
  tasks: TaskRow[];
  showSong?: boolean;
  selection?: Selection;
}): JSX.Element {
  const { tasks, showSong = true, selection } = props;
  const shown = showSong ? columns : columns.filter(({ head }) => head !== t('Song'));
  return (
    <DataTable
      label={t('Tasks')}
      columns={
        selection
          ? [
              selectColumn<TaskRow>(
                selection,
                ({ id }) => id,
                ({ name, id }) => name ?? id,
              ),
              ...shown,
            ]
          : shown
      }
      rows={tasks}
      keyOf={({ id }) => id}
    />
  );
}

const columns: ReadonlyArray<Column<TaskRow>> = [
  {
    head: t('Analysis'),
    long: { min: 170 },
    cell: (task) => (
      <>
        <Anchor component={Link} to="/app/tasks/$taskId" params={pathParams({ taskId: task.id })}>
          {operationLabel(task.operation, task.model)}
        </Anchor>
        <Text c="dimmed" className="mono task-id">
          {task.id}
        </Text>
      </>
    ),
  },
  {
    head: t('Song'),
    long: { min: 140, max: 280 },
    cell: songsOf,
  },
  {
    head: t('Result'),
    long: { min: 150, max: 260 },
    cell: (task) =>
      task.verdict ? (
        <>
          <FindingBadge verdict={task.verdict} />
          {task.verdict.match && (
            <Text size="sm" className="long" mt={2}>
              {task.verdict.match.title}
            </Text>
          )}
        </>
      ) : task.error ? (
        <Text size="sm" c="dimmed" lineClamp={2}>
          {serverSentence(task.error)}
        </Text>
      ) : (
        '–'
      ),
  },
  {
    head: t('Review'),
    cell: ({ review }) => <ReviewBadge state={review?.state ?? null} />,
  },
  {
    head: t('State'),
    cell: (task) => (
      <>
        <TaskStatus task={task} />
        {task.status === 'processing' && (
          <Text size="xs" c="dimmed">
            {Math.round(task.progress * 100)} %
          </Text>
        )}
      </>
    ),
  },
  { head: t('Started'), cell: (task) => <When at={task.created_at} /> },
  { head: t('Took'), nowrap: true, cell: took },
];

function songsOf(task: TaskRow): string {
  const name = task.name ?? '–';
  return task.other_title === null
    ? name
    : t('{{first}} and {{second}}', { first: name, second: task.other_title });
}

function took(task: TaskRow): string {
  if (!task.started_at || !task.completed_at) return '–';
  const spent = (new Date(task.completed_at).getTime() - new Date(task.started_at).getTime()) / 1000;
  return spent < 10 ? `${decimal(spent, 1)} s` : `${Math.round(spent)} s`;
}
