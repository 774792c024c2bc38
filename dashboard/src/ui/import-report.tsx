import { Alert, Text } from '@mantine/core';
import type { JSX } from 'react';
import { type Column, DataTable } from './data-table.js';

/** What became of an import so far. */
export interface ImportSum {
  added: number;
  rejected: number;
  /** The first of those rejected: the row's number or the file's name, and why. */
  errors: Array<{ place: string; detail: string }>;
  /** Files of a folder that are neither lyrics nor audio. */
  leftOut: number;
}

export const emptySum: ImportSum = { added: 0, rejected: 0, errors: [], leftOut: 0 };

/** As many as a person reads. */
const mostErrors = 200;

export function plus(sum: ImportSum, part: Omit<ImportSum, 'leftOut'>): ImportSum {
  return {
    added: sum.added + part.added,
    rejected: sum.rejected + part.rejected,
    errors: [...sum.errors, ...part.errors].slice(0, mostErrors),
    leftOut: sum.leftOut,
  };
}

const count = (value: number): string => value.toLocaleString('en');

export function ImportReport({ sum }: { sum: ImportSum }): JSX.Element {
  return (
    <>
      <Alert color={sum.rejected > 0 ? 'yellow' : 'green'}>
        {count(sum.added)} added
        {sum.rejected > 0 && `, ${count(sum.rejected)} refused`}
        {sum.leftOut > 0 && `, ${count(sum.leftOut)} other files left out`}
      </Alert>
      {sum.errors.length > 0 && (
        <div style={{ marginTop: '0.75rem' }}>
          <DataTable
            label="What was refused"
            columns={columns}
            rows={sum.errors}
            keyOf={({ place }) => place}
            maxHeight="18rem"
          />
          {sum.rejected > sum.errors.length && (
            <Text size="sm" c="dimmed" p="sm">
              and {count(sum.rejected - sum.errors.length)} more
            </Text>
          )}
        </div>
      )}
    </>
  );
}

const columns: ReadonlyArray<Column<ImportSum['errors'][number]>> = [
  { head: 'Row or file', long: { max: 260 }, cell: ({ place }) => place },
  { head: 'Why it was refused', long: {}, cell: ({ detail }) => detail },
];
