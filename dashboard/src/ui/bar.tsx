import { Group, Text } from '@mantine/core';
import type { JSX } from 'react';
import { percent } from './format.js';

/** A share of one with its name: 0 … 1. */
export function Bar(props: { label: string; value: number; color?: string }): JSX.Element {
  return (
    <div style={{ marginTop: 6 }}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" className="long">
          {props.label}
        </Text>
        <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
          {percent(props.value)}
        </Text>
      </Group>
      <div className="meter">
        <div style={{ width: `${props.value * 100}%`, background: props.color }} />
      </div>
    </div>
  );
}
