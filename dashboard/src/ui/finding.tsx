/** What was found, by icon, colour and words: never the state of the task. */

import { Badge } from '@mantine/core';
import type { JSX } from 'react';
import type { Finding, VerdictSummary } from '../api/types.js';
import { serverSentence } from '../i18n/server-sentence.js';
import { Icon, type IconName } from './icons.js';

export interface FindingStyle {
  icon: IconName;
  /** A colour of the theme. */
  color: 'red' | 'yellow' | 'green' | 'gray' | 'brand';
}

const styles: Readonly<Record<Finding, FindingStyle>> = {
  found: { icon: 'alert', color: 'red' },
  possible: { icon: 'search', color: 'yellow' },
  not_found: { icon: 'check', color: 'green' },
  cannot_tell: { icon: 'question', color: 'gray' },
  nothing_to_compare: { icon: 'empty', color: 'yellow' },
};

export const findingStyle = (finding: Finding | null): FindingStyle =>
  finding === null ? { icon: 'docs', color: 'brand' } : styles[finding];

export function FindingBadge({
  verdict,
}: {
  verdict: Pick<VerdictSummary, 'finding' | 'label'>;
}): JSX.Element {
  const { icon, color } = findingStyle(verdict.finding);
  return (
    <Badge
      color={color}
      variant="light"
      radius="sm"
      tt="none"
      className={`status finding status-${color}`}
      leftSection={<Icon name={icon} size={13} />}
    >
      {serverSentence(verdict.label)}
    </Badge>
  );
}
