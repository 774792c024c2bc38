import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { Trans } from 'react-i18next';
import { ApiProblem, call } from '../api/call.js';
import { meQuery, queryClient } from '../api/queries.js';
import type { SetupDone } from '../api/types.js';
import { t } from '../i18n/t.js';
import { EntryPage } from '../ui/entry-page.js';
import { MutationForm } from '../ui/mutation-form.js';
import { NewPasswordInput } from '../ui/new-password-input.js';
import { Loaded, Value } from '../ui/parts.js';
import { ServerText } from '../ui/server-text.js';

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
        pending && token !== '' ? <WithLink token={token} onDone={setDone} /> : <NoWay pending={pending} />
      }
    </Loaded>
  );
}

/** A link that was replaced since is said to be, before anyone fills in a form. */
function WithLink(props: { token: string; onDone: (done: SetupDone) => void }): JSX.Element {
  const check = useQuery({
    queryKey: ['setup', 'check', props.token],
    queryFn: () => call<{ valid: boolean }>('POST', '/setup/check', { token: props.token }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Loaded query={check}>
      {({ valid }) =>
        valid ? (
          <SetupForm {...props} />
        ) : (
          <EntryPage title={t('This setup link is not valid')}>
            <Text mt="xs" c="dimmed">
              {t(
                'A newer one was printed since: each start of the service prints one, until an account exists. Open the newest setup link of the server log, whole.',
              )}
            </Text>
          </EntryPage>
        )
      }
    </Loaded>
  );
}

function NoWay({ pending }: { pending: boolean }): JSX.Element {
  return (
    <EntryPage title={pending ? t('Open the setup link') : t('This instance is set up')}>
      <Text mt="xs" c="dimmed">
        {pending
          ? t(
              'Open the one-time setup link printed in the server log. Only someone with access to that log can create the first account.',
            )
          : t('The first account exists. To get in, sign in or ask an owner for an invitation.')}
      </Text>
      {!pending && (
        <Anchor component={Link} to="/login" mt="md" display="inline-block">
          {t('Sign in')}
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
      title={t('Welcome')}
      about={t('Create the first account of this instance. You will own it and administer the instance.')}
    >
      <MutationForm
        mutation={{ ...create, error: Object.keys(fields).length === 0 ? create.error : null }}
        action={t('Create the account')}
      >
        <TextInput
          label={t('Account name')}
          description={t('Your company or project')}
          required
          maxLength={100}
          value={accountName}
          onChange={(event) => setAccountName(event.currentTarget.value)}
          error={fields.account_name && <ServerText text={fields.account_name} />}
        />
        <TextInput
          label={t('E-mail address')}
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={fields.email && <ServerText text={fields.email} />}
        />
        <NewPasswordInput
          label={t('Password')}
          value={password}
          onChange={setPassword}
          error={fields.password}
        />
      </MutationForm>
    </EntryPage>
  );
}

function Credentials({ done }: { done: SetupDone }): JSX.Element {
  const navigate = useNavigate();
  return (
    <EntryPage
      title={t('Save your credentials')}
      about={t('You need these to call the API. The API key is shown only once.')}
    >
      <Stack gap="md">
        <Value label={t('API key')} text={done.api_key} />
        <Value label={t('Signing secret')} text={done.signing_secret} />
        <Alert color="brand" variant="light">
          <Trans
            i18nKey={
              'The key goes into the <code>Authorization: Bearer</code> header of your calls. With the signing secret your endpoint checks that callbacks are ours; the page “Callback URL” shows it again.'
            }
            components={{ code: <code /> }}
          />
        </Alert>
        <Button onClick={() => void navigate({ to: '/app' })} fullWidth>
          {t('I’ve saved them, continue')}
        </Button>
      </Stack>
    </EntryPage>
  );
}
