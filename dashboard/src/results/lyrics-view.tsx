import { Group, Stack, Text } from '@mantine/core';
import { Fragment, type JSX } from 'react';
import type { LyricPlagiarismResult } from '../api/contract.js';
import type { Task } from '../api/types.js';
import { fields, list, text } from './fields.js';

type Match = LyricPlagiarismResult['top_matches'][number];

/** The submitted lyrics on the left, the matched song on the right, matching lines tied by their similarity. */
export default function LyricsView({ task }: { task: Task }): JSX.Element {
  const { top_matches: matches } = task.result as LyricPlagiarismResult;
  const detail = fields(task.detail);
  const engines = list(detail.engines).map(fields);
  return (
    <Stack gap="md">
      {text(detail.assessment) === 'insufficient distinctive text' && (
        <Text>These lyrics hold nothing but stock phrases: there is too little to compare.</Text>
      )}
      {matches.length === 0 && <Text c="dimmed">No song of the database says the same.</Text>}
      {matches.map((match) => (
        <article key={match.rank} className="card" style={{ padding: '1rem' }}>
          <Group justify="space-between" mb="sm" gap="xs">
            <Text fw={600} className="long">
              {match.rank}. {match.artist && `${match.artist}: `}
              {match.title} {match.year && `(${match.year})`}
            </Text>
            <Text size="sm" c="dimmed">
              together {match.combined_score.toFixed(2)} · whole {match.paragraph_score.toFixed(2)} · best
              line {match.sentence_score.toFixed(2)}
            </Text>
          </Group>
          <Pairs pairs={match.similar_parts} />
        </article>
      ))}
      {engines.map((engine) => (
        <Text key={text(engine.name)} size="sm" c="dimmed" className="long">
          {text(engine.name)}: {text(engine.model)}. {text(engine.limits)}
        </Text>
      ))}
    </Stack>
  );
}

function Pairs({ pairs }: { pairs: Match['similar_parts'] }): JSX.Element {
  return (
    <div className="pairs">
      {pairs.map((pair) => (
        <Fragment key={`${pair.query_sentence}\n${pair.target_sentence}`}>
          <Line text={pair.query_sentence} strength={pair.similarity} />
          <Text size="sm" c="dimmed" ta="center" style={{ alignSelf: 'center' }}>
            {pair.similarity.toFixed(2)}
          </Text>
          <Line text={pair.target_sentence} strength={pair.similarity} />
        </Fragment>
      ))}
    </div>
  );
}

function Line(props: { text: string; strength: number }): JSX.Element {
  const share = Math.round(8 + 22 * props.strength);
  return (
    <Text
      size="sm"
      className="long"
      dir="auto"
      style={{
        background: `color-mix(in srgb, var(--mantine-primary-color-filled) ${share}%, transparent)`,
        borderRadius: 6,
        padding: '0.375rem 0.625rem',
      }}
    >
      {props.text}
    </Text>
  );
}
