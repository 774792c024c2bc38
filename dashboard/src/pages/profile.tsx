import { Alert, Button, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { call } from '../api/call.js';
import { meQuery, queryClient } from '../api/queries.js';
import { MutationForm } from '../ui/mutation-form.js';
import { NewPasswordInput } from '../ui/new-password-input.js';
import { PageHead, Value } from '../ui/parts.js';

export function ProfilePage(): JSX.Element | null {
  const { data: me } = useSuspenseQuery(meQuery);
  const navigate = useNavigate();
  const signOut = useMutation({
    mutationFn: () => call('POST', '/logout'),
    onSuccess: async () => {
      await navigate({ to: '/login' });
      queryClient.clear();
    },
  });
  if (!me) return null;
  return (
    <>
      <PageHead title="Profile" about={`${me.user.email}, ${me.user.role} of ${me.account.name}`}>
        <Button variant="default" onClick={() => signOut.mutate()} loading={signOut.isPending}>
          Sign out
        </Button>
      </PageHead>
      <Stack gap="xl" maw="30rem">
        <div>
          <Value label="Account id" text={me.account.id} />
          <Text size="sm" mt="sm">
            Plan: <b>{me.account.plan}</b>
          </Text>
        </div>
        <PasswordForm />
      </Stack>
    </>
  );
}

function PasswordForm(): JSX.Element {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useMutation({
    mutationFn: () => call('POST', '/password', { current_password: current, new_password: next }),
    onSuccess: () => {
      setCurrent('');
      setNext('');
    },
  });
  return (
    <MutationForm mutation={change} action="Change" button={{ style: { alignSelf: 'start' } }}>
      <Title order={2} size="h4">
        Change the password
      </Title>
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        required
        value={current}
        onChange={(event) => setCurrent(event.currentTarget.value)}
      />
      <NewPasswordInput label="New password" value={next} onChange={setNext} />
      {change.isSuccess && (
        <Alert color="green" role="status">
          The password is changed. Your sessions elsewhere have ended.
        </Alert>
      )}
    </MutationForm>
  );
}
