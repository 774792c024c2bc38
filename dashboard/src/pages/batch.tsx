/** A batch: one table that fills, whoever looks at it and whenever. */
import { Alert, Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type JSX, useState, useSyncExternalStore } from 'react';
import { call } from '../api/call.js';
import { batchQuery, queryClient } from '../api/queries.js';
import type { BatchWithRows } from '../api/types.js';
import { onSenderChange, sendBatch, senderState } from '../batches/batch-sender.js';
import { BatchStateBadge } from '../batches/batch-state.js';
import { BatchTable } from '../batches/batch-table.js';
import { batchName, batchSummary } from '../batches/batch-words.js';
import { t } from '../i18n/t.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { DropZone, songTypes } from '../ui/drop-zone.js';
import { FolderButton } from '../ui/folder-button.js';
import { Failed, Loaded, PageHead } from '../ui/parts.js';
import { useCanEdit } from '../ui/use-can-edit.js';

const route = getRouteApi('/app/batches/$batchId');

export function BatchPage(): JSX.Element {
  const { batchId } = route.useParams();
  const query = useQuery(batchQuery(batchId));
  return <Loaded query={query}>{(batch) => <Batch batch={batch} />}</Loaded>;
}

function Batch({ batch }: { batch: BatchWithRows }): JSX.Element {
  const { sending, error } = useSyncExternalStore(onSenderChange, () => senderState(batch.id));
  const canEdit = useCanEdit();
  const { counts } = batch;
  const done = counts.files === 0 ? 1 : (counts.files - counts.waiting) / counts.files;
  return (
    <>
      <PageHead title={batchName(batch)} about={batchSummary(batch)}>
        <BatchStateBadge state={batch.state} isSending={sending !== null} />
        {canEdit && <DeleteBatch batchId={batch.id} />}
      </PageHead>
      <Stack gap="lg">
        {sending !== null && (
          <div aria-live="polite">
            <Progress value={done * 100} animated aria-label={t('Files sent')} mb={4} />
            <Text size="sm" c="dimmed">
              {t(
                '{{sent}} of {{files}} files sent. You can go to other pages; keep this tab open until all are sent.',
                {
                  sent: counts.files - counts.waiting,
                  files: counts.files,
                },
              )}
            </Text>
          </div>
        )}
        {error !== null && (
          <Failed title={t('Sending stopped')} error={error} onRetry={() => sendBatch(batch.id, [])} />
        )}
        {canEdit && sending === null && batch.state === 'open' && <Resume batch={batch} />}
        <BatchTable batch={batch} sending={sending} />
        {counts.rejected > 0 && (
          <Anchor size="sm" href={`/dashboard/api/batches/${batch.id}/rejections.csv`} download>
            {t('Download the rejected files as CSV')}
          </Anchor>
        )}
      </Stack>
    </>
  );
}

/** After a reload the browser has no files any more: they are chosen again, and what has arrived is left out. */
function Resume({ batch }: { batch: BatchWithRows }): JSX.Element {
  const close = useMutation({
    mutationFn: () => call('POST', `/batches/${batch.id}/close`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['batches'] }),
  });
  const resume = (files: File[]): void => sendBatch(batch.id, files);
  return (
    <Alert color="yellow" title={t('{{count}} files were not sent', { count: batch.counts.waiting })}>
      <Text size="sm" mb="sm">
        {t('Choose the same files or the same folder again: only what is missing is sent.')}
      </Text>
      <DropZone
        title={t('Drop the files or the folder here, or choose the files')}
        hint={t('mp3, wav, flac, m4a, aac, ogg or MIDI')}
        accept={songTypes}
        multiple
        onFiles={resume}
      />
      <Group gap="sm" align="flex-end">
        <FolderButton onFiles={resume} />
        <Button variant="default" loading={close.isPending} onClick={() => close.mutate()}>
          {t('Leave them out')}
        </Button>
      </Group>
      {close.error && <Failed error={close.error} />}
    </Alert>
  );
}

function DeleteBatch({ batchId }: { batchId: string }): JSX.Element {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const remove = async (): Promise<void> => {
    await call('DELETE', `/batches/${batchId}`);
    await navigate({ to: '/app' });
    await queryClient.invalidateQueries({ queryKey: ['batches'] });
  };
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {t('Delete batch')}
      </Button>
      <ConfirmDialog
        open={open}
        title={t('Delete this batch?')}
        action={t('Delete')}
        onConfirm={remove}
        onClose={() => setOpen(false)}
      >
        {t('Its table is removed. Recordings and results stay.')}
      </ConfirmDialog>
    </>
  );
}
