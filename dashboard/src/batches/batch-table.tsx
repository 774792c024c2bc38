/** The files of a batch: how far each was sent, and what each analysis found. */
import { Anchor, Progress, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import type { BatchRow, BatchWithRows } from '../api/types.js';
import { serverSentence } from '../i18n/server-sentence.js';
import { t } from '../i18n/t.js';
import { type Column, DataTable } from '../ui/data-table.js';
import { FindingBadge } from '../ui/finding.js';
import { bytes } from '../ui/format.js';
import { operationWords } from '../ui/operations.js';
import { Status } from '../ui/parts.js';
import { pathParams } from '../ui/path-params.js';
import type { Sending } from './batch-sender.js';

export function BatchTable(props: { batch: BatchWithRows; sending: Sending | null }): JSX.Element {
  const { batch, sending } = props;
  const columns: Column<BatchRow>[] = [
    { head: t('File'), long: { min: 160, max: 320 }, cell: (row) => <File row={row} /> },
    { head: t('Size'), nowrap: true, cell: (row) => bytes(row.bytes) },
    {
      head: t('Upload'),
      long: { min: 120, max: 260 },
      cell: (row) => <Upload row={row} sending={sending?.position === row.position ? sending : null} />,
    },
    ...batch.analyses.map(
      ({ operation }): Column<BatchRow> => ({
        head: operationWords[operation].label,
        long: { min: 130, max: 220 },
        cell: (row) => <Answer task={row.tasks.find((task) => task.operation === operation)} />,
      }),
    ),
  ];
  return (
    <DataTable
      label={t('Files of this batch')}
      columns={columns}
      rows={batch.rows}
      keyOf={({ position }) => String(position)}
    />
  );
}

function File({ row }: { row: BatchRow }): JSX.Element {
  return (
    <>
      {row.music_id === null ? (
        row.name
      ) : (
        <Anchor component={Link} to="/app/library/$musicId" params={pathParams({ musicId: row.music_id })}>
          {row.name}
        </Anchor>
      )}
      {row.known !== null && (
        <Text size="xs" c="dimmed">
          {row.known === 'library'
            ? t('Already in the library: not stored again')
            : t('The same recording as another file of this batch')}
        </Text>
      )}
    </>
  );
}

function Upload({ row, sending }: { row: BatchRow; sending: Sending | null }): JSX.Element {
  if (sending?.isWaiting) {
    return (
      <Text size="sm" c="dimmed">
        {t('Waits until analyses of this account have ended')}
      </Text>
    );
  }
  if (sending) {
    return (
      <>
        <Progress value={sending.fraction * 100} animated aria-label={t('Upload')} mb={4} />
        <Text size="xs" c="dimmed">
          {sending.fraction < 1
            ? `${Math.round(sending.fraction * 100)} %`
            : t('Checking that it can be read')}
        </Text>
      </>
    );
  }
  if (row.state === 'waiting') return <Status value="pending" word={t('not sent')} />;
  if (row.state === 'accepted') return <Status value="success" word={t('sent')} />;
  return (
    <>
      <Status value="failed" word={t('rejected')} />
      <Text size="sm" className="long" mt={2}>
        {serverSentence(row.detail ?? '')}
      </Text>
    </>
  );
}

function Answer({ task }: { task: BatchRow['tasks'][number] | undefined }): JSX.Element {
  if (!task) return <span>{'–'}</span>;
  const { finding, label, status } = task;
  return (
    <>
      <Link to="/app/tasks/$taskId" params={pathParams({ taskId: task.task_id })} className="plain">
        {finding !== null && label !== null ? (
          <FindingBadge verdict={{ finding, label }} />
        ) : (
          <Status value={status} />
        )}
      </Link>
      {status === 'processing' && (
        <Text size="xs" c="dimmed">
          {Math.round(task.progress * 100)} %
        </Text>
      )}
      {task.error && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {serverSentence(task.error)}
        </Text>
      )}
    </>
  );
}
