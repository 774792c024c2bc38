import { Text, Title } from '@mantine/core';
import type { JSX } from 'react';
import { Trans } from 'react-i18next';
import type { Instance, Operation } from '../api/types.js';
import { t } from '../i18n/t.js';
import { type Column, DataTable } from './data-table.js';
import { bytes } from './format.js';
import { InstallModel, ReasonAgainstInstalling } from './install-model.js';
import { operationWords } from './operations.js';
import { Status } from './parts.js';

type Model = Instance['models'][number];

const order: readonly Model['state'][] = ['shipped', 'installed', 'partial', 'absent'];

/** Which optional models are there, and what the service does without those that are not. */
export function ModelTable({ models }: { models: readonly Model[] }): JSX.Element {
  // A model whose absence costs nothing is for tests: `doctor` leaves it out as well.
  const shown = models.filter((model) => model.state !== 'absent' || !/^Nothing\b/.test(model.without_it));
  const sorted = shown.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return (
    <section>
      <Title order={2} size="h4" mb={4}>
        {t('Models')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        <Trans
          i18nKey={
            'Models are downloaded only on request: by the button beside one, or by <span>contrafact models pull NAME</span>.'
          }
          components={{ span: <span className="mono" /> }}
        />
      </Text>
      <ReasonAgainstInstalling />
      <DataTable label={t('Models')} columns={columns} rows={sorted} keyOf={({ id }) => id} />
    </section>
  );
}

function operationName(name: string): string {
  return operationWords[name as Operation]?.label ?? name;
}

function sizeOf({ state, bytes: present, total_bytes: total }: Model): string {
  if (state === 'partial')
    return total === null
      ? bytes(present)
      : t('{{size}} of {{total}}', { size: bytes(present), total: bytes(total) });
  const size = state === 'absent' ? total : present;
  return size === null ? '–' : bytes(size);
}

const columns: ReadonlyArray<Column<Model>> = [
  {
    head: t('Model'),
    long: { min: 160, max: 260 },
    cell: (model) => (
      <>
        {model.id}
        <Text size="xs" c="dimmed">
          {t(model.purpose.replaceAll('-', ' '))}, {model.licence}
        </Text>
      </>
    ),
  },
  {
    head: t('State'),
    cell: ({ id, state }) => (
      <>
        <Status value={state} />
        <InstallModel id={id} isOperator brief />
      </>
    ),
  },
  { head: t('Size'), right: true, cell: sizeOf },
  { head: t('Used by'), long: { min: 130 }, cell: (model) => model.used_by.map(operationName).join(', ') },
  { head: t('Without it'), long: { min: 220, max: 380 }, cell: (model) => t(model.without_it) },
];
