import { SimpleGrid, Text } from '@mantine/core';
import type { JSX, ReactNode } from 'react';

/** Short facts side by side: name above value. */
export function Facts({ facts }: { facts: ReadonlyArray<readonly [string, ReactNode]> }): JSX.Element {
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, md: 6 }} spacing="sm">
      {facts.map(([name, value]) => (
        <div key={name}>
          <Text size="xs" c="dimmed">
            {name}
          </Text>
          <Text size="sm" className="long" component="div">
            {value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}

/** The figures that a page is about, each as a card. */
export function Figures(props: {
  figures: ReadonlyArray<{ name: string; value: string; note?: string }>;
}): JSX.Element {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
      {props.figures.map(({ name, value, note }) => (
        <div key={name} className="card" style={{ padding: '0.875rem 1rem' }}>
          <Text size="sm" c="dimmed">
            {name}
          </Text>
          <Text fw={650} size="lg">
            {value}
          </Text>
          {note && (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          )}
        </div>
      ))}
    </SimpleGrid>
  );
}
