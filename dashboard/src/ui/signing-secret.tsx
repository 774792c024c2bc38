import { Button, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { JSX } from 'react';
import { Trans } from 'react-i18next';
import { call } from '../api/call.js';
import { callbackQuery, queryClient } from '../api/queries.js';
import { t } from '../i18n/t.js';
import { dateTime } from './format.js';
import { Failed, Value } from './parts.js';

interface Secrets {
  secrets: Array<{ secret: string; expires_at: string | null }>;
}

export function SigningSecret({ owner, until }: { owner: boolean; until: string | null }): JSX.Element {
  const [asking, { open, close }] = useDisclosure(false);
  const reveal = useMutation({ mutationFn: () => call<Secrets>('POST', '/callback/secret/reveal') });
  const rotate = useMutation({
    mutationFn: () => call<{ secret: string }>('POST', '/callback/secret/rotate'),
    onSuccess: () => {
      close();
      reveal.mutate();
      void queryClient.invalidateQueries({ queryKey: callbackQuery.queryKey });
    },
  });
  return (
    <section>
      <Title order={2} size="h4" mb={4}>
        {t('Signing secret')}
      </Title>
      <Text c="dimmed" size="sm" mb="sm">
        {t('Every callback is signed with it, so that your endpoint recognises ours.')}{' '}
        {until &&
          t('The secret before the last rotation still signs beside it until {{until}}.', {
            until: dateTime(until),
          })}
      </Text>
      {owner ? (
        <Stack gap="sm" maw="44rem">
          {reveal.data?.secrets.map(({ secret, expires_at }, index) => (
            <Value
              key={secret}
              label={
                index === 0
                  ? t('Current secret')
                  : t('Until {{until}}', { until: expires_at ? dateTime(expires_at) : t('later') })
              }
              text={secret}
            />
          ))}
          {reveal.error && <Failed error={reveal.error} />}
          <Group gap="sm">
            {reveal.data ? (
              <Button variant="default" onClick={() => reveal.reset()}>
                {t('Hide')}
              </Button>
            ) : (
              <Button variant="default" loading={reveal.isPending} onClick={() => reveal.mutate()}>
                {t('Reveal')}
              </Button>
            )}
            <Button variant="default" onClick={open}>
              {t('Rotate')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          {t('Only an owner can see it.')}
        </Text>
      )}
      <Modal opened={asking} onClose={close} title={t('Issue a new secret?')} centered>
        <Text size="sm">
          <Trans
            i18nKey={
              'For 24 hours <code>webhook-signature</code> carries the signatures of both secrets, so that your endpoint can change over without losing a callback.'
            }
            components={{ code: <code /> }}
          />
        </Text>
        {rotate.error && <Failed error={rotate.error} />}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
            {t('Rotate secret')}
          </Button>
        </Group>
      </Modal>
    </section>
  );
}
