/** What people decide about a result: state, assignee, notes; below, who did what. */
import { Group, NativeSelect, Stack, Text, Textarea, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { call } from '../api/call.js';
import { membersQuery, meQuery, queryClient } from '../api/queries.js';
import { reviewQuery, type WholeReview } from '../api/review.js';
import type { ReviewState } from '../api/types.js';
import { t } from '../i18n/t.js';
import { MutationForm } from './mutation-form.js';
import { Failed, Loaded, When } from './parts.js';
import { auditWords, ReviewBadge, reviewStates } from './review-words.js';

export function ReviewPanel({ taskId }: { taskId: string }): JSX.Element {
  const review = useQuery(reviewQuery(taskId));
  return (
    <section aria-label={t('Review')} className="card" style={{ padding: '1rem' }}>
      <Title order={2} size="h4" mb="sm">
        {t('Review')}
      </Title>
      <Loaded query={review}>{(data) => <Reviewed taskId={taskId} whole={data} />}</Loaded>
    </section>
  );
}

function Reviewed({ taskId, whole }: { taskId: string; whole: WholeReview }): JSX.Element {
  const { data: me } = useQuery(meQuery);
  const { data: members } = useQuery(membersQuery);
  const [text, setText] = useState('');
  const taken = (next: WholeReview): void => {
    queryClient.setQueryData(reviewQuery(taskId).queryKey, next);
    void queryClient.invalidateQueries({ queryKey: ['tasks'] });
  };
  const change = useMutation({
    mutationFn: (body: { state?: ReviewState; assignee_id?: string | null }) =>
      call<WholeReview>('PATCH', `/tasks/${taskId}/review`, body),
    onSuccess: taken,
  });
  const note = useMutation({
    mutationFn: () => call<WholeReview>('POST', `/tasks/${taskId}/notes`, { text }),
    onSuccess: (next) => {
      setText('');
      taken(next);
    },
  });
  const { review, notes, history } = whole;
  const people = members?.members ?? [];
  const emails = new Map(people.map(({ id, email }) => [id, email]));
  // Who only reads cannot decide. Someone who was assigned before and reads by now stays named.
  const assignable = people.filter(({ id, role }) => role !== 'viewer' || id === review.assignee?.id);
  const canEdit = me != null && me.user.role !== 'viewer';
  return (
    <Stack gap="md">
      {canEdit ? (
        <Group gap="md" align="flex-end">
          <NativeSelect
            label={t('State')}
            value={review.state ?? ''}
            disabled={change.isPending}
            onChange={(event) => change.mutate({ state: event.currentTarget.value as ReviewState })}
            data={[
              ...(review.state === null ? [{ value: '', label: t('No decision'), disabled: true }] : []),
              ...reviewStates,
            ]}
          />
          <NativeSelect
            label={t('Assigned to')}
            value={review.assignee?.id ?? ''}
            disabled={change.isPending}
            onChange={(event) => change.mutate({ assignee_id: event.currentTarget.value || null })}
            data={[
              { value: '', label: t('Nobody') },
              ...assignable.map(({ id, email }) => ({ value: id, label: email })),
            ]}
            style={{ minWidth: 0, maxWidth: '100%' }}
          />
        </Group>
      ) : (
        <Group gap="sm">
          <ReviewBadge state={review.state} />
          <Text size="sm">
            {review.assignee
              ? t('Assigned to {{member}}', { member: review.assignee.email })
              : t('Assigned to nobody')}
          </Text>
        </Group>
      )}
      {change.error && <Failed error={change.error} />}
      {notes.length > 0 && (
        <Stack
          gap="sm"
          component="ol"
          aria-label={t('Notes')}
          style={{ listStyle: 'none', padding: 0, margin: 0 }}
        >
          {notes.map((one) => (
            <li key={one.id}>
              <Text size="sm" className="long" style={{ whiteSpace: 'pre-wrap' }}>
                {one.text}
              </Text>
              <Text size="xs" c="dimmed" className="long">
                {one.author ?? t('a former member')}, <When at={one.created_at} />
              </Text>
            </li>
          ))}
        </Stack>
      )}
      {canEdit && (
        <MutationForm
          mutation={note}
          action={t('Add note')}
          button={{ size: 'xs', style: { alignSelf: 'start' } }}
        >
          <Textarea
            label={t('Note')}
            description={t('Notes stay as they are written: a correction is another note.')}
            autosize
            minRows={2}
            maxLength={5000}
            required
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </MutationForm>
      )}
      {history.length > 0 && (
        <details className="limits">
          <summary>{t('Audit log of this result ({{entries}})', { entries: history.length })}</summary>
          <ul>
            {history.map((entry) => (
              <li key={entry.sequence}>
                {auditWords(entry, emails)}, {entry.actor}, <When at={entry.at} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Stack>
  );
}
