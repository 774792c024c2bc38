/** Whether the address of a member's e-mails is confirmed, and the button that sends the message again. */
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { call } from '../api/call.js';
import type { NotificationSettings } from '../api/types.js';
import { serverSentence } from '../i18n/server-sentence.js';
import { t } from '../i18n/t.js';
import { Failed, When } from './parts.js';

/** `onChange` gets the settings after the message was asked for; `onConfirmed` is called after a code was right. */
export function EmailConfirmation(props: {
  settings: NotificationSettings;
  onChange: (settings: NotificationSettings) => void;
  onConfirmed: () => void;
}): JSX.Element {
  const { settings, onChange, onConfirmed } = props;
  const { confirmation, address } = settings;
  const send = useMutation({
    mutationFn: () => call<NotificationSettings>('POST', '/notifications/confirmation'),
    onSuccess: onChange,
  });
  if (confirmation.state === 'confirmed') {
    return (
      <Text size="sm" c="dimmed" className="long">
        {t('{{address}} is confirmed:', { address })} {confirmation.at && <When at={confirmation.at} />}
      </Text>
    );
  }
  const canSend = settings.has_mail_server && confirmation.state !== 'pending';
  return (
    <Alert color="yellow" title={t('Not confirmed yet')} className="long" role="status">
      <Stack gap="sm" align="start">
        <Text size="sm">
          {t('No notification is sent to {{address}} before it is confirmed.', { address })}
        </Text>
        <Text size="sm">
          <Progress settings={settings} />
        </Text>
        {canSend && (
          <Button size="compact-sm" variant="default" loading={send.isPending} onClick={() => send.mutate()}>
            {confirmation.state === 'not_requested' ? t('Send the message') : t('Send again')}
          </Button>
        )}
        {send.error && <Failed error={send.error} />}
        {!settings.mail_has_links && <Code onConfirmed={onConfirmed} />}
      </Stack>
    </Alert>
  );
}

function Progress({ settings }: { settings: NotificationSettings }): JSX.Element {
  const { confirmation, mail_has_links: hasLinks } = settings;
  const { state, at, error } = confirmation;
  const failed = error === null ? '' : ` ${serverSentence(error)}`;
  const time = at && <When at={at} />;
  switch (state) {
    case 'pending':
      return (
        <>{error === null ? t('The message waits to be sent.') : t('It will be tried again.') + failed}</>
      );
    case 'sent':
      return (
        <>
          {hasLinks
            ? t('A message with a link was sent. Open the link and confirm. Sent:')
            : t('A message with a code was sent. Enter the code here. Sent:')}{' '}
          {time}
        </>
      );
    case 'expired':
      return (
        <>
          {hasLinks ? t('The link has expired. Sent:') : t('The code has expired. Sent:')} {time}
        </>
      );
    case 'failed':
      return (
        <>
          {t('The message could not be sent.')}
          {failed}
        </>
      );
    default:
      return <>{t('No message was sent yet.')}</>;
  }
}

/** For instances that do not know their own address, so that their e-mails hold no link. */
function Code({ onConfirmed }: { onConfirmed: () => void }): JSX.Element {
  const [token, setToken] = useState('');
  const confirm = useMutation({
    mutationFn: () => call('POST', '/email-confirmation', { token }),
    onSuccess: onConfirmed,
  });
  return (
    <>
      <Group gap="sm" align="end">
        <TextInput
          label={t('Code from the message')}
          autoComplete="off"
          maxLength={200}
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
          // In a form of other settings, which Enter would save.
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            if (token.trim() !== '' && !confirm.isPending) confirm.mutate();
          }}
        />
        <Button
          variant="default"
          disabled={token.trim() === ''}
          loading={confirm.isPending}
          onClick={() => confirm.mutate()}
        >
          {t('Confirm')}
        </Button>
      </Group>
      {confirm.error && <Failed error={confirm.error} />}
    </>
  );
}
