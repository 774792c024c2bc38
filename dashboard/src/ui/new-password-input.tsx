import { PasswordInput } from '@mantine/core';
import type { JSX } from 'react';
import { t } from '../i18n/t.js';
import { ServerText } from './server-text.js';

/** Where someone chooses a password: the rule is shown before it is broken. */
export function NewPasswordInput(props: {
  label: string;
  value: string;
  onChange: (password: string) => void;
  error?: string | undefined;
}): JSX.Element {
  return (
    <PasswordInput
      label={props.label}
      description={t('At least 10 characters')}
      autoComplete="new-password"
      required
      minLength={10}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      error={props.error && <ServerText text={props.error} />}
    />
  );
}
