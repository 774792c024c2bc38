/** The recordings of the library, of which several can be tagged or deleted at once. */
import { Anchor, Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { call } from '../api/call.js';
import { queryClient } from '../api/queries.js';
import type { LibraryMusic } from '../api/types.js';
import { t } from '../i18n/t.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { type Column, DataTable } from './data-table.js';
import { FindingBadge } from './finding.js';
import { bytes, lengthText } from './format.js';
import { operationWords } from './operations.js';
import { When } from './parts.js';
import { pathParams } from './path-params.js';
import { SelectionBar, selectColumn, useForEach, useSelection } from './selection.js';
import { addTag, TagBadges, TagDialog } from './tags.js';
import { useCanEdit } from './use-can-edit.js';

export function Recordings({ rows }: { rows: LibraryMusic[] }): JSX.Element {
  const canEdit = useCanEdit();
  const listed = rows.map(({ musicId }) => musicId);
  const selection = useSelection(listed);
  const work = useForEach();
  const [dialog, setDialog] = useState<'tag' | 'delete' | null>(null);
  const close = (): void => setDialog(null);
  const remove = async (): Promise<void> => {
    await work.run(selection.ids, (id) => call('DELETE', `/music/${id}`));
    await queryClient.invalidateQueries({ queryKey: ['library'] });
  };
  return (
    <>
      {canEdit && (
        <SelectionBar selection={selection} listed={listed} work={work}>
          <Button size="xs" variant="default" onClick={() => setDialog('tag')}>
            {t('Add tag')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setDialog('delete')}>
            {t('Delete')}
          </Button>
        </SelectionBar>
      )}
      <DataTable
        label={t('Recordings')}
        columns={
          canEdit
            ? [
                selectColumn<LibraryMusic>(
                  selection,
                  ({ musicId }) => musicId,
                  ({ title, filename }) => title || filename,
                ),
                ...columns,
              ]
            : columns
        }
        rows={rows}
        keyOf={({ musicId }) => musicId}
      />
      <TagDialog
        open={dialog === 'tag'}
        onClose={close}
        onTag={(tag) => work.run(selection.ids, (id) => addTag(id, tag))}
      />
      <ConfirmDialog
        open={dialog === 'delete'}
        title={t('Delete {{count}} recordings?', { count: selection.ids.length })}
        action={t('Delete')}
        onConfirm={remove}
        onClose={close}
      >
        {t('Their audio, fingerprints and results are removed for good.')}
      </ConfirmDialog>
    </>
  );
}

const columns: ReadonlyArray<Column<LibraryMusic>> = [
  {
    head: t('Title'),
    long: { min: 160, max: 320 },
    cell: (music) => (
      <>
        <Anchor component={Link} to="/app/library/$musicId" params={pathParams({ musicId: music.musicId })}>
          {music.title || music.filename}
        </Anchor>
        <TagBadges tags={music.tags} />
      </>
    ),
  },
  { head: t('Artist'), long: { max: 220 }, cell: (music) => music.artist || '–' },
  {
    head: t('Results'),
    long: { min: 170, max: 300 },
    cell: (music) =>
      music.findings.length === 0 ? (
        '–'
      ) : (
        <Group gap={4}>
          {music.findings.map((found) => (
            <Link
              key={found.operation}
              to="/app/tasks/$taskId"
              params={pathParams({ taskId: found.task_id })}
              className="plain"
              title={operationWords[found.operation].label}
            >
              <FindingBadge verdict={found} />
            </Link>
          ))}
        </Group>
      ),
  },
  { head: t('Length'), cell: (music) => lengthText(music.duration_seconds) },
  { head: t('Size'), nowrap: true, cell: (music) => bytes(music.bytes) },
  { head: t('Uploaded'), cell: (music) => <When at={music.created_at} /> },
];
