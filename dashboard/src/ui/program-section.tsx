import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { CodeTabs } from './code-tabs.js';
import { type CallFacts, curlSnippet, typescriptSnippet } from './snippets.js';

/** The same call as a program makes it, with the ids of this very page. */
export function ProgramSection({ facts }: { facts: CallFacts }): JSX.Element {
  return (
    <section aria-label="Use the API">
      <Title order={2} size="h4" mb={4}>
        Use the API
      </Title>
      <Call facts={facts} />
    </section>
  );
}

/** The same, folded away: for pages on which a person does the work. */
export function FoldedProgramSection({ facts }: { facts: CallFacts }): JSX.Element {
  return (
    <details className="developer">
      <summary>Use the API</summary>
      <Call facts={facts} />
    </details>
  );
}

function Call({ facts }: { facts: CallFacts }): JSX.Element {
  return (
    <>
      <Text c="dimmed" size="sm" mb="sm">
        Set CONTRAFACT_API_KEY to one of your <Link to="/app/keys">keys</Link>. Results are sent to your{' '}
        <Link to="/app/callback">callback URL</Link>.
      </Text>
      <CodeTabs
        sources={{
          cURL: curlSnippet(facts, window.location.origin),
          TypeScript: typescriptSnippet(facts, window.location.origin),
        }}
      />
    </>
  );
}
