import { Alert, Stack } from '@mantine/core';
import type { JSX } from 'react';
import type { UploadedMusic } from '../api/contract.js';
import { t } from '../i18n/t.js';
import { ServerText } from './server-text.js';

type Warning = UploadedMusic['warnings'][number];

const titles: Readonly<Record<Warning['code'], string>> = {
  cut_off: t('Part of the recording is missing'),
  rest_not_read: t('Only part of the file was read'),
  silent: t('The recording is silent'),
  tags_not_read: t('Title and artist were not read'),
};

/** What a recording was accepted with that its sender should know. `filename`: where several were sent. */
export function UploadWarnings(props: {
  warnings: readonly Warning[];
  filename?: string;
}): JSX.Element | null {
  if (props.warnings.length === 0) return null;
  return (
    <Stack gap="sm" role="status">
      {props.warnings.map(({ code, detail }) => (
        <Alert
          key={code}
          color="yellow"
          title={props.filename ? `${props.filename}: ${titles[code]}` : titles[code]}
          className="long"
        >
          <ServerText text={detail} />
        </Alert>
      ))}
    </Stack>
  );
}
