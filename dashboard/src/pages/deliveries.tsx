import { Alert, Anchor, Button, Collapse, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { Trans } from 'react-i18next';
import { call } from '../api/call.js';
import { callbackQuery, queryClient } from '../api/queries.js';
import type { Attempt, Delivery } from '../api/types.js';
import { t } from '../i18n/t.js';
import { ChoiceSelect } from '../ui/choice-select.js';
import { More } from '../ui/more.js';
import { namesOf } from '../ui/names.js';
import { operationLabel } from '../ui/operations.js';
import { CodeBlock, Empty, Failed, Loaded, PageHead, Status, statusWord, When } from '../ui/parts.js';
import { pathParams } from '../ui/path-params.js';
import { ResendRange } from '../ui/resend-range.js';

interface Page {
  deliveries: Delivery[];
  next_before: number | null;
}

const route = getRouteApi('/app/deliveries');
const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['deliveries'] });

export function DeliveriesPage(): JSX.Element {
  const { task } = route.useSearch();
  const [status, setStatus] = useState('');
  const { data: callback } = useQuery({ ...callbackQuery, refetchInterval: 5000 });
  const deliveries = useInfiniteQuery({
    queryKey: ['deliveries', status, task],
    initialPageParam: 0,
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ limit: '50' });
      if (pageParam > 0) query.set('before', String(pageParam));
      if (status) query.set('status', status);
      if (task) query.set('task_id', task);
      return call<Page>('GET', `/deliveries?${query}`);
    },
    getNextPageParam: (page) => page.next_before,
    refetchInterval: 5000,
  });
  return (
    <>
      <PageHead title={t('Deliveries')} about={t('Every callback, and every attempt to deliver it.')}>
        <ResendRange />
      </PageHead>
      {callback?.disabled_at && (
        <Alert color="red" mb="md" title={t('Deliveries are stopped')}>
          <Trans
            i18nKey={'{{reason}} Verify it again on the page <a>Callback URL</a>.'}
            components={{ a: <Link to="/app/callback" /> }}
            values={{ reason: callback.disabled_reason ?? t('The endpoint failed for too long.') }}
          />
        </Alert>
      )}
      <Group mb="md" gap="sm">
        <ChoiceSelect
          label={t('Status')}
          value={status}
          onChange={setStatus}
          options={[
            { value: '', label: t('Any state') },
            ...['pending', 'held', 'delivered', 'failed'].map((value) => ({
              value,
              label: statusWord(value),
            })),
          ]}
        />
        {task && (
          <Text size="sm">
            <Trans
              i18nKey={'Of task <span>{{task}}</span> <a>show all</a>'}
              components={{
                span: <span className="mono" />,
                a: <Anchor component={Link} to="/app/deliveries" search={pathParams({})} />,
              }}
              values={{ task }}
            />
          </Text>
        )}
      </Group>
      <Loaded query={deliveries}>
        {(data) => {
          const rows = data.pages.flatMap((page) => page.deliveries);
          return rows.length === 0 ? (
            <Empty icon="deliveries" title={status ? t('Nothing matches') : t('No callback yet')}>
              {status ? t('Choose another status.') : t('Each finished task sends one.')}
            </Empty>
          ) : (
            <Stack gap="xs">
              {rows.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} />
              ))}
              <More query={deliveries} />
            </Stack>
          );
        }}
      </Loaded>
    </>
  );
}

const explanations: Readonly<Record<Delivery['status'], string>> = {
  pending: t('Next attempt'),
  held: t('Waiting for a verified callback URL'),
  delivered: t('Delivered'),
  failed: t('Failed after the last attempt'),
};

const kinds: Readonly<Record<Delivery['kind'], string>> = {
  processing: t('Start of the analysis'),
  final: t('Result'),
  test: t('Test'),
};

/** The song and the analysis: an id names neither. */
function titleOf({ kind, operation, model, ...about }: Delivery): string {
  if (kind === 'test') return t('Test callback');
  if (operation === null) return t('Analysis that was deleted');
  return [operationLabel(operation, model), namesOf(about.subject, about.other_subject)]
    .filter(Boolean)
    .join(': ');
}

