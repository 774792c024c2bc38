import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { Trans } from 'react-i18next';
import { t } from '../i18n/t.js';
import { CodeTabs } from './code-tabs.js';
import { type CallFacts, curlSnippet, typescriptSnippet } from './snippets.js';

/** The same call as a program makes it, with the ids of this very page. */
export function ProgramSection({ facts }: { facts: CallFacts }): JSX.Element {
  return (
    <section aria-label={t('Use the API')}>
      <Title order={2} size="h4" mb={4}>
        {t('Use the API')}
      </Title>
      <ProgramCall facts={facts} />
    </section>
  );
}

export function ProgramCall({ facts }: { facts: CallFacts }): JSX.Element {
  return (
    <>
      <Text c="dimmed" size="sm" mb="sm">
        <Trans
          i18nKey={
            'Set CONTRAFACT_API_KEY to one of your <a>keys</a>. Results are sent to your <link2>callback URL</link2>.'
          }
          components={{ a: <Link to="/app/keys" />, link2: <Link to="/app/callback" /> }}
        />
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
