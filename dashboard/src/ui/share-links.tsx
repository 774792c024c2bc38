/** Read-only links to a case file for people without an account: made, listed, revoked. */
import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { call } from '../api/call.js';
import { queryClient } from '../api/queries.js';
import { type ShareLink, shareLinksQuery } from '../api/review.js';
import { t } from '../i18n/t.js';
import { dateTime } from './format.js';
import { MutationForm } from './mutation-form.js';
import { Failed, Loaded, Value, When } from './parts.js';

export function ShareButton({ taskIds }: { taskIds: readonly string[] }): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {t('Share…')}
      </Button>
      <Modal opened={open} onClose={() => setOpen(false)} title={t('Share this case file')} centered>
        <Stack gap="lg">
          <NewLink taskIds={taskIds} />
          {taskIds[0] !== undefined && <Links taskId={taskIds[0]} />}
        </Stack>
      </Modal>
    </>
  );
}

function NewLink({ taskIds }: { taskIds: readonly string[] }): JSX.Element {
  const [days, setDays] = useState('14');
  const create = useMutation({
    mutationFn: () =>
      call<{ id: string; path: string }>('POST', '/share-links', {
        task_ids: taskIds,
        days: Number(days),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['share-links'] }),
  });
  if (create.data) {
    return (
      <div>
        <Value label={t('Link')} text={`${window.location.origin}${create.data.path}`} />
        <Text size="sm" c="dimmed" mt="xs">
          {t(
            'It is shown only now. Whoever has it can read this case file, without notes and names of members, until it ends or is revoked.',
          )}
        </Text>
      </div>
    );
  }
  return (
    <MutationForm mutation={create} action={t('Create link')}>
      <Text size="sm">
        {t('A read-only page for someone without an account. It opens this case file and nothing else.')}
      </Text>
      <NativeSelect
        label={t('Valid for')}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
        data={['1', '7', '14', '30', '90'].map((value) => ({
          value,
          label: t('{{count}} days', { count: Number(value) }),
        }))}
      />
    </MutationForm>
  );
}

function stateOf({ revoked_at: revoked, expires_at: expires }: ShareLink): string | null {
  if (revoked !== null) return t('revoked {{time}}', { time: dateTime(revoked) });
  return new Date(expires) < new Date() ? t('expired {{time}}', { time: dateTime(expires) }) : null;
}

function Links({ taskId }: { taskId: string }): JSX.Element {
  const links = useQuery(shareLinksQuery(taskId));
  const revoke = useMutation({
    mutationFn: (id: string) => call('DELETE', `/share-links/${id}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['share-links'] }),
  });
  return (
    <Loaded query={links}>
      {({ links: made }) => (
        <Stack gap="xs">
          {made.length > 0 && (
            <Text size="sm" fw={600}>
              {t('Links of this result')}
            </Text>
          )}
          {made.map((link) => (
            <Group key={link.id} justify="space-between" wrap="nowrap" gap="sm">
              <Text size="sm" className="long">
                {link.created_by ?? t('a former member')}, <When at={link.created_at} />;{' '}
                {stateOf(link) ?? t('until {{time}}', { time: dateTime(link.expires_at) })};{' '}
                {t('opened {{count}} times', { count: link.opened })}
              </Text>
              {stateOf(link) === null && (
                <Button
                  size="xs"
                  variant="default"
                  loading={revoke.isPending}
                  onClick={() => revoke.mutate(link.id)}
                >
                  {t('Revoke')}
                </Button>
              )}
            </Group>
          ))}
          {revoke.error && <Failed error={revoke.error} />}
        </Stack>
      )}
    </Loaded>
  );
}
