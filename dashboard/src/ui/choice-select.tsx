/** A select whose words are in its options: filters, orders and periods of a list. */
import { NativeSelect } from '@mantine/core';
import type { JSX } from 'react';

export function ChoiceSelect(props: {
  /** For those who cannot see where it stands. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { readonly value: string; readonly label: string }[];
}): JSX.Element {
  return (
    <NativeSelect
      aria-label={props.label}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      data={[...props.options]}
    />
  );
}
