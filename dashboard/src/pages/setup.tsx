import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { ApiProblem, call } from '../api/call.js';
import { meQuery, queryClient } from '../api/queries.js';
import type { SetupDone } from '../api/types.js';
import { EntryPage } from '../ui/entry-page.js';
import { MutationForm } from '../ui/mutation-form.js';
import { NewPasswordInput } from '../ui/new-password-input.js';
import { Loaded, Value } from '../ui/parts.js';

/** First start: whoever holds the one-time link creates the first account. */
export function SetupPage(): JSX.Element {
  // Kept in memory and taken out of the address bar, so that neither history nor a copied address holds it.
  const [token] = useState(() => {
    const found = new URLSearchParams(window.location.search).get('token') ?? '';
    if (found !== '') window.history.replaceState(window.history.state, '', '/setup');
    return found;
  });
  const [done, setDone] = useState<SetupDone | null>(null);
  const state = useQuery({
    queryKey: ['setup'],
    queryFn: () => call<{ pending: boolean }>('GET', '/setup'),
    enabled: done === null,
  });

  if (done) return <Credentials done={done} />;
  return (
    <Loaded query={state}>
      {({ pending }) =>
        pending && token !== '' ? <SetupForm token={token} onDone={setDone} /> : <NoWay pending={pending} />
      }
    </Loaded>
  );
}

function NoWay({ pending }: { pending: boolean }): JSX.Element {
  return (
    <EntryPage title={pending ? 'Open the setup link' : 'This instance is set up'}>
      <Text mt="xs" c="dimmed">
        {pending
          ? 'Open the one-time setup link printed in the server log. Only someone with access to that log can create the first account.'
          : 'The first account exists. To get in, sign in or ask an owner for an invitation.'}
      </Text>
      {!pending && (
        <Anchor component={Link} to="/login" mt="md" display="inline-block">
          Sign in
        </Anchor>
      )}
    </EntryPage>
  );
}

function SetupForm(props: { token: string; onDone: (done: SetupDone) => void }): JSX.Element {
  const [accountName, setAccountName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const create = useMutation({
    mutationFn: () =>
      call<SetupDone>('POST', '/setup', { token: props.token, account_name: accountName, email, password }),
    onSuccess: (done) => {
      queryClient.setQueryData(meQuery.queryKey, done);
      props.onDone(done);
    },
  });
  const fields = create.error instanceof ApiProblem ? create.error.fields : {};
  return (
    <EntryPage
      title="Welcome"
      about="Create the first account of this instance. You will own it and administer the instance."
    >
      <MutationForm
        mutation={{ ...create, error: Object.keys(fields).length === 0 ? create.error : null }}
        action="Create the account"
      >
        <TextInput
          label="Account name"
          description="Your company or project"
          required
          maxLength={100}
          value={accountName}
          onChange={(event) => setAccountName(event.currentTarget.value)}
          error={fields.account_name}
        />
        <TextInput
          label="E-mail address"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={fields.email}
        />
        <NewPasswordInput label="Password" value={password} onChange={setPassword} error={fields.password} />
      </MutationForm>
    </EntryPage>
  );
}

function Credentials({ done }: { done: SetupDone }): JSX.Element {
  const navigate = useNavigate();
  return (
    <EntryPage
      title="Save your credentials"
      about="You need these to call the API. The API key is shown only once."
    >
      <Stack gap="md">
        <Value label="API key" text={done.api_key} />
        <Value label="Signing secret" text={done.signing_secret} />
        <Alert color="brand" variant="light">
          The key goes into the <code>Authorization: Bearer</code> header of your calls. With the signing
          secret your endpoint checks that callbacks are ours; the page “Callback URL” shows it again.
        </Alert>
        <Button onClick={() => void navigate({ to: '/app' })} fullWidth>
          I’ve saved them, continue
        </Button>
      </Stack>
    </EntryPage>
  );
}
