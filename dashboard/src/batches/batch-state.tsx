import type { JSX } from 'react';
import type { Batch } from '../api/types.js';
import { t } from '../i18n/t.js';
import { Status } from '../ui/parts.js';

const words: Readonly<Record<Batch['state'], { value: string; word: string }>> = {
  open: { value: 'held', word: t('files missing') },
  running: { value: 'processing', word: t('running') },
  ended: { value: 'success', word: t('done') },
};

/** `isSending`: its files are on their way. */
export function BatchStateBadge(props: { state: Batch['state']; isSending?: boolean }): JSX.Element {
  const { value, word } =
    props.isSending && props.state === 'open'
      ? { value: 'processing', word: t('sending') }
      : words[props.state];
  return <Status value={value} word={word} />;
}
