import { Container, Text, Title } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { Logo } from './logo.js';
import { useTabTitle } from './use-tab-title.js';

/** The frame of the pages before one is signed in. */
export function EntryPage(props: { title: string; about?: ReactNode; children: ReactNode }): JSX.Element {
  useTabTitle(props.title);
  return (
    <Container size={480} py={{ base: 'xl', sm: 72 }} component="main">
      <Logo />
      <div className="card" style={{ padding: '1.75rem', marginTop: '1.5rem' }}>
        <Title order={1} size="h3">
          {props.title}
        </Title>
        {props.about && (
          <Text c="dimmed" mt={6} mb="md" component="div">
            {props.about}
          </Text>
        )}
        {props.children}
      </div>
    </Container>
  );
}
