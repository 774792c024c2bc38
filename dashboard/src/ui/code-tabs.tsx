import { Tabs } from '@mantine/core';
import type { JSX } from 'react';
import { t } from '../i18n/t.js';
import { CodeBlock } from './parts.js';

/** The same thing in several languages. */
export function CodeTabs({ sources }: { sources: Readonly<Record<string, string>> }): JSX.Element {
  const names = Object.keys(sources);
  return (
    <Tabs defaultValue={names[0]} keepMounted={false}>
      <Tabs.List mb="sm">
        {names.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {names.map((name) => (
        <Tabs.Panel key={name} value={name}>
          <CodeBlock text={sources[name] ?? ''} label={t('{{name}} code', { name })} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
