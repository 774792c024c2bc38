/** Import of CSV and JSONL in pieces, so that a long one shows how far it is and each row is reported. */
import { Alert, Progress, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { call } from '../api/call.js';
import { queryClient } from '../api/queries.js';
import { DropZone } from './drop-zone.js';
import { type ImportPiece, piecesOf } from './import-pieces.js';
import { Failed } from './parts.js';

interface Report {
  added: number;
  failed: number;
  errors: Array<{ row: number; error: string }>;
}

const nothing: Report = { added: 0, failed: 0, errors: [] };

export function DatasetImport({ datasetId }: { datasetId: string }): JSX.Element {
  const [done, setDone] = useState(0);
  const [report, setReport] = useState<Report>(nothing);
  const run = useMutation({
    mutationFn: async (file: File) => {
      setDone(0);
      setReport(nothing);
      const format = /\.(jsonl|ndjson)$/i.test(file.name) ? 'jsonl' : 'csv';
      const pieces: ImportPiece[] = piecesOf(await file.text(), format);
      let sum = nothing;
      for (const [index, piece] of pieces.entries()) {
        const part = await call<Report>('POST', `/datasets/${datasetId}/import`, {
          format,
          text: piece.text,
        });
        const errors = part.errors.map(({ row, error }) => ({ row: row + piece.rowsBefore, error }));
        sum = {
          added: sum.added + part.added,
          failed: sum.failed + part.failed,
          errors: [...sum.errors, ...errors].slice(0, 200),
        };
        setReport(sum);
        setDone((index + 1) / pieces.length);
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['datasets'] }),
  });
  return (
    <div>
      <DropZone
        title="Drop a CSV or JSONL file here, or choose one"
        hint="Columns or fields: title, artist, year, link, language, lyrics"
        accept=".csv,.jsonl,.ndjson,text/csv"
        onFiles={(files) => files[0] && run.mutate(files[0])}
      />
      <div aria-live="polite" style={{ marginTop: '0.75rem' }}>
        {run.isPending && <Progress value={done * 100} animated aria-label="Import" mb="xs" />}
        {run.error && <Failed error={run.error} />}
        {report.added + report.failed > 0 && (
          <Alert color={report.failed > 0 ? 'yellow' : 'green'}>
            {report.added.toLocaleString('en')} added
            {report.failed > 0 && `, ${report.failed.toLocaleString('en')} refused`}
          </Alert>
        )}
        {report.errors.length > 0 && <Errors report={report} />}
      </div>
    </div>
  );
}

function Errors({ report }: { report: Report }): JSX.Element {
  return (
    <div
      className="card table-scroll"
      style={{ marginTop: '0.75rem', maxHeight: '18rem', overflowY: 'auto' }}
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Row</Table.Th>
            <Table.Th>Why it was refused</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {report.errors.map(({ row, error }) => (
            <Table.Tr key={row}>
              <Table.Td>{row}</Table.Td>
              <Table.Td className="long">{error}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {report.failed > report.errors.length && (
        <Text size="sm" c="dimmed" p="sm">
          and {report.failed - report.errors.length} more
        </Text>
      )}
    </div>
  );
}
