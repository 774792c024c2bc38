import { Alert, Button, Checkbox, Modal, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { Trans } from 'react-i18next';
import { call } from '../api/call.js';
import { queryClient } from '../api/queries.js';
import { t } from '../i18n/t.js';
import { MutationForm } from './mutation-form.js';

const dayMs = 86_400_000;

/** What a `datetime-local` field holds for a moment: local time to the minute, without a zone. */
function fieldValue(moment: Date): string {
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Sends again what was made in a stretch of time. */
export function ResendRange(): JSX.Element {
  const [open, { open: show, close }] = useDisclosure(false);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [alsoDelivered, setAlsoDelivered] = useState(false);
  const resend = useMutation({
    mutationFn: () =>
      call<{ resent: number }>('POST', '/deliveries/resend', {
        from: new Date(from).toISOString(),
        // To the end of the minute that was chosen.
        to: new Date(new Date(to).getTime() + 59_999).toISOString(),
        also_delivered: alsoDelivered,
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['deliveries'] }),
  });
  const start = (): void => {
    resend.reset();
    setFrom(fieldValue(new Date(Date.now() - 7 * dayMs)));
    setTo(fieldValue(new Date()));
    show();
  };
  return (
    <>
      <Button variant="default" onClick={start}>
        {t('Resend a range')}
      </Button>
      <Modal opened={open} onClose={close} title={t('Resend a range')} centered>
        <MutationForm mutation={resend} action={t('Resend')}>
          <Text size="sm" c="dimmed">
            <Trans
              i18nKey={
                'Failed callbacks in this period are queued again. Deduplicate by <code>webhook-id</code>, which stays the same.'
              }
              components={{ code: <code /> }}
            />
          </Text>
          <TextInput
            type="datetime-local"
            label={t('From')}
            required
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            type="datetime-local"
            label={t('To')}
            required
            min={from}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <Checkbox
            label={t('Also those that were delivered')}
            checked={alsoDelivered}
            onChange={(event) => setAlsoDelivered(event.currentTarget.checked)}
          />
          {resend.data && (
            <Alert color="green" role="status">
              {t('{{count, number}} queued again', { count: resend.data.resent })}
            </Alert>
          )}
        </MutationForm>
      </Modal>
    </>
  );
}
