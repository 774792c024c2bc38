import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { Trans } from 'react-i18next';
import { call } from '../api/call.js';
import { membersQuery, meQuery, queryClient } from '../api/queries.js';
import type { Members, Role } from '../api/types.js';
import { t } from '../i18n/t.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { type Column, DataTable } from '../ui/data-table.js';
import { OnceDialog } from '../ui/once-dialog.js';
import { Failed, Loaded, PageHead, When } from '../ui/parts.js';
import { roleChoices, roleName } from '../ui/roles.js';

const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['members'] });

export function MembersPage(): JSX.Element {
  const members = useQuery(membersQuery);
  const { data: me } = useQuery(meQuery);
  const [inviting, setInviting] = useState(false);
  const owner = me?.user.role === 'owner';
  return (
    <>
      <PageHead
        title={t('Members')}
        about={t(
          'Owners manage people, the callback URL and the signing secret. Members do everything else. Viewers read and change nothing.',
        )}
      >
        {owner && <Button onClick={() => setInviting(true)}>{t('Invite member')}</Button>}
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

type Member = Members['members'][number];

function People(props: { members: Member[]; owner: boolean; self: string }): JSX.Element {
  const change = useMutation({
    mutationFn: ({ id, role }: { id: string; role: Role }) => call('PATCH', `/members/${id}`, { role }),
    onSettled: refresh,
  });
  const [leaving, setLeaving] = useState<Member | null>(null);
  const [revokeKeys, setRevokeKeys] = useState(true);
  const columns: Array<Column<Member>> = [
    {
      head: t('E-mail address'),
      long: {},
      cell: (member) => (
        // One element: as a card, each would stand in a row of its own.
        <span>
          {member.email}{' '}
          {member.id === props.self && (
            <Text span c="dimmed" size="sm">
              {t('(you)')}
            </Text>
          )}
        </span>
      ),
    },
    {
      head: t('Role'),
      cell: (member) =>
        props.owner ? (
          <NativeSelect
            size="xs"
            aria-label={t('Role of {{email}}', { email: member.email })}
            value={member.role}
            data={roleChoices}
            onChange={(event) => change.mutate({ id: member.id, role: event.currentTarget.value as Role })}
          />
        ) : (
          roleName(member.role)
        ),
    },
    { head: t('Since'), cell: (member) => <When at={member.created_at} /> },
    {
      head: t('Actions'),
      actions: true,
      cell: (member) =>
        props.owner &&
        member.id !== props.self && (
          <Button size="xs" variant="default" onClick={() => setLeaving(member)}>
            {t('Remove')}
          </Button>
        ),
    },
  ];
  return (
    <div>
      {change.error && <Failed error={change.error} />}
      <DataTable label={t('Members')} columns={columns} rows={props.members} keyOf={({ id }) => id} />
      <ConfirmDialog
        open={leaving !== null}
        title={t('Remove this member?')}
        action={t('Remove')}
        onConfirm={async () => {
          await call('DELETE', `/members/${leaving?.id}?revoke_keys=${revokeKeys}`);
          await refresh();
          await queryClient.invalidateQueries({ queryKey: ['keys'] });
        }}
        onClose={() => setLeaving(null)}
      >
        <Trans
          i18nKey={
            '<b>{{email}}</b> is signed out everywhere and can no longer sign in. Their songs, tasks and datasets stay.'
          }
          components={{ b: <b /> }}
          values={{ email: leaving?.email }}
        />
        {leaving !== null && leaving.active_keys > 0 && (
          <Checkbox
            mt="md"
            label={t('Revoke the {{count}} API keys that they made', { count: leaving.active_keys })}
            description={t('Else programs, and whoever knows the keys, can go on using them.')}
            checked={revokeKeys}
            onChange={(event) => setRevokeKeys(event.currentTarget.checked)}
          />
        )}
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
        {t('Open invitations')}
      </Title>
      <Stack gap="xs">
        {invitations.map((invitation) => (
          <Group key={invitation.id} className="card" p="sm" justify="space-between">
            <Text size="sm" className="long">
              <Trans
                i18nKey={'{{email}}, as {{role}}, expires <when></when>'}
                components={{ when: <When at={invitation.expires_at} /> }}
                values={{ email: invitation.email, role: roleName(invitation.role) }}
              />
            </Text>
            <Button size="xs" variant="default" onClick={() => revoke.mutate(invitation.id)}>
              {t('Withdraw')}
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
  const invite = async (): Promise<string> => {
    const { token } = await call<{ token: string }>('POST', '/members/invitations', { email, role });
    void refresh();
    return `${window.location.origin}/invitation?token=${token}`;
  };
  return (
    <OnceDialog
      open={props.open}
      title={t('Invite member')}
      action={t('Create link')}
      onCreate={invite}
      value={{
        label: t('Invitation link'),
        about: t('Send it to {{email}}. It works once, within 7 days, and is shown only now.', { email }),
        done: t('Done'),
      }}
      onClose={() => {
        props.onClose();
        setEmail('');
      }}
    >
      <TextInput
        label={t('E-mail address')}
        type="email"
        required
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        data-autofocus
      />
      <NativeSelect
        label={t('Role')}
        value={role}
        data={roleChoices}
        onChange={(event) => setRole(event.currentTarget.value as Role)}
      />
    </OnceDialog>
  );
}
