/** Makes something whose secret is shown this once: a form, and then the value to take away. */
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { JSX, ReactNode } from 'react';
import { MutationForm } from './mutation-form.js';
import { Value } from './parts.js';

export function OnceDialog(props: {
  open: boolean;
  title: string;
  /** What the button that makes it says. */
  action: string;
  /** Resolves with what is shown once. */
  onCreate: () => Promise<string>;
  value: { label: string; about: ReactNode; done: string };
  /** The fields of the form. */
  children: ReactNode;
  onClose: () => void;
}): JSX.Element {
  const create = useMutation({ mutationFn: props.onCreate });
  const close = (): void => {
    props.onClose();
    create.reset();
  };
  return (
    <Modal opened={props.open} onClose={close} title={props.title} centered>
      {create.data !== undefined ? (
        <Stack>
          <Value label={props.value.label} text={create.data} />
          <Text size="sm" c="dimmed">
            {props.value.about}
          </Text>
          <Button onClick={close}>{props.value.done}</Button>
        </Stack>
      ) : (
        <MutationForm mutation={create} action={props.action}>
          {props.children}
        </MutationForm>
      )}
    </Modal>
  );
}
