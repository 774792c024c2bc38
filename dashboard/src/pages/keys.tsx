import { Button, Modal, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type JSX, useState } from 'react';
import { call } from '../api/call.js';
import { queryClient } from '../api/queries.js';
import type { ApiKey } from '../api/types.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { Empty, Failed, Loaded, PageHead, Status, Value, When } from '../ui/parts.js';

const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['keys'] });

export function KeysPage(): JSX.Element {
  const keys = useQuery({ queryKey: ['keys'], queryFn: () => call<{ keys: ApiKey[] }>('GET', '/keys') });
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  return (
    <>
      <PageHead title="API keys" about="Each program gets its own, so that one can be revoked alone.">
        <Button onClick={() => setCreating(true)}>Create a key</Button>
      </PageHead>
      <Loaded query={keys}>
        {(data) =>
          data.keys.length === 0 ? (
            <Empty icon="keys" title="No key yet">
              Create one to call the interface from a program.
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
  return (
    <div className="card table-scroll">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Begins with</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Last use</Table.Th>
            <Table.Th>Expires</Table.Th>
            <Table.Th>Created</Table.Th>
            <Table.Th aria-label="Actions" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {props.keys.map((key) => (
            <Table.Tr key={key.id}>
              <Table.Td className="long" maw={260}>
                {key.name || (
                  <Text span c="dimmed">
                    unnamed
                  </Text>
                )}
              </Table.Td>
              <Table.Td className="mono">{key.prefix}…</Table.Td>
              <Table.Td>
                <Status value={stateOf(key)} />
              </Table.Td>
              <Table.Td>{key.last_used_at ? <When at={key.last_used_at} /> : 'never'}</Table.Td>
              <Table.Td>{key.expires_at ? <When at={key.expires_at} /> : 'never'}</Table.Td>
              <Table.Td>
                <When at={key.created_at} />
              </Table.Td>
              <Table.Td>
                {key.revoked_at === null && (
                  <Button size="xs" variant="default" onClick={() => props.onRevoke(key)}>
                    Revoke
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

const lifetimes = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

function CreateDialog(props: { open: boolean; onClose: () => void }): JSX.Element {
  const [name, setName] = useState('');
  const [days, setDays] = useState<string | null>('never');
  const create = useMutation({
    mutationFn: () =>
      call<{ api_key: string }>('POST', '/keys', {
        name,
        expires_at:
          days === null || days === 'never'
            ? null
            : new Date(Date.now() + Number(days) * 86_400_000).toISOString(),
      }),
    onSuccess: () => void refresh(),
  });
  const close = (): void => {
    props.onClose();
    create.reset();
    setName('');
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Modal opened={props.open} onClose={close} title="Create an API key" centered>
      {create.data ? (
        <Stack>
          <Value label="API key" text={create.data.api_key} />
          <Text size="sm" c="dimmed">
            This is the only time that it is shown: the service keeps no more than its hash.
          </Text>
          <Button onClick={close}>I have kept it</Button>
        </Stack>
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label="Name"
              description="What will use it"
              placeholder="ingest job"
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              data-autofocus
            />
            <Select label="Expires" data={lifetimes} value={days} onChange={setDays} allowDeselect={false} />
            {create.error && <Failed error={create.error} />}
            <Button type="submit" loading={create.isPending}>
              Create
            </Button>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

function RevokeDialog(props: { apiKey: ApiKey | null; onClose: () => void }): JSX.Element {
  const { apiKey } = props;
  return (
    <ConfirmDialog
      open={apiKey !== null}
      title="Revoke this key?"
      action="Revoke"
      onConfirm={async () => {
        await call('DELETE', `/keys/${apiKey?.id}`);
        await refresh();
      }}
      onClose={props.onClose}
    >
      Programs that use <b>{apiKey?.name || apiKey?.prefix}</b> are refused from this moment on. This cannot
      be undone.
    </ConfirmDialog>
  );
}
