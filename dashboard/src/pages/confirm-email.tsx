/** Where the link in a message leads: says which address it is about, and confirms it only when asked to. */
import { Alert, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type JSX, useEffect, useState } from 'react';
import { call } from '../api/call.js';
import { t } from '../i18n/t.js';
import { EntryPage } from '../ui/entry-page.js';
import { MutationForm } from '../ui/mutation-form.js';
import { Failed, Loaded } from '../ui/parts.js';

interface Confirmed {
  address: string;
}

export function ConfirmEmailPage(): JSX.Element {
  // Behind the #, which browsers send to no server.
  const hash = useLocation({ select: (location) => location.hash });
  const [token, setToken] = useState(hash);
  // Kept in memory and taken out of the address bar, so that neither history nor a copied address holds it. Another link
  // that is opened in the same tab brings the next one.
  useEffect(() => {
    if (hash === '') return;
    setToken(hash);
    window.history.replaceState(window.history.state, '', '/confirm-email');
  }, [hash]);
  return <LinkOf key={token} token={token} />;
}

function LinkOf({ token }: { token: string }): JSX.Element {
  const link = useQuery({
    queryKey: ['email-confirmation', token],
    queryFn: () => call<Confirmed>('POST', '/email-confirmation/read', { token }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: token !== '',
    retry: false,
  });
  const title = t('Confirm an e-mail address');
  if (token === '') {
    return (
      <EntryPage title={title}>
        <Alert color="yellow">
          {t('This link is not known. Open it as it is in the newest message, whole.')}
        </Alert>
      </EntryPage>
    );
  }
  if (link.error) {
    return (
      <EntryPage title={title}>
        <Failed error={link.error} title={t('Nothing was changed')} />
      </EntryPage>
    );
  }
  return (
    <Loaded query={link}>
      {({ address }) => (
        <EntryPage title={title}>
          <Confirm token={token} address={address} />
        </EntryPage>
      )}
    </Loaded>
  );
}

function Confirm({ token, address }: { token: string; address: string }): JSX.Element {
  const confirm = useMutation({
    mutationFn: () => call<Confirmed>('POST', '/email-confirmation', { token }),
  });
  if (confirm.isSuccess) {
    return (
      <Alert color="green" role="status" mt="md" className="long">
        {t('{{address}} is confirmed. Notifications go there from now on.', { address })}
      </Alert>
    );
  }
  return (
    <>
      <Text mt={6} mb="md" className="long">
        {t('A member of a Contrafact account wants to receive notifications at {{address}}.', { address })}
      </Text>
      <MutationForm mutation={confirm} action={t('Confirm this address')}>
        <Text size="sm" c="dimmed">
          {t(
            'If this was not you, close this page. Nothing is sent to the address without your confirmation.',
          )}
        </Text>
      </MutationForm>
    </>
  );
}
