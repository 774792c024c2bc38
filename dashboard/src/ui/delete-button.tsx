import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { JSX, ReactNode } from 'react';
import { t } from '../i18n/t.js';
import { ConfirmDialog } from './confirm-dialog.js';

/** Deletes what its page is about, after asking. */
export function DeleteButton(props: {
  title: string;
  children: ReactNode;
  onDelete: () => Promise<unknown>;
}): JSX.Element {
  const [asking, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('Delete')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={props.title}
        action={t('Delete')}
        onConfirm={props.onDelete}
        onClose={close}
      >
        {props.children}
      </ConfirmDialog>
    </>
  );
}
