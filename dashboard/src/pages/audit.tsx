/** Who decided what in this account: a log that is only added to, and its check. */
import { Alert, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { call } from '../api/call.js';
import { membersQuery, meQuery } from '../api/queries.js';
import type { AuditEntry } from '../api/review.js';
import { t } from '../i18n/t.js';
import { type Column, DataTable } from '../ui/data-table.js';
import { dateTime } from '../ui/format.js';
import { More } from '../ui/more.js';
import { namesOf } from '../ui/names.js';
import { operationLabel } from '../ui/operations.js';
import { Empty, Loaded, PageHead } from '../ui/parts.js';
import { pathParams } from '../ui/path-params.js';
import { auditWords } from '../ui/review-words.js';

interface Page {
  entries: AuditEntry[];
  next_cursor: string | null;
}

interface Verification {
  entries: number;
  head_hash: string | null;
  broken_at: number | null;
}

export function AuditPage(): JSX.Element {
  const log = useInfiniteQuery({
    queryKey: ['audit'],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      call<Page>('GET', `/audit?limit=50${pageParam ? `&cursor=${pageParam}` : ''}`),
    getNextPageParam: (page) => page.next_cursor,
  });
  const check = useQuery({
    queryKey: ['audit', 'verification'],
    queryFn: () => call<Verification>('GET', '/audit/verification'),
  });
  const { data: members } = useQuery(membersQuery);
  const emails = new Map((members?.members ?? []).map(({ id, email }) => [id, email]));
  return (
    <>
      <PageHead
        title={t('Audit log')}
        about={t(
          'Decisions about results, share links, deleted recordings and changes of members. Entries can be added, never changed: each holds the hash of the one before.',
        )}
      />
      {check.data && <Checked check={check.data} />}
      <Loaded query={log}>
        {(data) => {
          const rows = data.pages.flatMap((page) => page.entries);
          return rows.length === 0 ? (
            <Empty icon="tasks" title={t('Nothing recorded yet')}>
              {t('The first decision about a result appears here.')}
            </Empty>
          ) : (
            <>
              <DataTable
                label={t('Audit log')}
                columns={columns(emails)}
                rows={rows}
                keyOf={({ sequence }) => String(sequence)}
              />
              <More query={log} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function Checked({ check }: { check: Verification }): JSX.Element | null {
  if (check.broken_at !== null) {
    return (
      <Alert color="red" mb="md" role="alert" title={t('The audit log was changed')}>
        {t(
          'Entry {{number}} is not the one that was written. Everything before it is intact. Compare with a backup.',
          { number: check.broken_at },
        )}
      </Alert>
    );
  }
  if (check.head_hash === null) return null;
  return (
    <Text size="sm" c="dimmed" mb="md" className="long">
      {t('{{count}} entries, all intact.', { count: check.entries })}{' '}
      {t('Hash of the newest, to be kept elsewhere: it proves later that none was cut off.')}{' '}
      <span className="mono">{check.head_hash}</span>
    </Text>
  );
}

const columns = (emails: ReadonlyMap<string, string>): ReadonlyArray<Column<AuditEntry>> => [
  { head: t('No.'), right: true, cell: ({ sequence }) => sequence },
  { head: t('Time'), nowrap: true, cell: ({ at }) => dateTime(at) },
  { head: t('What'), long: { min: 160 }, cell: (entry) => auditWords(entry, emails) },
  { head: t('By'), long: { min: 170, max: 220 }, cell: ({ actor }) => actor },
  {
    head: t('About'),
    long: { min: 140, max: 260 },
    cell: (entry) => <About entry={entry} emails={emails} />,
  },
  {
    head: t('Hash'),
    mono: true,
    nowrap: true,
    cell: ({ hash }) => <span title={hash}>{hash.slice(0, 12)}</span>,
  },
];

/** The song and the analysis; the id where neither is known any more. */
function About(props: { entry: AuditEntry; emails: ReadonlyMap<string, string> }): JSX.Element {
  const { data: me } = useQuery(meQuery);
  const { subject, about } = props.entry;
  if (about?.operation) {
    const words = [operationLabel(about.operation, about.model), namesOf(about.subject, about.other_subject)];
    return (
      <Link to="/app/tasks/$taskId" params={pathParams({ taskId: subject })} title={subject}>
        {words.filter(Boolean).join(': ')}
      </Link>
    );
  }
  if (about?.subject) {
    return (
      <Link to="/app/library/$musicId" params={pathParams({ musicId: subject })} title={subject}>
        {about.subject}
      </Link>
    );
  }
  // An invitation is about the account until someone joins.
  return <>{subject === me?.account.id ? me.account.name : (props.emails.get(subject) ?? subject)}</>;
}