function DeliveryRow({ delivery }: { delivery: Delivery }): JSX.Element {
  const [open, { toggle }] = useDisclosure(false);
  const resend = useMutation({
    mutationFn: () => call('POST', '/deliveries/resend', { ids: [delivery.id] }),
    onSuccess: refresh,
  });
  return (
    <div className="card" style={{ padding: '0.75rem 1rem' }}>
      <Group justify="space-between" gap="sm">
        <div style={{ minWidth: 0, flex: '1 1 16rem' }}>
          <Group gap="xs">
            <Status value={delivery.status} />
            <Text fw={600} size="sm" className="long">
              {titleOf(delivery)}
            </Text>
            <Text size="sm" c="dimmed">
              <When at={delivery.created_at} />
            </Text>
          </Group>
          <Text size="xs" c="dimmed" mt={4}>
            {kinds[delivery.kind]} ·{' '}
            {delivery.operation === null ? (
              <span className="mono">{delivery.task_id}</span>
            ) : (
              <Anchor
                component={Link}
                className="mono"
                to="/app/tasks/$taskId"
                params={pathParams({ taskId: delivery.task_id })}
              >
                {delivery.task_id}
              </Anchor>
            )}
          </Text>
          <Text size="sm" c="dimmed" mt={2}>
            {explanations[delivery.status]}
            {delivery.status === 'pending' && (
              <>
                {' '}
                {/* A time that has passed is not one to come. */}
                {new Date(delivery.next_attempt_at) <= new Date() ? (
                  t('as soon as possible')
                ) : (
                  <When at={delivery.next_attempt_at} />
                )}
              </>
            )}
            {delivery.status === 'delivered' && (
              <>
                {' '}
                <When at={delivery.delivered_at} />
              </>
            )}
            {delivery.attempts > 0 && ` · ${t('{{count}} attempts', { count: delivery.attempts })}`}
          </Text>
        </div>
        <Group gap="xs">
          <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
            {t('Resend')}
          </Button>
          <Button size="xs" variant="default" onClick={toggle} aria-expanded={open}>
            {open ? t('Less') : t('Attempts')}
          </Button>
        </Group>
      </Group>
      {resend.error && <Failed error={resend.error} />}
      <Collapse expanded={open}>{open && <Attempts delivery={delivery} />}</Collapse>
    </div>
  );
}

function Attempts({ delivery }: { delivery: Delivery }): JSX.Element {
  const attempts = useQuery({
    queryKey: ['deliveries', 'attempts', delivery.id],
    queryFn: () => call<{ attempts: Attempt[] }>('GET', `/deliveries/${delivery.id}/attempts`),
  });
  return (
    <Stack gap="sm" mt="md">
      <div>
        <Text size="sm" fw={600} mb={4}>
          <Trans
            i18nKey={'Body, with <code>webhook-id</code> <span>{{id}}</span>'}
            components={{ code: <code />, span: <span className="mono" /> }}
            values={{ id: delivery.id }}
          />
        </Text>
        <CodeBlock label={t("The callback's body")} text={pretty(delivery.body)} />
      </div>
      <Loaded query={attempts}>
        {(data) =>
          data.attempts.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('No attempt so far.')}
            </Text>
          ) : (
            data.attempts.map((attempt) => <AttemptRow key={attempt.started_at} attempt={attempt} />)
          )
        }
      </Loaded>
    </Stack>
  );
}

/** The receiver is in a network that the operator allows: of its answers only their outcome is kept. */
function isHidden({ status_code: status, outcome }: Attempt): boolean {
  return status === null && (outcome === 'delivered' || outcome === 'internal_receiver');
}

function answerState(attempt: Attempt): string {
  if (isHidden(attempt)) return t('Answers from inside the operator’s network are not shown');
  return attempt.status_code === null ? t('No answer') : t('An empty answer');
}

function AttemptRow({ attempt }: { attempt: Attempt }): JSX.Element {
  return (
    <div style={{ borderTop: '1px solid var(--line)', paddingTop: '0.625rem' }}>
      <Text size="sm">
        <b>{attempt.status_code ?? (isHidden(attempt) ? t('not shown') : t('no answer'))}</b> ·{' '}
        {attempt.outcome} · {`${Math.round(attempt.duration_ms)} ms`} · <When at={attempt.started_at} />
      </Text>
      <Text size="xs" c="dimmed" className="mono">
        {`POST ${attempt.url}`}
      </Text>
      <pre className="code wrapped" style={{ marginTop: 6 }}>
        {Object.entries(attempt.request_headers)
          .map(([name, value]) => `${name}: ${value ?? t('(made for this attempt alone, not kept)')}`)
          .join('\n')}
      </pre>
      <Text size="xs" c="dimmed" mt={6}>
        {attempt.response_snippet ? t('Answer') : answerState(attempt)}
      </Text>
      {attempt.response_snippet && (
        <pre className="code wrapped" style={{ marginTop: 6 }}>
          {attempt.response_snippet}
        </pre>
      )}
    </div>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
