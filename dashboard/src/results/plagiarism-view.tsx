import { Group, SimpleGrid, Stack, Tabs, Text } from '@mantine/core';
import type { JSX } from 'react';
import type { PlagiarismMatch, PlagiarismResult, SegmentInfo } from '../api/contract.js';
import type { Task } from '../api/types.js';
import { seconds } from '../ui/format.js';

const categories = [
  ['signature', 'Signature'],
  ['vocal', 'Vocal melody'],
  ['inst', 'Instrumental'],
  ['topline', 'Main melody'],
] as const;

/** Matched passages by category, with the chords of both and the scores. */
export default function PlagiarismView({ task }: { task: Task }): JSX.Element {
  const result = task.result as PlagiarismResult;
  return (
    <Tabs defaultValue="signature" keepMounted={false}>
      <Tabs.List mb="md">
        {categories.map(([key, label]) => (
          <Tabs.Tab key={key} value={key}>
            {label} ({result[key].length})
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {categories.map(([key]) => (
        <Tabs.Panel key={key} value={key}>
          <Stack gap="md">
            {result[key].length === 0 && <Text c="dimmed">No matching passage here.</Text>}
            {result[key].map((match, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: matches have no name of their own
              <MatchCard key={index} match={match} />
            ))}
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function MatchCard({ match }: { match: PlagiarismMatch }): JSX.Element {
  return (
    <article className="card" style={{ padding: '1rem' }}>
      <Text fw={600} mb="sm">
        Similarity {match.signature_metric.toFixed(2)}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mb="md">
        <Segment name="Submitted" segment={match.original} />
        <Segment name="Database" segment={match.comparison} />
      </SimpleGrid>
      <Scores scores={match.scores} />
    </article>
  );
}

function Segment({ name, segment }: { name: string; segment: SegmentInfo }): JSX.Element {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Text className="long" fw={600}>
        {segment.title}
      </Text>
      <Text size="sm" c="dimmed">
        {seconds(segment.time_start)} to {seconds(segment.time_end)} · {segment.key}
      </Text>
      <div className="chords">
        {segment.chords.map((chord, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a chord is known by its beat
          <span key={index} style={{ background: chordColor(chord) }}>
            {chord.replace(':maj', '').replace(':min', 'm')}
          </span>
        ))}
      </div>
    </div>
  );
}

const pitchClasses = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'];

/** The same chord has the same colour on both sides; fifths apart means near in colour. */
function chordColor(chord: string): string {
  const root = pitchClasses.indexOf(chord.split(':')[0] ?? '');
  return root < 0
    ? 'var(--surface-sunken)'
    : `hsl(${((root * 7) % 12) * 30} 60% 50% / ${chord.endsWith('min') ? 0.2 : 0.38})`;
}

const parts = [
  ['vocal', 'Vocal'],
  ['melody', 'Instrumental'],
  ['topline', 'Main melody'],
] as const;

function Scores({ scores }: { scores: PlagiarismMatch['scores'] }): JSX.Element {
  return (
    <Group gap="lg" align="flex-start">
      {parts.map(([key, label]) => {
        const part = scores[key];
        return (
          <div key={key} style={{ flex: '1 1 10rem' }}>
            <Text size="sm" fw={600}>
              {label} {score(part.metric)}
            </Text>
            <Text size="xs" c="dimmed">
              pitch {score(part.pitch_score)} · rhythm {score(part.correlation)} · overlap {score(part.ratio)}{' '}
              · tempo {score(part.bpm_ratio)} · complexity {score(part.difficulty)}
            </Text>
          </div>
        );
      })}
      <div style={{ flex: '1 1 10rem' }}>
        <Text size="sm" fw={600}>
          Chords {score(scores.chord)}
        </Text>
      </div>
    </Group>
  );
}

const score = (value: number): string => value.toFixed(2);
