import { Button, Group, Modal, NativeSelect, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type JSX, useState } from 'react';
import { call } from '../api/call.js';
import { meQuery, queryClient } from '../api/queries.js';
import type { Members, Role } from '../api/types.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { Failed, Loaded, PageHead, Value, When } from '../ui/parts.js';

const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['members'] });

export function MembersPage(): JSX.Element {
  const members = useQuery({ queryKey: ['members'], queryFn: () => call<Members>('GET', '/members') });
  const { data: me } = useQuery(meQuery);
  const [inviting, setInviting] = useState(false);
  const owner = me?.user.role === 'owner';
  return (
    <>
      <PageHead
        title="Members"
        about="Owners manage people, the callback URL and the signing secret. Members do everything else."
      >
        {owner && <Button onClick={() => setInviting(true)}>Invite somebody</Button>}
      </PageHead>
      <Loaded query={members}>
        {(data) => (
          <Stack gap="xl">
            <People members={data.members} owner={owner} self={me?.user.id ?? ''} />
            {data.invitations.length > 0 && <Invitations invitations={data.invitations} />}
          </Stack>
        )}
      </Loaded>
      <InviteDialog open={inviting} onClose={() => setInviting(false)} />
    </>
  );
}

function People(props: { members: Members['members']; owner: boolean; self: string }): JSX.Element {
  const change = useMutation({
    mutationFn: ({ id, role }: { id: string; role: Role }) => call('PATCH', `/members/${id}`, { role }),
    onSettled: refresh,
  });
  const [leaving, setLeaving] = useState<Members['members'][number] | null>(null);
  return (
    <div>
      {change.error && <Failed error={change.error} />}
      <div className="card table-scroll">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>E-mail address</Table.Th>
              <Table.Th>Role</Table.Th>
              <Table.Th>Since</Table.Th>
              {props.owner && <Table.Th aria-label="Actions" />}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {props.members.map((member) => (
              <Table.Tr key={member.id}>
                <Table.Td className="long">
                  {member.email}{' '}
                  {member.id === props.self && (
                    <Text span c="dimmed">
                      (you)
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>
                  {props.owner ? (
                    <NativeSelect
                      size="xs"
                      aria-label={`Role of ${member.email}`}
                      value={member.role}
                      data={['owner', 'member']}
                      onChange={(event) =>
                        change.mutate({ id: member.id, role: event.currentTarget.value as Role })
                      }
                    />
                  ) : (
                    member.role
                  )}
                </Table.Td>
                <Table.Td>
                  <When at={member.created_at} />
                </Table.Td>
                {props.owner && (
                  <Table.Td>
                    {member.id !== props.self && (
                      <Button size="xs" variant="default" onClick={() => setLeaving(member)}>
                        Remove
                      </Button>
                    )}
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <ConfirmDialog
        open={leaving !== null}
        title="Remove this member?"
        action="Remove"
        onConfirm={async () => {
          await call('DELETE', `/members/${leaving?.id}`);
          await refresh();
        }}
        onClose={() => setLeaving(null)}
      >
        <b>{leaving?.email}</b> is signed out everywhere and can no longer sign in. What they made stays.
      </ConfirmDialog>
    </div>
  );
}

function Invitations({ invitations }: { invitations: Members['invitations'] }): JSX.Element {
  const revoke = useMutation({
    mutationFn: (id: string) => call('DELETE', `/members/invitations/${id}`),
    onSettled: refresh,
  });
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        Open invitations
      </Title>
      <Stack gap="xs">
        {invitations.map((invitation) => (
          <Group key={invitation.id} className="card" p="sm" justify="space-between">
            <Text size="sm" className="long">
              {invitation.email}, as {invitation.role}, ends <When at={invitation.expires_at} />
            </Text>
            <Button size="xs" variant="default" onClick={() => revoke.mutate(invitation.id)}>
              Withdraw
            </Button>
          </Group>
        ))}
      </Stack>
    </section>
  );
}

function InviteDialog(props: { open: boolean; onClose: () => void }): JSX.Element {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const invite = useMutation({
    mutationFn: () => call<{ token: string }>('POST', '/members/invitations', { email, role }),
    onSuccess: () => void refresh(),
  });
  const close = (): void => {
    props.onClose();
    invite.reset();
    setEmail('');
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    invite.mutate();
  };
  return (
    <Modal opened={props.open} onClose={close} title="Invite somebody" centered>
      {invite.data ? (
        <Stack>
          <Value
            label="Invitation link"
            text={`${window.location.origin}/invitation?token=${invite.data.token}`}
          />
          <Text size="sm" c="dimmed">
            Send it to {email}. It works once, within 7 days, and is shown only now.
          </Text>
          <Button onClick={close}>Done</Button>
        </Stack>
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label="E-mail address"
              type="email"
              required
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
              data-autofocus
            />
            <NativeSelect
              label="Role"
              value={role}
              data={['member', 'owner']}
              onChange={(event) => setRole(event.currentTarget.value as Role)}
            />
            {invite.error && <Failed error={invite.error} />}
            <Button type="submit" loading={invite.isPending}>
              Make a link
            </Button>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
