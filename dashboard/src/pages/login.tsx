import { PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { call } from '../api/call.js';
import { meQuery, queryClient } from '../api/queries.js';
import type { Me } from '../api/types.js';
import { t } from '../i18n/t.js';
import { EntryPage } from '../ui/entry-page.js';
import { MutationForm } from '../ui/mutation-form.js';

const route = getRouteApi('/login');

export function LoginPage(): JSX.Element {
  const { next } = route.useSearch();
  const router = useRouter();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: () => call<Me>('POST', '/login', { email, password }),
    onSuccess: (me) => {
      queryClient.clear();
      queryClient.setQueryData(meQuery.queryKey, me);
      // Only a page of ours: an address of another site must not come in through the link.
      router.history.push(next?.startsWith('/app') ? next : '/app');
    },
  });
  return (
    <EntryPage title={t('Sign in')}>
      <Stack gap="md" mt="md">
        <MutationForm mutation={signIn} action={t('Sign in')}>
          <TextInput
            label={t('E-mail address')}
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label={t('Password')}
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        </MutationForm>
        <Text size="sm" c="dimmed">
          {t('No account? An owner can invite you from the page “Members”.')}
        </Text>
      </Stack>
    </EntryPage>
  );
}
