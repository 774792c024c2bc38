/** One click for an operator: a model is fetched from the hub, with its progress, and can be stopped. */
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type JSX, useEffect, useRef } from 'react';
import { call } from '../api/call.js';
import { queryClient } from '../api/queries.js';
import type { InstallableModel, InstallableModels } from '../api/types.js';
import { t } from '../i18n/t.js';
import { bytes } from './format.js';
import { ServerText } from './server-text.js';

const queryKey = ['instance', 'models'];

function useInstallableModels(isOperator: boolean): InstallableModels | undefined {
  return useQuery({
    queryKey,
    queryFn: () => call<InstallableModels>('GET', '/instance/models'),
    enabled: isOperator,
    refetchInterval: ({ state }) =>
      state.data?.models.some(({ installation }) => installation?.state === 'running') ? 1000 : false,
  }).data;
}

/** Why no model can be installed in the dashboard of this instance; nothing where they can be. */
export function ReasonAgainstInstalling({ size = 'sm' }: { size?: 'xs' | 'sm' }): JSX.Element | null {
  const reason = useInstallableModels(true)?.reason_against_installing;
  if (!reason) return null;
  return (
    <Text size={size} my="xs" className="long">
      <ServerText text={reason} />
    </Text>
  );
}

/** Nothing for whoever is no operator, and for a model that is there or cannot be fetched from here. */
export function InstallModel(props: {
  id: string;
  isOperator: boolean;
  /** Size and licence are shown beside it already. */
  brief?: boolean;
}): JSX.Element | null {
  const { id, isOperator } = props;
  const models = useInstallableModels(isOperator);
  const model = models?.models.find((one) => one.id === id);
  const change = useMutation({
    mutationFn: (method: 'PUT' | 'DELETE') => call(method, `/instance/models/${id}/installation`),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const isInstalled = model?.state === 'installed';
  const wasInstalled = useRef(isInstalled);
  useEffect(() => {
    if (isInstalled && !wasInstalled.current) {
      void queryClient.invalidateQueries({ queryKey: ['me'] });
      void queryClient.invalidateQueries({ queryKey: ['instance'], exact: true });
    }
    wasInstalled.current = isInstalled;
  }, [isInstalled]);
  if (!isOperator || !model || model.state === 'shipped' || isInstalled) return null;
  // The table of models says it once, above its rows.
  if (models?.reason_against_installing && !props.brief) return <ReasonAgainstInstalling size="xs" />;
  if (!model.is_installable) return null;
  if (model.installation?.state === 'running') {
    return <Running model={model} isStopping={change.isPending} onCancel={() => change.mutate('DELETE')} />;
  }
  const { installation } = model;
  return (
    <Stack gap={4} mt="xs" align="flex-start">
      {installation?.state === 'failed' && (
        <Text size="xs" c="red" role="alert" className="long">
          {t('The installation failed:')} <ServerText text={installation.error ?? ''} />
        </Text>
      )}
      {(installation?.state === 'interrupted' || installation?.state === 'cancelled') && (
        <Text size="xs">
          {t('The installation was stopped. The next one continues with what has arrived.')}
        </Text>
      )}
      {change.error && (
        <Text size="xs" c="red" role="alert" className="long">
          <ServerText text={change.error.message} />
        </Text>
      )}
      <Button
        size="compact-xs"
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate('PUT')}
        aria-label={t('Install {{model}}', { model: id })}
      >
        {props.brief ? t('Install') : t('Install {{model}}', { model: id })}
      </Button>
      {!props.brief && (
        <Text size="xs" c="dimmed">
          {model.total_bytes === null
            ? t('Size not known before the download, licence {{licence}}', { licence: model.licence })
            : t('About {{size}}, licence {{licence}}', {
                size: bytes(model.total_bytes),
                licence: model.licence,
              })}
        </Text>
      )}
    </Stack>
  );
}

function Running(props: { model: InstallableModel; isStopping: boolean; onCancel: () => void }): JSX.Element {
  const { id, installation } = props.model;
  const { file_index: index, files, received_bytes: received, total_bytes: total } = installation!;
  const ofFile = total === null || total === 0 ? 0 : received / total;
  return (
    <Stack gap={4} mt="xs">
      <Progress
        value={files === 0 ? 0 : (100 * (index + ofFile)) / files}
        animated
        aria-label={t('Installing {{model}}', { model: id })}
      />
      <Group gap="xs" justify="space-between">
        <Text size="xs" aria-live="polite">
          {files === 0
            ? t('Installing {{model}}', { model: id })
            : t('File {{index}} of {{files}}: {{received}} of {{total}}', {
                index: index + 1,
                files,
                received: bytes(received),
                total: total === null ? '?' : bytes(total),
              })}
        </Text>
        <Button size="compact-xs" variant="subtle" loading={props.isStopping} onClick={props.onCancel}>
          {t('Cancel')}
        </Button>
      </Group>
    </Stack>
  );
}
