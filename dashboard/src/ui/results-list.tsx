/** The list of results, of which several can be run again, tagged, put into one case file or deleted. */
import { Anchor, Button } from '@mantine/core';
import { type JSX, useState } from 'react';
import { call } from '../api/call.js';
import { queryClient } from '../api/queries.js';
import type { TaskRow } from '../api/types.js';
import { t } from '../i18n/t.js';
import { caseFileUrl } from './case-file-links.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { SelectionBar, useForEach, useSelection } from './selection.js';
import { ShareButton } from './share-links.js';
import { addTag, TagDialog } from './tags.js';
import { TaskTable } from './task-table.js';
import { useCanEdit } from './use-can-edit.js';

/** What one case file holds. */
const maxInCaseFile = 50;

export function Results({ rows }: { rows: TaskRow[] }): JSX.Element {
  const canEdit = useCanEdit();
  const listed = rows.map(({ id }) => id);
  const selection = useSelection(listed);
  const work = useForEach();
  const [dialog, setDialog] = useState<'tag' | 'delete' | null>(null);
  const { ids } = selection;
  const chosen = rows.filter(({ id }) => selection.has(id));
  const recordings = [...new Set(chosen.flatMap(({ music_id: id }) => (id === null ? [] : [id])))];
  const ended = chosen.every(({ status }) => status === 'success' || status === 'failure');
  const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['tasks'] });
  const forAll = async (action: (id: string) => Promise<unknown>): Promise<void> => {
    await work.run(ids, action);
    await refresh();
  };
  return (
    <>
      <SelectionBar selection={selection} listed={listed} work={work}>
        {ended && ids.length <= maxInCaseFile && (
          <>
            <Button component="a" size="xs" href={caseFileUrl(ids, 'pdf')} download>
              {t('Case file (PDF)')}
            </Button>
            <Anchor size="sm" underline="always" href={caseFileUrl(ids, 'csv')} download>
              {t('CSV')}
            </Anchor>
            {canEdit && <ShareButton taskIds={ids} />}
          </>
        )}
        {canEdit && (
          <>
            <Button
              size="xs"
              variant="default"
              disabled={work.at !== null}
              onClick={() => void forAll((id) => call('POST', `/tasks/${id}/rerun`))}
            >
              {t('Run again')}
            </Button>
            {recordings.length > 0 && (
              <Button size="xs" variant="default" onClick={() => setDialog('tag')}>
                {t('Tag recordings')}
              </Button>
            )}
            <Button size="xs" variant="default" onClick={() => setDialog('delete')}>
              {t('Delete')}
            </Button>
          </>
        )}
      </SelectionBar>
      <TaskTable tasks={rows} selection={selection} />
      <TagDialog
        open={dialog === 'tag'}
        onClose={() => setDialog(null)}
        onTag={(tag) => work.run(recordings, (id) => addTag(id, tag))}
      />
      <ConfirmDialog
        open={dialog === 'delete'}
        title={t('Delete {{count}} results?', { count: ids.length })}
        action={t('Delete')}
        onConfirm={() => forAll((id) => call('DELETE', `/tasks/${id}`))}
        onClose={() => setDialog(null)}
      >
        {t(
          'Results, reviews and notes are removed for good; recordings stay. The audit log keeps that they were deleted.',
        )}
      </ConfirmDialog>
    </>
  );
}
