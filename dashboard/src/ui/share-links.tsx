/** Read-only links to a case file for people without an account: made, listed, revoked. */
import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { call } from '../api/call.js';
import { queryClient } from '../api/queries.js';
import { type ShareLink, shareLinksQuery } from '../api/review.js';
import { dateTime } from './format.js';
import { MutationForm } from './mutation-form.js';
import { Failed, Loaded, Value, When } from './parts.js';

export function ShareButton({ taskIds }: { taskIds: readonly string[] }): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Share…
      </Button>
      <Modal opened={open} onClose={() => setOpen(false)} title="Share this case file" centered>
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
        <Value label="Link" text={`${window.location.origin}${create.data.path}`} />
        <Text size="sm" c="dimmed" mt="xs">
          It is shown only now. Whoever has it can read this case file, without notes and names of members,
          until it ends or is revoked.
        </Text>
      </div>
    );
  }
  return (
    <MutationForm mutation={create} action="Create link">
      <Text size="sm">
        A read-only page for somebody without an account. It opens this case file and nothing else.
      </Text>
      <NativeSelect
        label="Valid for"
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
        data={['1', '7', '14', '30', '90'].map((value) => ({
          value,
          label: value === '1' ? '1 day' : `${value} days`,
        }))}
      />
    </MutationForm>
  );
}

function stateOf({ revoked_at: revoked, expires_at: expires }: ShareLink): string | null {
  if (revoked !== null) return `revoked ${dateTime(revoked)}`;
  return new Date(expires) < new Date() ? `expired ${dateTime(expires)}` : null;
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
              Links of this result
            </Text>
          )}
          {made.map((link) => (
            <Group key={link.id} justify="space-between" wrap="nowrap" gap="sm">
              <Text size="sm" className="long">
                {link.created_by ?? 'a former member'}, <When at={link.created_at} />;{' '}
                {stateOf(link) ?? `until ${dateTime(link.expires_at)}`}; opened {link.opened}{' '}
                {link.opened === 1 ? 'time' : 'times'}
              </Text>
              {stateOf(link) === null && (
                <Button
                  size="xs"
                  variant="default"
                  loading={revoke.isPending}
                  onClick={() => revoke.mutate(link.id)}
                >
                  Revoke
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
