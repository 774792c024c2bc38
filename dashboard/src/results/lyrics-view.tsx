import { Group, Stack, Text } from '@mantine/core';
import { Fragment, type JSX } from 'react';
import type { Task } from '../api/types.js';
import { fields, list, number, text } from './fields.js';

interface Pair {
  query: string;
  target: string;
  similarity: number;
}

/** The submitted lyrics on the left, the matched song on the right, matching lines tied by their similarity. */
export default function LyricsView({ task }: { task: Task }): JSX.Element {
  const matches = list(fields(task.result).top_matches).map(fields);
  const detail = fields(task.detail);
  const engines = list(detail.engines).map(fields);
  return (
    <Stack gap="md">
      {text(detail.assessment) === 'insufficient distinctive text' && (
        <Text>These lyrics hold nothing but stock phrases: there is too little to compare.</Text>
      )}
      {matches.length === 0 && <Text c="dimmed">No song of the database says the same.</Text>}
      {matches.map((match) => (
        <article key={String(match.rank)} className="card" style={{ padding: '1rem' }}>
          <Group justify="space-between" mb="sm" gap="xs">
            <Text fw={600} className="long">
              {String(match.rank)}. {text(match.artist) ? `${text(match.artist)}: ` : ''}
              {text(match.title)} {text(match.year) && `(${text(match.year)})`}
            </Text>
            <Text size="sm" c="dimmed">
              together {score(match.combined_score)} · whole {score(match.paragraph_score)} · best line{' '}
              {score(match.sentence_score)}
            </Text>
          </Group>
          <Pairs pairs={pairsOf(match.similar_parts)} />
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

function score(value: unknown): string {
  return (number(value) ?? 0).toFixed(2);
}

function pairsOf(value: unknown): Pair[] {
  return list(value)
    .map(fields)
    .map((part) => ({
      query: text(part.query_sentence),
      target: text(part.target_sentence),
      similarity: number(part.similarity) ?? 0,
    }));
}

function Pairs({ pairs }: { pairs: Pair[] }): JSX.Element {
  return (
    <div className="pairs">
      {pairs.map((pair) => (
        <Fragment key={`${pair.query}\n${pair.target}`}>
          <Line text={pair.query} strength={pair.similarity} />
          <Text size="sm" c="dimmed" ta="center" style={{ alignSelf: 'center' }}>
            {pair.similarity.toFixed(2)}
          </Text>
          <Line text={pair.target} strength={pair.similarity} />
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
