/** Small parts that most pages are made of. */

import {
  ActionIcon,
  Alert,
  Badge,
  Button,
  Code,
  CopyButton,
  Group,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { isNotFound } from '../api/call.js';
import { t } from '../i18n/t.js';
import { ago, dateTime } from './format.js';
import { Icon, type IconName } from './icons.js';
import { ServerText } from './server-text.js';
import { useTabTitle } from './use-tab-title.js';

export function PageHead(props: {
  title: string;
  /** Of the browser's tab, where it should say more. */
  tabTitle?: string | undefined;
  about?: ReactNode;
  children?: ReactNode;
}): JSX.Element {
  useTabTitle(props.tabTitle ?? props.title);
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
      <div style={{ minWidth: 0, flex: '1 1 18rem' }}>
        <Title order={1} size="h2" className="long">
          {props.title}
        </Title>
        {props.about && (
          <Text c="dimmed" mt={4} maw="46rem" className="long">
            {props.about}
          </Text>
        )}
      </div>
      {props.children && <Group gap="xs">{props.children}</Group>}
    </Group>
  );
}

/** What every list shows before it has something, and when it cannot have it. */
export function Loaded<Data>(props: {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  children: (data: Data) => ReactNode;
}): ReactNode {
  const { data, error, refetch } = props.query;
  if (data !== undefined) return props.children(data);
  // What is not there does not come by asking again.
  if (isNotFound(error)) return <Failed error={error!} />;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap="sm" aria-busy="true" aria-label={t('Loading')}>
      <Skeleton height={44} />
      <Skeleton height={44} />
      <Skeleton height={44} width="70%" />
    </Stack>
  );
}

export function Failed(props: { error: Error; title?: string; onRetry?: () => void }): JSX.Element {
  return (
    <Alert color="red" title={props.title ?? t('This request failed')} role="alert">
      <Text size="sm" className="long">
        <ServerText text={props.error.message} />
      </Text>
      {props.onRetry && (
        <Button size="xs" mt="sm" variant="default" onClick={props.onRetry}>
          {t('Try again')}
        </Button>
      )}
    </Alert>
  );
}

export function Empty(props: { icon: IconName; title: string; children?: ReactNode }): JSX.Element {
  return (
    <Stack className="card" align="center" gap="xs" py="xl" px="md" ta="center">
      <Text c="dimmed" component="span">
        <Icon name={props.icon} size={32} />
      </Text>
      <Text fw={600}>{props.title}</Text>
      <Text c="dimmed" component="div" maw="32rem">
        {props.children}
      </Text>
    </Stack>
  );
}

const statusColors: Readonly<Record<string, string>> = {
  pending: 'gray',
  processing: 'brand',
  delivered: 'green',
  failure: 'red',
  failed: 'red',
  held: 'yellow',
  cancelled: 'gray',
  active: 'green',
  expired: 'yellow',
};

/** That a task has ended says nothing about what it found: no colour, and another word than for what is good. */
const statusWords: Readonly<Record<string, string>> = {
  success: t('done'),
  completed: t('done'),
  failure: t('failed'),
  pending: t('queued'),
  processing: t('running'),
  held: t('waiting for endpoint'),
};
export const statusWord = (value: string): string => statusWords[value] ?? t(value);

export function Status({ value, word = statusWord(value) }: { value: string; word?: string }): JSX.Element {
  const color = statusColors[value] ?? 'gray';
  return (
    <Badge
      color={color}
      variant="light"
      radius="sm"
      tt="none"
      className={`status status-${color}`}
      miw="max-content"
    >
      {word}
    </Badge>
  );
}

export function When({ at }: { at: string | null }): JSX.Element {
  if (at === null)
    return (
      <Text span c="dimmed">
        {'–'}
      </Text>
    );
  return (
    <time dateTime={at} title={dateTime(at)} style={{ whiteSpace: 'nowrap' }}>
      {ago(at)}
    </time>
  );
}

export function Copy({ text, label }: { text: string; label: string }): JSX.Element {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="default"
          size="lg"
          onClick={copy}
          aria-label={label}
          title={copied ? t('Copied') : label}
        >
          <Icon name={copied ? 'check' : 'copy'} size={16} />
        </ActionIcon>
      )}
    </CopyButton>
  );
}

/** A value to take away, such as a key that is shown once. */
export function Value({ text, label }: { text: string; label: string }): JSX.Element {
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {label}
      </Text>
      <Group gap="xs" wrap="nowrap" align="center">
        <Code block className="mono" style={{ flex: 1, minWidth: 0, whiteSpace: 'pre-wrap' }}>
          {text}
        </Code>
        <Copy text={text} label={t('Copy {{label}}', { label: label.toLowerCase() })} />
      </Group>
    </div>
  );
}

export function CodeBlock(props: {
  text: string;
  label: string;
  /** Long lines go on below instead of sideways. */
  wrapped?: boolean;
}): JSX.Element {
  const { text, label } = props;
  return (
    <div style={{ position: 'relative' }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={props.wrapped ? 'code wrapped' : 'code'} tabIndex={0} aria-label={label}>
        <pre>{text}</pre>
      </section>
      <div style={{ position: 'absolute', top: 8, right: 8 }}>
        <Copy text={text} label={t('Copy {{label}}', { label: label.toLowerCase() })} />
      </div>
    </div>
  );
}
