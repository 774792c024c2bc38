/** Rows of a list that are chosen for one action, and what became of it for each of them. */
import { Alert, Button, Checkbox, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type JSX, type ReactNode, useState } from 'react';
import { t } from '../i18n/t.js';
import type { Column } from './data-table.js';

export interface Selection {
  readonly ids: readonly string[];
  has(id: string): boolean;
  toggle(id: string): void;
  /** All of `ids`, or none where all are chosen. */
  toggleAll(ids: readonly string[]): void;
  clear(): void;
}

/** Of those that are on the screen: what was chosen and is no longer listed does not count. */
export function useSelection(listed: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = listed.filter((id) => chosen.has(id));
  return {
    ids,
    has: (id) => chosen.has(id),
    toggle: (id) =>
      setChosen((earlier) => {
        const next = new Set(earlier);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    toggleAll: (all) => setChosen(all.every((id) => chosen.has(id)) ? new Set() : new Set(all)),
    clear: () => setChosen(new Set()),
  };
}

/** The first column of a list whose rows can be chosen. */
export function selectColumn<Row>(
  selection: Selection,
  idOf: (row: Row) => string,
  nameOf: (row: Row) => string,
): Column<Row> {
  return {
    head: t('Select'),
    actions: true,
    cell: (row) => (
      <Checkbox
        aria-label={t('Select {{name}}', { name: nameOf(row) })}
        checked={selection.has(idOf(row))}
        onChange={() => selection.toggle(idOf(row))}
      />
    ),
  };
}

interface Outcome {
  done: number;
  failed: Array<{ id: string; reason: string }>;
}

/** Runs `action` for one after the other; those that fail stay chosen, with the reason. */
export function useForEach(): {
  run(ids: readonly string[], action: (id: string) => Promise<unknown>): Promise<Outcome>;
  at: number | null;
  /** How many the run has: a row's own button runs for one that is not selected. */
  all: number;
  outcome: Outcome | undefined;
} {
  const [at, setAt] = useState<number | null>(null);
  const [all, setAll] = useState(0);
  const work = useMutation({
    mutationFn: async ([ids, action]: [readonly string[], (id: string) => Promise<unknown>]) => {
      const outcome: Outcome = { done: 0, failed: [] };
      setAll(ids.length);
      for (const [index, id] of ids.entries()) {
        setAt(index + 1);
        try {
          await action(id);
          outcome.done++;
        } catch (error) {
          outcome.failed.push({ id, reason: error instanceof Error ? error.message : String(error) });
        }
      }
      return outcome;
    },
    onSettled: () => setAt(null),
  });
  return { run: (ids, action) => work.mutateAsync([ids, action]), at, all, outcome: work.data };
}

/** How many are chosen, and what can be done with them. */
export function SelectionBar(props: {
  selection: Selection;
  listed: readonly string[];
  work: ReturnType<typeof useForEach>;
  children: ReactNode;
}): JSX.Element {
  const { selection, listed, work } = props;
  const { ids } = selection;
  const all = listed.length > 0 && ids.length === listed.length;
  return (
    <div style={{ marginBottom: '0.75rem' }}>
      <Group gap="sm" role="group" aria-label={t('Selection')}>
        <Checkbox
          label={ids.length === 0 ? t('Select all shown') : t('{{count}} selected', { count: ids.length })}
          checked={all}
          indeterminate={ids.length > 0 && !all}
          onChange={() => selection.toggleAll(listed)}
        />
        {ids.length > 0 && props.children}
        {ids.length > 0 && (
          <Button size="xs" variant="subtle" onClick={() => selection.clear()}>
            {t('Clear')}
          </Button>
        )}
        {work.at !== null && (
          <Text size="sm" c="dimmed" role="status">
            {t('{{done}} of {{all}}', { done: work.at, all: work.all })}
          </Text>
        )}
      </Group>
      {work.outcome !== undefined && work.outcome.failed.length > 0 && (
        <Alert color="yellow" mt="sm" role="alert">
          {t('{{done}} done, {{failed}} failed: {{reason}}', {
            done: work.outcome.done,
            failed: work.outcome.failed.length,
            reason: work.outcome.failed[0]?.reason ?? '',
          })}
        </Alert>
      )}
    </div>
  );
}
