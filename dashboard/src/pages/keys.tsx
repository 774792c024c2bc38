import { Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { Trans } from 'react-i18next';
import { call } from '../api/call.js';
import { queryClient } from '../api/queries.js';
import type { ApiKey } from '../api/types.js';
import { t } from '../i18n/t.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { type Column, DataTable } from '../ui/data-table.js';
import { OnceDialog } from '../ui/once-dialog.js';
import { Empty, Loaded, PageHead, Status, When } from '../ui/parts.js';

const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['keys'] });

export function KeysPage(): JSX.Element {
  const keys = useQuery({ queryKey: ['keys'], queryFn: () => call<{ keys: ApiKey[] }>('GET', '/keys') });
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  return (
    <>
      <PageHead
        title={t('API keys')}
        about={t('Each program gets its own, so that one can be revoked alone.')}
      >
        <Button onClick={() => setCreating(true)}>{t('Create a key')}</Button>
      </PageHead>
      <Loaded query={keys}>
        {(data) =>
          data.keys.length === 0 ? (
            <Empty icon="keys" title={t('No key yet')}>
              {t('Create one to call the interface from a program.')}
            </Empty>
          ) : (
            <KeyTable keys={data.keys} onRevoke={setRevoking} />
          )
        }
      </Loaded>
      <CreateDialog open={creating} onClose={() => setCreating(false)} />
      <RevokeDialog apiKey={revoking} onClose={() => setRevoking(null)} />
    </>
  );
}

function stateOf(key: ApiKey): string {
  if (key.revoked_at !== null) return 'revoked';
  return key.expires_at !== null && new Date(key.expires_at) <= new Date() ? 'expired' : 'active';
}

function KeyTable(props: { keys: ApiKey[]; onRevoke: (key: ApiKey) => void }): JSX.Element {
  const columns: Array<Column<ApiKey>> = [
    {
      head: t('Name'),
      long: { max: 260 },
      cell: ({ name }) => name || <Text c="dimmed">{t('unnamed')}</Text>,
    },
    { head: t('Begins with'), mono: true, cell: ({ prefix }) => `${prefix}…` },
    { head: t('State'), cell: (key) => <Status value={stateOf(key)} /> },
    { head: t('Last use'), cell: (key) => (key.last_used_at ? <When at={key.last_used_at} /> : t('never')) },
    { head: t('Expires'), cell: (key) => (key.expires_at ? <When at={key.expires_at} /> : t('never')) },
    { head: t('Created'), cell: (key) => <When at={key.created_at} /> },
    {
      head: t('By'),
      long: { max: 220 },
      cell: (key) => key.created_by ?? <Text c="dimmed">{t('the operator')}</Text>,
    },
    {
      head: t('Actions'),
      actions: true,
      cell: (key) =>
        key.revoked_at === null && (
          <Button size="xs" variant="default" onClick={() => props.onRevoke(key)}>
            {t('Revoke')}
          </Button>
        ),
    },
  ];
  return <DataTable label={t('API keys')} columns={columns} rows={props.keys} keyOf={({ id }) => id} />;
}

const lifetimes = [
  { value: 'never', label: t('Never') },
  { value: '30', label: t('In 30 days') },
  { value: '90', label: t('In 90 days') },
  { value: '365', label: t('In a year') },
];

function CreateDialog(props: { open: boolean; onClose: () => void }): JSX.Element {
  const [name, setName] = useState('');
  const [days, setDays] = useState('never');
  const create = async (): Promise<string> => {
    const expiresAt =
      days === 'never' ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString();
    const made = await call<{ api_key: string }>('POST', '/keys', { name, expires_at: expiresAt });
    void refresh();
    return made.api_key;
  };
  return (
    <OnceDialog
      open={props.open}
      title={t('Create an API key')}
      action={t('Create')}
      onCreate={create}
      value={{
        label: t('API key'),
        about: t('This is the only time that it is shown: the service keeps no more than its hash.'),
        done: t('I’ve saved it'),
      }}
      onClose={() => {
        props.onClose();
        setName('');
      }}
    >
      <TextInput
        label={t('Name')}
        description={t('What will use it')}
        placeholder={t('ingest job')}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <NativeSelect
        label={t('Expires')}
        data={lifetimes}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
    </OnceDialog>
  );
}

function RevokeDialog(props: { apiKey: ApiKey | null; onClose: () => void }): JSX.Element {
  const { apiKey } = props;
  return (
    <ConfirmDialog
      open={apiKey !== null}
      title={t('Revoke this key?')}
      action={t('Revoke')}
      onConfirm={async () => {
        await call('DELETE', `/keys/${apiKey?.id}`);
        await refresh();
      }}
      onClose={props.onClose}
    >
      <Trans
        i18nKey={'Programs that use <b>{{name}}</b> are refused from this moment on. This cannot be undone.'}
        components={{ b: <b /> }}
        values={{ name: apiKey?.name || apiKey?.prefix }}
      />
    </ConfirmDialog>
  );
}
