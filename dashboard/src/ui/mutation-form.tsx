/** A form that sends something once: its fields, what went wrong, and a button; Enter does the same. */
import { Button, type ButtonProps, Stack } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { Failed } from './parts.js';

export function MutationForm(props: {
  mutation: { mutate: () => void; isPending: boolean; error: Error | null };
  /** What the button says. */
  action: string;
  /** How the button looks; as wide as the form unless said. */
  button?: Pick<ButtonProps, 'size' | 'style'>;
  children: ReactNode;
}): JSX.Element {
  const { mutation } = props;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutation.mutate();
      }}
    >
      <Stack gap="md">
        {props.children}
        {mutation.error && <Failed error={mutation.error} />}
        <Button type="submit" loading={mutation.isPending} {...props.button}>
          {props.action}
        </Button>
      </Stack>
    </form>
  );
}
