/** What a program needs of this page: ids, the call, and the document itself. */

import { Group, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { t } from '../i18n/t.js';
import { CodeBlock, Copy } from './parts.js';
import { ProgramSection } from './program-section.js';
import type { CallFacts } from './snippets.js';
import { useCanEdit } from './use-can-edit.js';

export function DeveloperPanel(props: {
  ids: ReadonlyArray<readonly [name: string, id: string]>;
  /** Absent where no single call made the page. */
  call?: CallFacts;
  document: unknown;
  documentLabel: string;
}): JSX.Element {
  // Its links lead to keys and the callback URL, which a viewer may not see.
  const canEdit = useCanEdit();
  return (
    <Stack gap="lg">
      <div>
        {props.ids.map(([name, id]) => (
          <Group key={name} gap="xs" wrap="nowrap" mb={4}>
            <Text size="sm" c="dimmed" miw="5rem">
              {name}
            </Text>
            <Text size="sm" className="mono">
              {id}
            </Text>
            <Copy text={id} label={t('Copy the {{name}}', { name })} />
          </Group>
        ))}
      </div>
      {props.call && canEdit && <ProgramSection facts={props.call} />}
      <section aria-label={props.documentLabel}>
        <Text size="sm" fw={600} mb={4}>
          {props.documentLabel}
        </Text>
        <CodeBlock label={props.documentLabel} text={JSON.stringify(props.document, null, 2)} />
      </section>
    </Stack>
  );
}
