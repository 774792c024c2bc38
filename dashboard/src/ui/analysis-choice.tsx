import { Checkbox, NativeSelect, SimpleGrid, Text } from '@mantine/core';
import type { JSX } from 'react';
import type { Operation, Plan } from '../api/types.js';
import { operationWords } from './operations.js';

export interface Choice {
  operations: Operation[];
  models: Partial<Record<Operation, string>>;
}

const offered: readonly Operation[] = [
  'fingerprint-check',
  'fingerprint-add',
  'ai-detection',
  'plagiarism',
  'lyric-transcription',
];

export const firstChoice: Choice = {
  operations: ['fingerprint-check', 'ai-detection'],
  models: { 'ai-detection': 'standard', plagiarism: 'standard', 'lyric-transcription': 'standard' },
};

/** The analyses of a recording as cards to tick. */
export function AnalysisChoice(props: {
  value: Choice;
  onChange: (choice: Choice) => void;
  plan: Plan;
}): JSX.Element {
  const { value, onChange } = props;
  const toggle = (operation: Operation, on: boolean): void =>
    onChange({
      ...value,
      // In the order offered, so that a song is checked before it is registered.
      operations: offered.filter((one) => (one === operation ? on : value.operations.includes(one))),
    });
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
      {offered.map((operation) => {
        const words = operationWords[operation];
        return (
          <div key={operation} className="card" style={{ padding: '0.875rem 1rem' }}>
            <Checkbox
              checked={value.operations.includes(operation)}
              onChange={(event) => toggle(operation, event.currentTarget.checked)}
              label={<b>{words.label}</b>}
              description={words.about}
            />
            {words.models.length > 1 && (
              <NativeSelect
                mt="xs"
                size="xs"
                aria-label={`Model for ${words.label}`}
                value={value.models[operation]}
                onChange={(event) =>
                  onChange({ ...value, models: { ...value.models, [operation]: event.currentTarget.value } })
                }
                data={words.models.map((model) => ({
                  value: model,
                  label: model === 'pro-v2' ? 'pro-v2 (Enterprise)' : model,
                  disabled: model === 'pro-v2' && props.plan !== 'enterprise',
                }))}
              />
            )}
            {operation === 'plagiarism' && (
              <Text size="xs" c="dimmed" mt={4}>
                Against the database “default”
              </Text>
            )}
          </div>
        );
      })}
    </SimpleGrid>
  );
}
