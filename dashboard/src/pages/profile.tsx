import { Alert, Button, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { Trans } from 'react-i18next';
import { call } from '../api/call.js';
import { meQuery, queryClient } from '../api/queries.js';
import { t } from '../i18n/t.js';
import { LanguageSelect } from '../ui/language-select.js';
import { MutationForm } from '../ui/mutation-form.js';
import { NewPasswordInput } from '../ui/new-password-input.js';
import { PageHead, Value } from '../ui/parts.js';
import { roleName } from '../ui/roles.js';

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
      <PageHead
        title={t('Profile')}
        about={t('{{email}}, {{role}} of {{name}}', {
          email: me.user.email,
          role: roleName(me.user.role),
          name: me.account.name,
        })}
      >
        <Button variant="default" onClick={() => signOut.mutate()} loading={signOut.isPending}>
          {t('Sign out')}
        </Button>
      </PageHead>
      <Stack gap="xl" maw="30rem">
        <div>
          <Value label={t('Account id')} text={me.account.id} />
          <Text size="sm" mt="sm">
            <Trans
              i18nKey={'Plan: <b>{{plan}}</b>'}
              components={{ b: <b /> }}
              values={{ plan: me.account.plan }}
            />
          </Text>
        </div>
        <LanguageSelect />
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
    <MutationForm mutation={change} action={t('Change')} button={{ style: { alignSelf: 'start' } }}>
      <Title order={2} size="h4">
        {t('Change the password')}
      </Title>
      <PasswordInput
        label={t('Current password')}
        autoComplete="current-password"
        required
        value={current}
        onChange={(event) => setCurrent(event.currentTarget.value)}
      />
      <NewPasswordInput label={t('New password')} value={next} onChange={setNext} />
      {change.isSuccess && (
        <Alert color="green" role="status">
          {t('The password is changed. Your sessions elsewhere have ended.')}
        </Alert>
      )}
    </MutationForm>
  );
}
