/** The documented scores of a match, line by line. */
import { Table } from '@mantine/core';
import type { JSX } from 'react';
import type { PlagiarismMatch } from '../../api/contract.js';

const parts = [
  ['vocal', 'Vocal'],
  ['melody', 'Instrumental'],
  ['topline', 'Main melody'],
] as const;

const columns = [
  ['metric', 'Similarity'],
  ['pitch_score', 'Pitches'],
  ['correlation', 'Rhythm'],
  ['ratio', 'Overlap'],
  ['bpm_ratio', 'Tempo'],
  ['difficulty', 'Complexity'],
] as const;

export function Scores({ scores }: { scores: PlagiarismMatch['scores'] }): JSX.Element {
  return (
    <div className="table-scroll">
      <Table verticalSpacing={4} fz="sm" aria-label="Scores">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Line</Table.Th>
            {columns.map(([key, label]) => (
              <Table.Th key={key} ta="right">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {parts.map(([part, label]) => (
            <Table.Tr key={part}>
              <Table.Td>{label}</Table.Td>
              {columns.map(([key]) => (
                <Table.Td key={key} ta="right">
                  {scores[part][key].toFixed(2)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Td>Chords</Table.Td>
            <Table.Td ta="right">{scores.chord.toFixed(2)}</Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </div>
  );
}
