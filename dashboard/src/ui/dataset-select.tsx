/** A dataset to compare with, each with how many songs it holds: an empty one can find nothing. */

import { NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type JSX, useEffect, useRef } from 'react';
import { datasetsQuery } from '../api/queries.js';
import { t } from '../i18n/t.js';
import { fullerDataset, shownName } from './datasets.js';

export function DatasetSelect(props: {
  value: string;
  onChange: (datasetId: string) => void;
  /** Offers to search all of them, with the empty value. */
  withAll?: boolean;
  size?: 'xs' | 'sm';
  label?: string;
}): JSX.Element {
  const known = useQuery(datasetsQuery).data?.datasets;
  const datasets = known ?? [{ dataset_id: 'default', name: 'default', songs: null }];
  const songsOfAll = known?.reduce((sum, { songs }) => sum + songs, 0) ?? null;
  const chosen =
    props.value === '' ? songsOfAll : datasets.find(({ dataset_id: id }) => id === props.value)?.songs;
  const { value, onChange } = props;
  const isSettled = useRef(false);
  // Once, as soon as the datasets are known: whoever chooses an empty one afterwards means it.
  useEffect(() => {
    if (!known || isSettled.current) return;
    isSettled.current = true;
    const fuller = fullerDataset(value, known);
    if (fuller !== null) onChange(fuller);
  }, [known, value, onChange]);
  return (
    <>
      <NativeSelect
        mt="xs"
        size={props.size ?? 'sm'}
        {...(props.label ? { label: props.label } : { 'aria-label': t('Dataset to compare with') })}
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.value)}
        data={[
          ...(props.withAll ? [{ value: '', label: `${t('All datasets')}${counted(songsOfAll)}` }] : []),
          ...datasets.map(({ dataset_id: value, name, songs }) => ({
            value,
            label: `${shownName({ dataset_id: value, name }, datasets)}${counted(songs)}`,
          })),
        ]}
      />
      {chosen === 0 && (
        <Text size="xs" mt={4} className="status-yellow">
          {props.value === ''
            ? t('Nothing to compare with: these datasets are empty.')
            : t('Nothing to compare with: this dataset is empty.')}{' '}
          <Link to="/app/datasets">{t('Add songs')}</Link>
        </Text>
      )}
    </>
  );
}

const counted = (songs: number | null): string =>
  songs === null ? '' : ` (${t('{{count, number}} songs', { count: songs })})`;
