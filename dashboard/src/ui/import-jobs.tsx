/** The imports of a dataset as the service knows them: one that runs, with its progress, and those that have ended. */

import { Anchor, Button, Group, Progress, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type JSX, useEffect, useRef } from 'react';
import { call } from '../api/call.js';
import type { Import } from '../api/contract.js';
import { importsQuery, isOpenImport, queryClient } from '../api/queries.js';
import { screenLanguage, t } from '../i18n/t.js';
import { type Column, DataTable } from './data-table.js';
import { Failed, Status, When } from './parts.js';

export function ImportJobs({ datasetId }: { datasetId: string }): JSX.Element | null {
  const query = useQuery(importsQuery(datasetId));
  const imports = query.data?.imports ?? [];
  const running = imports.filter(isOpenImport);
  const ended = imports.filter((job) => !isOpenImport(job));
  useRefreshWhenOneEnds(datasetId, ended.length === 0 ? '' : (ended[0]?.import_id ?? ''), running.length);
  if (query.error && !query.data) return <Failed error={query.error} />;
  if (imports.length === 0) return null;
  return (
    <section aria-live="polite">
      <Title order={2} size="h4" mb="sm">
        {t('Imports')}
      </Title>
      {running.map((job) => (
        <Running key={job.import_id} job={job} />
      ))}
      {ended.length > 0 && (
        <DataTable
          label={t('Imports that have ended')}
          columns={columns}
          rows={ended}
          keyOf={(job) => job.import_id}
          maxHeight="18rem"
        />
      )}
    </section>
  );
}

/** What an import added belongs into the list of songs. */
function useRefreshWhenOneEnds(datasetId: string, lastEnded: string, running: number): void {
  const before = useRef({ lastEnded, running });
  useEffect(() => {
    const changed = before.current.lastEnded !== lastEnded || before.current.running !== running;
    before.current = { lastEnded, running };
    if (changed) void queryClient.invalidateQueries({ queryKey: ['datasets', datasetId] });
  }, [datasetId, lastEnded, running]);
}

const figure = (value: number): string => value.toLocaleString(screenLanguage());

function counts({ added, present, rejected }: Import): string {
  return t('{{added}} added, {{present}} already there, {{rejected}} rejected', {
    added: figure(added),
    present: figure(present),
    rejected: figure(rejected),
  });
}

function Running({ job }: { job: Import }): JSX.Element {
  const cancel = useMutation({
    mutationFn: () => call('POST', `/imports/${job.import_id}/cancel`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['imports'] }),
  });
  return (
    <div className="card" style={{ padding: '0.875rem 1rem', marginBottom: '0.75rem' }}>
      <Group justify="space-between" mb={6} gap="xs">
        <Text fw={600} className="long">
          {nameOf(job)}
        </Text>
        <Button size="xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('Cancel import')}
        </Button>
      </Group>
      <Progress value={job.progress * 100} animated aria-label={t('Import')} mb={4} />
      <Text size="sm" c="dimmed">
        {job.status === 'pending'
          ? t('Waits for its turn')
          : t('{{rows}} rows read: {{counts}}', { rows: figure(job.rows), counts: counts(job) })}
      </Text>
      {cancel.error && <Failed error={cancel.error} />}
    </div>
  );
}

const nameOf = (job: Import): string =>
  job.name || t('From the interface ({{format}})', { format: job.format });

const columns: ReadonlyArray<Column<Import>> = [
  { head: t('File'), long: { min: 120, max: 260 }, cell: nameOf },
  { head: t('Started'), nowrap: true, cell: (job) => <When at={job.created_at} /> },
  { head: t('State'), cell: (job) => <Status value={job.status} /> },
  { head: t('Result'), long: { min: 200 }, cell: (job) => <Result job={job} /> },
];

function Result({ job }: { job: Import }): JSX.Element {
  return (
    <>
      {counts(job)}
      {job.rejected > 0 && (
        <>
          {' '}
          <Anchor
            size="sm"
            href={`/dashboard/api/imports/${job.import_id}/rejections.csv`}
            download
            aria-label={t('Download the rejected rows of {{job}}', { job: nameOf(job) })}
          >
            {t('Rejected rows')}
          </Anchor>
        </>
      )}
      {job.error && (
        <Text size="sm" c="var(--mantine-color-error)" className="long">
          {job.error}
        </Text>
      )}
    </>
  );
}
