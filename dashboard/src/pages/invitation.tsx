import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { call } from '../api/call.js';
import { meQuery, queryClient } from '../api/queries.js';
import type { Me } from '../api/types.js';
import { t } from '../i18n/t.js';
import { EntryPage } from '../ui/entry-page.js';
import { MutationForm } from '../ui/mutation-form.js';
import { NewPasswordInput } from '../ui/new-password-input.js';
import { Failed, Loaded } from '../ui/parts.js';

interface Invited {
  email: string;
  account_name: string;
}

export function InvitationPage(): JSX.Element {
  const [token] = useState(() => new URLSearchParams(window.location.search).get('token') ?? '');
  const invited = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call<Invited>('GET', `/invitation?token=${encodeURIComponent(token)}`),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (invited.error) {
    return (
      <EntryPage title={t('Invitation')}>
        <Failed error={invited.error} />
      </EntryPage>
    );
  }
  return <Loaded query={invited}>{(data) => <AcceptForm token={token} invited={data} />}</Loaded>;
}

function AcceptForm({ token, invited }: { token: string; invited: Invited }): JSX.Element {
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const accept = useMutation({
    mutationFn: () => call<Me>('POST', '/invitation', { token, password }),
    onSuccess: (me) => {
      queryClient.clear();
      queryClient.setQueryData(meQuery.queryKey, me);
      void navigate({ to: '/app' });
    },
  });
  return (
    <EntryPage
      title={t('Join {{account}}', { account: invited.account_name })}
      about={t('You will sign in as {{email}}.', { email: invited.email })}
    >
      <MutationForm mutation={accept} action={t('Join')}>
        <NewPasswordInput label={t('Choose a password')} value={password} onChange={setPassword} />
      </MutationForm>
    </EntryPage>
  );
}
