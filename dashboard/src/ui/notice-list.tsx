/** What there was to hear of lately, newest first. */
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { call } from '../api/call.js';
import { noticesQuery, queryClient } from '../api/queries.js';
import type { AccountNotice } from '../api/types.js';
import { serverSentence } from '../i18n/server-sentence.js';
import { t } from '../i18n/t.js';
import { Failed, When } from './parts.js';
import { pathParams } from './path-params.js';

export default function NoticeList({ onLeave }: { onLeave: () => void }): JSX.Element {
  const { data, error } = useQuery(noticesQuery);
  const notices = data?.notices ?? [];
  const read = useMutation({
    mutationFn: () => call('POST', '/notices/read', { sequence: notices[0]?.sequence ?? 0 }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['notices'] }),
  });
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text fw={600}>{t('Notifications')}</Text>
        {(data?.unread ?? 0) > 0 && (
          <Button size="compact-xs" variant="default" loading={read.isPending} onClick={() => read.mutate()}>
            {t('Mark all as read')}
          </Button>
        )}
      </Group>
      {error && !data && <Failed error={error} />}
      {data && notices.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('Nothing yet. When a batch ends or something is found, it appears here.')}
        </Text>
      )}
      <Stack gap="sm" className="scroll-list">
        {notices.map((notice) => (
          <NoticeEntry key={notice.id} notice={notice} onLeave={onLeave} />
        ))}
      </Stack>
      <Anchor component={Link} to="/app/notifications" size="sm" onClick={onLeave}>
        {t('Choose what you are notified of')}
      </Anchor>
    </Stack>
  );
}

function NoticeEntry({ notice, onLeave }: { notice: AccountNotice; onLeave: () => void }): JSX.Element {
  const named = notice.results.length;
  const more = notice.found + notice.possible - named;
  return (
    <div className={notice.is_read ? 'notice' : 'notice unread'}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Text size="xs" c="dimmed">
          <When at={notice.created_at} />
        </Text>
        {!notice.is_read && (
          <Text size="xs" fw={600}>
            {t('new')}
          </Text>
        )}
      </Group>
      {notice.batches.map((batch) => {
        const words = t('Batch {{name}} ended: {{found}} found, {{possible}} possible', {
          name: batch.name || t('{{count}} files', { count: batch.files }),
          found: batch.found,
          possible: batch.possible,
        });
        return (
          <Text size="sm" key={batch.id} className="long">
            {batch.name === null ? (
              words
            ) : (
              <Anchor
                component={Link}
                to="/app/batches/$batchId"
                params={pathParams({ batchId: batch.id })}
                onClick={onLeave}
              >
                {words}
              </Anchor>
            )}
          </Text>
        );
      })}
      {notice.results.map((result) => {
        const words = `${serverSentence(result.label)}: ${result.subject ?? t('a result that was deleted')}`;
        return (
          <Text size="sm" key={result.task_id} className="long">
            {result.subject === null ? (
              words
            ) : (
              <Anchor
                component={Link}
                to="/app/tasks/$taskId"
                params={pathParams({ taskId: result.task_id })}
                onClick={onLeave}
              >
                {words}
              </Anchor>
            )}
          </Text>
        );
      })}
      {more > 0 && (
        <Anchor component={Link} to="/app/tasks" size="sm" onClick={onLeave}>
          {t('{{count}} more results', { count: more })}
        </Anchor>
      )}
    </div>
  );
}
