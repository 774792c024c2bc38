import { Button, Group, Modal, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { JSX, ReactNode } from 'react';
import { t } from '../i18n/t.js';
import { Failed } from './parts.js';

/** Asks before something that cannot be undone; stays open, with the reason, where it fails. */
export function ConfirmDialog(props: {
  open: boolean;
  title: string;
  /** What the button that does it says. */
  action: string;
  children: ReactNode;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}): JSX.Element {
  const run = useMutation({ mutationFn: props.onConfirm, onSuccess: props.onClose });
  const close = (): void => {
    run.reset();
    props.onClose();
  };
  return (
    <Modal opened={props.open} onClose={close} title={props.title} centered>
      <Text size="sm" className="long" component="div">
        {props.children}
      </Text>
      {run.error && <Failed error={run.error} />}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close}>
          {t('Cancel')}
        </Button>
        <Button color="red" loading={run.isPending} onClick={() => run.mutate()}>
          {props.action}
        </Button>
      </Group>
    </Modal>
  );
}
