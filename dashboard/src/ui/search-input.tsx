/** A search that is sent a moment after the last key, not with each. */
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type JSX, useState } from 'react';
import { Icon } from './icons.js';

export function SearchInput(props: { label: string; onSearch: (text: string) => void }): JSX.Element {
  const [text, setText] = useState('');
  const search = useDebouncedCallback((value: string) => props.onSearch(value.trim()), 250);
  return (
    <TextInput
      type="search"
      aria-label={props.label}
      placeholder={props.label}
      maxLength={200}
      leftSection={<Icon name="search" size={16} />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
      style={{ flex: '1 1 12rem', maxWidth: '22rem' }}
    />
  );
}
