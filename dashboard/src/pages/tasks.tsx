import { Group } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { call } from '../api/call.js';
import { anyUnderWay, meQuery } from '../api/queries.js';
import type { Finding, TaskRow } from '../api/types.js';
import { BatchList } from '../batches/batch-list.js';
import { t } from '../i18n/t.js';
import { ChoiceSelect } from '../ui/choice-select.js';
import { More } from '../ui/more.js';
import { operations, operationWords } from '../ui/operations.js';
import { Empty, Loaded, PageHead, statusWord } from '../ui/parts.js';
import { Results } from '../ui/results-list.js';
import { reviewStates } from '../ui/review-words.js';
import { SearchInput } from '../ui/search-input.js';
import { TagSelect } from '../ui/tags.js';
import { useCanEdit } from '../ui/use-can-edit.js';

interface Page {
  tasks: TaskRow[];
  next_cursor: string | null;
}

const states = ['pending', 'processing', 'success', 'failure', 'cancelled'];
const findings: Array<{ value: Finding; label: string }> = [
  { value: 'found', label: t('Found') },
  { value: 'possible', label: t('Possible') },
  { value: 'not_found', label: t('Not found') },
  { value: 'cannot_tell', label: t('Cannot tell') },
  { value: 'nothing_to_compare', label: t('Nothing to compare with') },
];

export function TasksPage(): JSX.Element {
  const [status, setStatus] = useState('');
  const [operation, setOperation] = useState('');
  const [finding, setFinding] = useState('');
  const [review, setReview] = useState('');
  const [tag, setTag] = useState('');
  const [search, setSearch] = useState('');
  const { data: me } = useQuery(meQuery);
  const canEdit = useCanEdit();
  const [sort, setSort] = useState('newest');
  const tasks = useInfiniteQuery({
    queryKey: ['tasks', status, operation, finding, review, tag, search, sort],
    placeholderData: keepPreviousData,
    initialPageParam: '',
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ limit: '50', sort });
      if (pageParam) query.set('cursor', pageParam);
      if (status) query.set('status', status);
      if (operation) query.set('operation', operation);
      if (finding) query.set('finding', finding);
      if (review === 'mine') query.set('assignee', me?.user.id ?? '');
      else if (review) query.set('review', review);
      if (tag) query.set('tag', tag);
      if (search) query.set('search', search);
      return call<Page>('GET', `/tasks?${query}`);
    },
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: (query) =>
      query.state.data?.pages.some((page) => anyUnderWay(page.tasks)) ? 2000 : false,
  });
  const filtered = [status, operation, finding, review, tag, search].some((chosen) => chosen !== '');
  return (
    <>
      <PageHead
        title={t('Results')}
        about={t('Every analysis of this account, by programs and by people.')}
      />
      {/* Who may upload finds them on the start page. */}
      {!canEdit && <BatchList />}
      <Group mb="md" gap="sm">
        <SearchInput label={t('Search songs and matches')} onSearch={setSearch} />
        <ChoiceSelect
          label={t('Result')}
          value={finding}
          onChange={setFinding}
          options={[{ value: '', label: t('Any result') }, ...findings]}
        />
        <ChoiceSelect
          label={t('Review')}
          value={review}
          onChange={setReview}
          options={[
            { value: '', label: t('Any review') },
            ...reviewStates,
            { value: 'mine', label: t('Assigned to me') },
          ]}
        />
        <ChoiceSelect
          label={t('Analysis')}
          value={operation}
          onChange={setOperation}
          options={[
            { value: '', label: t('Any analysis') },
            ...operations.map((value) => ({ value, label: operationWords[value].label })),
          ]}
        />
        <ChoiceSelect
          label={t('Status')}
          value={status}
          onChange={setStatus}
          options={[
            { value: '', label: t('Any state') },
            ...states.map((value) => ({ value, label: statusWord(value) })),
          ]}
        />
        <TagSelect value={tag} onChange={setTag} />
        <ChoiceSelect
          label={t('Order')}
          value={sort}
          onChange={setSort}
          options={[
            { value: 'newest', label: t('Newest first') },
            { value: 'oldest', label: t('Oldest first') },
          ]}
        />
      </Group>
      <Loaded query={tasks}>
        {(data) => {
          const rows = data.pages.flatMap((page) => page.tasks);
          return rows.length === 0 ? (
            <Empty icon="tasks" title={filtered ? t('Nothing matches') : t('No result yet')}>
              {filtered ? t('Choose another filter.') : canEdit && t('Analyse a song on the start page.')}
            </Empty>
          ) : (
            <>
              <Results rows={rows} />
              <More query={tasks} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}
