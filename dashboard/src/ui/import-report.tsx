import { Alert, Table, Text } from '@mantine/core';
import type { JSX } from 'react';

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
        <div
          className="card table-scroll"
          style={{ marginTop: '0.75rem', maxHeight: '18rem', overflowY: 'auto' }}
        >
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Row or file</Table.Th>
                <Table.Th>Why it was refused</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {sum.errors.map(({ place, detail }) => (
                <Table.Tr key={place}>
                  <Table.Td className="long" maw={260}>
                    {place}
                  </Table.Td>
                  <Table.Td className="long">{detail}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
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
