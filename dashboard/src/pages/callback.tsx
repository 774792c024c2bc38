import { Alert, Button, Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type JSX, useState } from 'react';
import { Trans } from 'react-i18next';
import { call } from '../api/call.js';
import { callbackQuery, meQuery, queryClient } from '../api/queries.js';
import type { CallbackState, Exchange, Verdict } from '../api/types.js';
import { t } from '../i18n/t.js';
import { CodeTabs } from '../ui/code-tabs.js';
import { CodeBlock, Failed, Loaded, PageHead, When } from '../ui/parts.js';
import { SigningSecret } from '../ui/signing-secret.js';
import { pythonReceiver, typescriptReceiver } from '../ui/snippets.js';

export function CallbackPage(): JSX.Element {
  const state = useQuery(callbackQuery);
  const { data: me } = useQuery(meQuery);
  const prefix = me?.header_prefix ?? 'x-svc';
  return (
    <>
      <PageHead
        title={t('Callback URL')}
        about={t(
          'We POST results here when they are ready. The endpoint must answer one challenge first, which shows that it is yours.',
        )}
      />
      <Stack gap="xl">
        <Loaded query={state}>
          {(data) => (
            <>
              <State state={data} />
              <UrlForm state={data} owner={me?.user.role === 'owner'} />
            </>
          )}
        </Loaded>
        <SigningSecret owner={me?.user.role === 'owner'} until={state.data?.old_secret_signs_until ?? null} />
        <section>
          <Title order={2} size="h4" mb={4}>
            {t('A receiver to start from')}
          </Title>
          <Text c="dimmed" size="sm" mb="sm">
            {t(
              'Answers the challenge and checks both signatures. It listens on port 9000 and needs no package.',
            )}
          </Text>
          <CodeTabs sources={{ TypeScript: typescriptReceiver(prefix), Python: pythonReceiver(prefix) }} />
        </section>
      </Stack>
    </>
  );
}

function State({ state }: { state: CallbackState }): JSX.Element {
  const test = useMutation({ mutationFn: () => call<{ message_id: string }>('POST', '/callback/test') });
  if (state.disabled_at !== null) {
    return (
      <Alert color="red" title={t('Deliveries to this URL are stopped')} role="alert">
        <Text size="sm" className="long">
          <Trans
            i18nKey={
              'Since <when></when>: {{reason}}. Callbacks are kept meanwhile. Mend the endpoint, then save and verify it again below: what waited is sent at once.'
            }
            components={{ when: <When at={state.disabled_at} /> }}
            values={{ reason: state.disabled_reason ?? t('it failed for too long') }}
          />
        </Text>
      </Alert>
    );
  }
  if (state.verified_at !== null) {
    return (
      <Alert color="green" title={t('Verified')}>
        <Text size="sm" className="long" mb="sm">
          <Trans
            i18nKey={'Callbacks go to <b>{{url}}</b>, verified <when></when>.'}
            components={{ b: <b />, when: <When at={state.verified_at} /> }}
            values={{ url: state.url }}
          />
        </Text>
        <Group gap="sm">
          <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            {t('Send a test')}
          </Button>
          {test.data && (
            <Text size="sm" role="status">
              <Trans
                i18nKey={'The test is on its way: see <a>Deliveries</a>.'}
                components={{ a: <Link to="/app/deliveries" /> }}
              />
            </Text>
          )}
        </Group>
        {test.error && <Failed error={test.error} />}
      </Alert>
    );
  }
  return (
    <Alert color="yellow" title={state.url === null ? t('No URL yet') : t('Not verified')}>
      <Text size="sm" className="long">
        {state.url === null
          ? t(
              'Callbacks are kept until there is a verified URL; results can be read here and by the status query meanwhile.',
            )
          : t('{{url}} did not pass the challenge: nothing is sent to it. Callbacks are kept meanwhile.', {
              url: state.url,
            })}
      </Text>
    </Alert>
  );
}

function UrlForm({ state, owner }: { state: CallbackState; owner: boolean }): JSX.Element {
  const [url, setUrl] = useState(state.url ?? '');
  const save = useMutation({
    mutationFn: () => call<CallbackState & { verdict: Verdict }>('PUT', '/callback', { url }),
    onSuccess: ({ verdict: _verdict, ...next }) => {
      queryClient.setQueryData(callbackQuery.queryKey, next);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  const verdict = save.data?.verdict;
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label={t('Endpoint')}
          placeholder={t('https://example.com/callbacks')}
          inputMode="url"
          autoComplete="off"
          required
          disabled={!owner}
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          style={{ flex: '1 1 18rem' }}
        />
        <Button type="submit" loading={save.isPending} disabled={!owner}>
          {t('Save and verify')}
        </Button>
      </Group>
      {!owner && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('Only an owner can change it.')}
        </Text>
      )}
      <Stack gap="sm" mt="md" aria-live="polite">
        {save.error && <Failed error={save.error} />}
        {verdict && !verdict.verified && (
          <Alert color="red" title={t('The challenge was not passed')} role="alert">
            <Text size="sm" className="long">
              {verdict.reason}
            </Text>
            <Text size="sm" c="dimmed" mt={4}>
              <Trans
                i18nKey={'Rule: <code>{{rule}}</code>'}
                components={{ code: <code /> }}
                values={{ rule: verdict.rule }}
              />
            </Text>
          </Alert>
        )}
        {verdict?.exchange.request.body && <ExchangeView exchange={verdict.exchange} />}
      </Stack>
    </form>
  );
}

function ExchangeView({ exchange }: { exchange: Exchange }): JSX.Element {
  const { request, answer } = exchange;
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  const sent = [
    `${request.method} ${request.url}`,
    'content-type: application/json',
    ...headers,
    '',
    request.body,
  ];
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <div>
        <Text size="sm" fw={600} mb={4}>
          {t('The challenge that was sent')}
        </Text>
        <CodeBlock wrapped label={t('The challenge')} text={sent.join('\n')} />
      </div>
      <div>
        <Text size="sm" fw={600} mb={4}>
          {answer
            ? t('What came back, in {{duration}} ms', { duration: answer.duration_ms })
            : exchange.is_internal
              ? t('What came back is not shown')
              : t('Nothing came back')}
        </Text>
        {answer && (
          <CodeBlock
            wrapped
            label={t('The answer')}
            text={`${answer.status}\ncontent-type: ${answer.content_type || '(none)'}\n\n${answer.body}`}
          />
        )}
      </div>
    </SimpleGrid>
  );
}
