/** What a member is notified of, and where: the dashboard, e-mail, and a webhook of the account. */
import {
  Alert,
  Button,
  Checkbox,
  Code,
  Group,
  NativeSelect,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { call } from '../api/call.js';
import { meQuery, notificationsQuery, queryClient } from '../api/queries.js';
import type { LastDelivery, NotificationSettings, WantedFindings } from '../api/types.js';
import { serverSentence } from '../i18n/server-sentence.js';
import { t } from '../i18n/t.js';
import { EmailConfirmation } from '../ui/email-confirmation.js';
import { MutationForm } from '../ui/mutation-form.js';
import { Failed, Loaded, PageHead, When } from '../ui/parts.js';

export function NotificationsPage(): JSX.Element {
  const query = useQuery({
    ...notificationsQuery,
    // The message is sent, and confirmed, elsewhere.
    refetchInterval: ({ state: { data } }) =>
      data?.by_email && data.confirmation.state !== 'confirmed' ? 3000 : false,
  });
  return (
    <>
      <PageHead
        title={t('Notifications')}
        about={t(
          'When a batch ends or something is found. Several results within minutes become one notification.',
        )}
      />
      <Loaded query={query}>
        {(settings) => (
          <Stack gap="xl" maw="36rem">
            <OwnSettings settings={settings} />
            <Webhook settings={settings} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

const exampleUrl = 'https://hooks.slack.com/services/…';

const keep = (settings: NotificationSettings): void => {
  queryClient.setQueryData(notificationsQuery.queryKey, settings);
  void queryClient.invalidateQueries({ queryKey: ['notices'] });
};

function OwnSettings({ settings }: { settings: NotificationSettings }): JSX.Element {
  const [byEmail, setByEmail] = useState(settings.by_email);
  const [address, setAddress] = useState(settings.address);
  const [batches, setBatches] = useState(settings.batches);
  const [findings, setFindings] = useState(settings.findings);
  const save = useMutation({
    mutationFn: () =>
      call<NotificationSettings>('PUT', '/notifications', {
        by_email: byEmail,
        ...(byEmail && { address }),
        batches,
        findings,
      }),
    onSuccess: (saved) => {
      keep(saved);
      setAddress(saved.address);
    },
  });
  return (
    <MutationForm mutation={save} action={t('Save')} button={{ style: { alignSelf: 'start' } }}>
      <Title order={2} size="h4">
        {t('For you')}
      </Title>
      <Wishes batches={batches} onBatches={setBatches} findings={findings} onFindings={setFindings} />
      <Checkbox
        label={t('Also by e-mail')}
        disabled={!settings.has_mail_server && !byEmail}
        checked={byEmail}
        onChange={(event) => setByEmail(event.currentTarget.checked)}
      />
      {!settings.has_mail_server && (
        <Text size="sm" c="dimmed">
          {t(
            'No mail server is set. The operator of this instance sets CONTRAFACT_SMTP_URL and CONTRAFACT_SMTP_FROM.',
          )}
        </Text>
      )}
      {byEmail && settings.has_mail_server && (
        <TextInput
          label={t('E-mail address')}
          description={t(
            'A new address gets one message and is to be confirmed. Nothing else is sent before.',
          )}
          type="email"
          required
          maxLength={254}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
      )}
      {settings.by_email && settings.has_mail_server && (
        <EmailConfirmation
          settings={settings}
          onChange={keep}
          onConfirmed={() => void queryClient.invalidateQueries({ queryKey: notificationsQuery.queryKey })}
        />
      )}
      <Last last={settings.last_email} />
      {save.isSuccess && (
        <Alert color="green" role="status">
          {t('Saved.')}
        </Alert>
      )}
    </MutationForm>
  );
}

function Webhook({ settings }: { settings: NotificationSettings }): JSX.Element {
  const { data: me } = useQuery(meQuery);
  const { webhook } = settings;
  const [url, setUrl] = useState('');
  const [batches, setBatches] = useState(webhook?.batches ?? true);
  const [findings, setFindings] = useState<WantedFindings>(webhook?.findings ?? 'found');
  const save = useMutation({
    mutationFn: () =>
      call<NotificationSettings>('PUT', '/notifications/webhook', {
        ...(url.trim() !== '' && { url }),
        batches,
        findings,
      }),
    onSuccess: (saved) => {
      keep(saved);
      setUrl('');
    },
  });
  const remove = useMutation({
    mutationFn: () => call<NotificationSettings>('DELETE', '/notifications/webhook'),
    onSuccess: keep,
  });
  const isOwner = me?.user.role === 'owner';
  return (
    <section aria-label={t('Webhook of the account')}>
      <Title order={2} size="h4" mb={4}>
        {t('Webhook of the account')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(
          'For Slack, Mattermost and what accepts the same messages: an incoming webhook that takes JSON with a field “text”.',
        )}
      </Text>
      {webhook && (
        <Group gap="sm" mb="sm">
          <Code>{webhook.url}</Code>
          {isOwner && (
            <Button
              size="compact-sm"
              variant="default"
              loading={remove.isPending}
              onClick={() => remove.mutate()}
            >
              {t('Remove webhook')}
            </Button>
          )}
        </Group>
      )}
      {remove.error && <Failed error={remove.error} />}
      <Last last={settings.last_webhook} />
      {isOwner ? (
        <MutationForm mutation={save} action={t('Save webhook')} button={{ style: { alignSelf: 'start' } }}>
          <TextInput
            label={webhook ? t('New URL') : t('URL')}
            description={t(
              'A test message is sent before it is saved. The URL is a secret and is not shown again.',
            )}
            placeholder={exampleUrl}
            type="url"
            autoComplete="off"
            required={webhook === null}
            maxLength={2000}
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <Wishes batches={batches} onBatches={setBatches} findings={findings} onFindings={setFindings} />
          {save.isSuccess && (
            <Alert color="green" role="status">
              {t('Saved.')}
            </Alert>
          )}
        </MutationForm>
      ) : (
        <Text size="sm">{t('Only an owner of the account can change the webhook.')}</Text>
      )}
    </section>
  );
}

function Wishes(props: {
  batches: boolean;
  onBatches: (batches: boolean) => void;
  findings: WantedFindings;
  onFindings: (findings: WantedFindings) => void;
}): JSX.Element {
  return (
    <>
      <Checkbox
        label={t('When a batch ends')}
        checked={props.batches}
        onChange={(event) => props.onBatches(event.currentTarget.checked)}
      />
      <NativeSelect
        label={t('When an analysis finds something')}
        value={props.findings}
        onChange={(event) => props.onFindings(event.currentTarget.value as WantedFindings)}
        data={[
          { value: 'possible', label: t('Found or possible') },
          { value: 'found', label: t('Found only') },
          { value: 'none', label: t('Never') },
        ]}
      />
    </>
  );
}

function Last({ last }: { last: LastDelivery | null }): JSX.Element | null {
  if (last === null) return null;
  const words = {
    delivered: t('Last one delivered:'),
    pending: t('The last one waits to be sent:'),
    failed: t('The last one was not delivered:'),
  };
  return (
    <Text size="sm" c="dimmed" className="long">
      {words[last.status]} <When at={last.at} />
      {last.error !== null && ` · ${serverSentence(last.error)}`}
    </Text>
  );
}
