import { Alert, Button, Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type JSX, useState } from 'react';
import { call } from '../api/call.js';
import { callbackQuery, meQuery, queryClient } from '../api/queries.js';
import type { CallbackState, Exchange, Verdict } from '../api/types.js';
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
        title="Callback URL"
        about="We POST results here when they are ready. The endpoint must answer one challenge first, which shows that it is yours."
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
            A receiver to start from
          </Title>
          <Text c="dimmed" size="sm" mb="sm">
            Answers the challenge and checks both signatures. It listens on port 9000 and needs no package.
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
      <Alert color="red" title="Deliveries to this URL are stopped" role="alert">
        <Text size="sm" className="long">
          Since <When at={state.disabled_at} />: {state.disabled_reason ?? 'it failed for too long'}.
          Callbacks are kept meanwhile. Mend the endpoint, then save and verify it again below: what waited is
          sent at once.
        </Text>
      </Alert>
    );
  }
  if (state.verified_at !== null) {
    return (
      <Alert color="green" title="Verified">
        <Text size="sm" className="long" mb="sm">
          Callbacks go to <b>{state.url}</b>, verified <When at={state.verified_at} />.
        </Text>
        <Group gap="sm">
          <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            Send a test
          </Button>
          {test.data && (
            <Text size="sm" role="status">
              The test is on its way: see <Link to="/app/deliveries">Deliveries</Link>.
            </Text>
          )}
        </Group>
        {test.error && <Failed error={test.error} />}
      </Alert>
    );
  }
  return (
    <Alert color="yellow" title={state.url === null ? 'No URL yet' : 'Not verified'}>
      <Text size="sm" className="long">
        {state.url === null
          ? 'Callbacks are kept until there is a verified URL; results can be read here and by the status query meanwhile.'
          : `${state.url} did not pass the challenge: nothing is sent to it. Callbacks are kept meanwhile.`}
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
          label="Endpoint"
          placeholder="https://example.com/callbacks"
          inputMode="url"
          autoComplete="off"
          required
          disabled={!owner}
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          style={{ flex: '1 1 18rem' }}
        />
        <Button type="submit" loading={save.isPending} disabled={!owner}>
          Save and verify
        </Button>
      </Group>
      {!owner && (
        <Text size="sm" c="dimmed" mt="xs">
          Only an owner can change it.
        </Text>
      )}
      <Stack gap="sm" mt="md" aria-live="polite">
        {save.error && <Failed error={save.error} />}
        {verdict && !verdict.verified && (
          <Alert color="red" title="The challenge was not passed" role="alert">
            <Text size="sm" className="long">
              {verdict.reason}
            </Text>
            <Text size="sm" c="dimmed" mt={4}>
              Rule: <code>{verdict.rule}</code>
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
          The challenge that was sent
        </Text>
        <CodeBlock wrapped label="The challenge" text={sent.join('\n')} />
      </div>
      <div>
        <Text size="sm" fw={600} mb={4}>
          {answer
            ? `What came back, in ${answer.duration_ms} ms`
            : exchange.is_internal
              ? 'What came back is not shown'
              : 'Nothing came back'}
        </Text>
        {answer && (
          <CodeBlock
            wrapped
            label="The answer"
            text={`${answer.status}\ncontent-type: ${answer.content_type || '(none)'}\n\n${answer.body}`}
          />
        )}
      </div>
    </SimpleGrid>
  );
}
