import { Alert, Button, Progress, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { queryClient } from '../api/queries.js';
import { t } from '../i18n/t.js';
import { type Column, DataTable } from './data-table.js';
import { DropZone } from './drop-zone.js';
import { FolderButton } from './folder-button.js';
import { isSongFile } from './folder-songs.js';
import { Failed } from './parts.js';
import { type NotSent, sendFolder, sendTable } from './send-import.js';
import { ServerText } from './server-text.js';

/** Sends a table of songs, or a folder of lyrics and audio. The service then imports it as a job of the list below. */
export function DatasetImport({ datasetId }: { datasetId: string }): JSX.Element {
  const [sent, setSent] = useState({ fraction: 0, name: '' });
  const run = useMutation({
    mutationFn: (files: File[]) => {
      const onSent = (fraction: number, name: string): void => setSent({ fraction, name });
      onSent(0, '');
      const table = files.find((file) => !isSongFile(file));
      return files.length === 1 && table
        ? sendTable(datasetId, table, onSent)
        : sendFolder(datasetId, files, onSent);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['imports'] }),
  });
  return (
    <div>
      <DropZone
        title={t('Drop a CSV or JSONL file, lyrics or recordings here, or choose some')}
        hint={t(
          'Columns or fields: title, artist, year, link, language, lyrics. Of a .lrc and a recording with the same name one song is made. Songs that are in the dataset already are not added again.',
        )}
        accept=".csv,.jsonl,.ndjson,text/csv,.lrc,.txt,.mp3,.wav,.flac,.m4a,.aac,.ogg,.opus,.mid,.midi"
        multiple
        onFiles={(files) => run.mutate(files)}
      />
      <FolderButton disabled={run.isPending} onFiles={(files) => run.mutate(files)} />
      <div aria-live="polite" style={{ marginTop: '0.75rem' }}>
        {run.isPending && (
          <>
            <Progress value={sent.fraction * 100} animated aria-label={t('Sending')} mb={4} />
            <Text size="sm" c="dimmed" className="long">
              {t('Sending: {{percent}} %{{name}}. Keep this page open until everything is sent.', {
                percent: Math.round(sent.fraction * 100),
                name: sent.name && `, ${sent.name}`,
              })}
            </Text>
          </>
        )}
        {run.error && <Failed error={run.error} />}
        {run.data && <Unsent {...run.data} />}
      </div>
    </div>
  );
}

function Unsent({ failed, leftOut }: NotSent): JSX.Element | null {
  if (failed.length + leftOut === 0) return null;
  const parts = [
    failed.length > 0 ? t('{{count, number}} recordings rejected', { count: failed.length }) : '',
    leftOut > 0 ? t('{{count, number}} other files left out', { count: leftOut }) : '',
  ];
  return (
    <>
      <Alert color="yellow">{parts.filter(Boolean).join(', ')}</Alert>
      {failed.length > 0 && (
        <div style={{ marginTop: '0.75rem' }}>
          <DataTable
            label={t('Rejected recordings')}
            columns={columns}
            rows={failed}
            keyOf={({ name }) => name}
            maxHeight="18rem"
          />
          <Button
            component="a"
            mt="sm"
            size="xs"
            variant="default"
            href={rejectionsUrl(failed)}
            download="rejected-recordings.csv"
          >
            {t('Download as CSV')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Quoted, and never a formula of a spreadsheet. */
const cell = (text: string): string =>
  `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

const rejectionsUrl = (failed: NotSent['failed']): string => {
  const lines = [['file', 'reason'], ...failed.map(({ name, detail }) => [name, detail])];
  const table = lines.map((line) => line.map(cell).join(',')).join('\r\n');
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`${table}\r\n`)}`;
};

const columns: ReadonlyArray<Column<NotSent['failed'][number]>> = [
  { head: t('File'), long: { min: 160, max: 260 }, cell: ({ name }) => name },
  { head: t('Why it was rejected'), long: {}, cell: ({ detail }) => <ServerText text={detail} /> },
];
