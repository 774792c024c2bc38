/** Why the registered song cannot be played beside the recording: its audio is gone, or asking for it failed. */
import { Text } from '@mantine/core';
import type { JSX } from 'react';
import { isNotFound } from '../api/call.js';
import { t } from '../i18n/t.js';
import { Failed } from '../ui/parts.js';

export function NoAudio(props: { error: Error; onRetry: () => void }): JSX.Element {
  if (!isNotFound(props.error)) return <Failed error={props.error} onRetry={props.onRetry} />;
  return (
    <Text size="sm" c="dimmed">
      {t(
        'The registered song’s audio is not in the library any more, so that the two cannot be played side by side.',
      )}
    </Text>
  );
}
