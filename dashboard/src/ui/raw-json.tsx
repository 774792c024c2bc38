import { Button, Collapse } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { JSX } from 'react';
import { CodeBlock } from './parts.js';

/** The document itself, one click away. */
export function RawJson({ value, label }: { value: unknown; label: string }): JSX.Element {
  const [open, { toggle }] = useDisclosure(false);
  return (
    <div>
      <Button variant="default" size="xs" onClick={toggle} aria-expanded={open} mb="xs">
        {open ? 'Hide' : 'Show'} {label}
      </Button>
      <Collapse expanded={open}>
        {open && <CodeBlock label={label} text={JSON.stringify(value, null, 2)} />}
      </Collapse>
    </div>
  );
}
