/** Chooses a folder: all of its files, and those of the folders in it. */
import { Button } from '@mantine/core';
import { type JSX, useRef } from 'react';
import { t } from '../i18n/t.js';

export function FolderButton(props: { disabled?: boolean; onFiles: (files: File[]) => void }): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        mt="sm"
        variant="default"
        disabled={props.disabled ?? false}
        onClick={() => input.current?.click()}
      >
        {t('Choose a folder')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={t('Choose a folder')}
        {...{ webkitdirectory: '' }}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (files.length > 0) props.onFiles(files);
        }}
      />
    </>
  );
}
