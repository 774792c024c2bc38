/** The documented scores of a match, line by line. */
import type { JSX } from 'react';
import type { PlagiarismMatch } from '../../api/contract.js';
import { type Column, DataTable } from '../../ui/data-table.js';

type Scored = PlagiarismMatch['scores'];
type Row = readonly [label: string, part: Scored['vocal'] | null, metric: number];

const figure = (head: string, key: keyof Scored['vocal']): Column<Row> => ({
  head,
  right: true,
  cell: ([, part]) => part?.[key].toFixed(2) ?? '',
});

const columns: ReadonlyArray<Column<Row>> = [
  { head: 'Line', cell: ([label]) => label },
  { head: 'Similarity', right: true, cell: ([, , metric]) => metric.toFixed(2) },
  figure('Pitches', 'pitch_score'),
  figure('Rhythm', 'correlation'),
  figure('Overlap', 'ratio'),
  figure('Tempo', 'bpm_ratio'),
  figure('Complexity', 'difficulty'),
];

export function Scores({ scores }: { scores: Scored }): JSX.Element {
  const rows: Row[] = [
    ['Vocal', scores.vocal, scores.vocal.metric],
    ['Instrumental', scores.melody, scores.melody.metric],
    ['Main melody', scores.topline, scores.topline.metric],
    ['Chords', null, scores.chord],
  ];
  return <DataTable bare tight label="Scores" columns={columns} rows={rows} keyOf={([label]) => label} />;
}
