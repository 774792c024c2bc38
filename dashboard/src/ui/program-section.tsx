import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { CodeTabs } from './code-tabs.js';
import { type CallFacts, curlSnippet, typescriptSnippet } from './snippets.js';

/** The same call as a program makes it, with the ids of this very page. */
export function ProgramSection({ facts }: { facts: CallFacts }): JSX.Element {
  return (
    <section aria-label="The same from a program">
      <Title order={2} size="h4" mb={4}>
        The same from a program
      </Title>
      <Text c="dimmed" size="sm" mb="sm">
        Put one of your <Link to="/app/keys">API keys</Link> into CONTRAFACT_API_KEY. The answer comes to your{' '}
        <Link to="/app/callback">callback URL</Link>.
      </Text>
      <CodeTabs
        sources={{
          cURL: curlSnippet(facts, window.location.origin),
          TypeScript: typescriptSnippet(facts, window.location.origin),
        }}
      />
    </section>
  );
}
