/** The answer before everything else: what was found, which song, how sure, and what was searched. */
import { Anchor, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { datasetsQuery, musicQuery } from '../api/queries.js';
import type { TaskRow, VerdictSummary } from '../api/types.js';
import { findingStyle } from '../ui/finding.js';
import { Icon } from '../ui/icons.js';

export function VerdictHeader(props: {
  task: TaskRow;
  verdict: VerdictSummary;
  /** Without reasons and limits: among other verdicts. */
  brief?: boolean;
  children?: ReactNode;
}): JSX.Element {
  const { task, verdict } = props;
  const { icon, color } = findingStyle(verdict.finding);
  return (
    <section aria-label="Verdict" className={`verdict verdict-${color}`}>
      <span className="verdict-icon">
        <Icon name={icon} size={24} />
      </span>
      <div style={{ minWidth: 0, flex: 1 }}>
        <Text
          fw={650}
          size={props.brief ? 'md' : 'xl'}
          className="long"
          component={props.brief ? 'p' : 'h2'}
          m={0}
        >
          {verdict.sentence}
        </Text>
        {verdict.match && <Match match={verdict.match} />}
        <Measures task={task} verdict={verdict} />
        {verdict.finding === 'nothing_to_compare' && <HowToFill task={task} />}
        {!props.brief && <Reasons verdict={verdict} />}
        {props.children}
      </div>
    </section>
  );
}

function Match({ match }: { match: NonNullable<VerdictSummary['match']> }): JSX.Element {
  const { musicId } = match;
  // The recording may have been deleted since: a link must lead somewhere.
  const music = useQuery({ ...musicQuery(musicId ?? ''), enabled: musicId !== null });
  const name = match.artist ? `${match.title}, ${match.artist}` : match.title;
  return (
    <Text size="lg" className="long" mt={2}>
      {music.data && musicId !== null ? (
        <Anchor
          underline="always"
          component={Link}
          inherit
          to="/app/library/$musicId"
          params={{ musicId } as never}
        >
          {name}
        </Anchor>
      ) : match.link !== null ? (
        <Anchor underline="always" inherit href={match.link} target="_blank" rel="noreferrer">
          {name}
        </Anchor>
      ) : (
        <b>{name}</b>
      )}
    </Text>
  );
}

const bands = ['low', 'moderate', 'high', 'very high'] as const;

function Measures({ task, verdict }: { task: TaskRow; verdict: VerdictSummary }): JSX.Element | null {
  const { confidence, searched, notSearched, threshold } = verdict;
  if (!confidence && !searched) return null;
  const title = [confidence?.basis, threshold && `threshold: ${threshold.of} ${threshold.value}`]
    .filter(Boolean)
    .join('; ');
  return (
    <Group gap="lg" mt="xs">
      {confidence && (
        <Group gap={8} title={title} wrap="nowrap">
          <span className="confidence" aria-hidden="true">
            {bands.map((band, step) => (
              <span key={band} data-on={step <= bands.indexOf(confidence.band) || undefined} />
            ))}
          </span>
          <Text size="sm">
            Confidence <b>{confidence.band}</b>{' '}
            <Text span size="sm" c="dimmed">
              ({confidence.basis})
            </Text>
          </Text>
        </Group>
      )}
      {searched && (
        <Text size="sm">
          <b>{searched.count.toLocaleString('en')}</b>{' '}
          {searched.count === 1 ? searched.unit.slice(0, -1) : searched.unit} searched{' '}
          <SearchedIn task={task} />
        </Text>
      )}
      {notSearched > 0 && (
        <Text size="sm" className="status-yellow">
          {notSearched.toLocaleString('en')} more {notSearched === 1 ? 'is' : 'are'} not described yet: run it
          again later for the whole dataset
        </Text>
      )}
    </Group>
  );
}

/** Where the songs are that were searched: a dataset, all of them, or the account's own fingerprints. */
function SearchedIn({ task }: { task: TaskRow }): JSX.Element | null {
  const datasetId = task.dataset_id;
  const datasets = useQuery({ ...datasetsQuery, enabled: datasetId !== null });
  if (datasetId !== null) {
    const name = datasets.data?.datasets.find(({ dataset_id: id }) => id === datasetId)?.name ?? datasetId;
    return (
      <>
        in{' '}
        <Anchor
          component={Link}
          inherit
          underline="always"
          to="/app/datasets/$datasetId"
          params={{ datasetId } as never}
        >
          {name}
        </Anchor>
      </>
    );
  }
  if (task.operation === 'lyric-plagiarism') return <>in all datasets</>;
  return task.operation.startsWith('fingerprint') ? <>in your catalogue</> : null;
}

function HowToFill({ task }: { task: TaskRow }): JSX.Element {
  const datasetId = task.dataset_id;
  if (task.operation.startsWith('fingerprint')) {
    return (
      <Text size="sm" mt="xs">
        Fill your catalogue: run <b>Register fingerprint</b> on the recordings of your{' '}
        <Link to="/app/library">library</Link>, then run this check again.
      </Text>
    );
  }
  return (
    <Text size="sm" mt="xs">
      {datasetId !== null && datasetId !== 'default' ? (
        <>
          <Link to="/app/datasets/$datasetId" params={{ datasetId } as never}>
            Add songs to this dataset
          </Link>
          , then run the analysis again.
        </>
      ) : (
        <>
          <Link to="/app/datasets">Create a dataset of your own</Link> and add songs to it, or ask whoever
          runs this instance to fill “default”. Then run the analysis again.
        </>
      )}
    </Text>
  );
}

function Reasons({ verdict }: { verdict: VerdictSummary }): JSX.Element | null {
  const { reasons, limits, source } = verdict;
  if (reasons.length === 0 && limits.length === 0 && source === 'reported') return null;
  return (
    <>
      {reasons.length > 0 && (
        <ul className="reasons">
          {reasons.map((reason) => (
            <li key={reason}>{sentence(reason)}</li>
          ))}
        </ul>
      )}
      {limits.length > 0 && (
        <details className="limits">
          <summary>What this analysis cannot see</summary>
          <ul>
            {limits.map((limit) => (
              <li key={limit}>{sentence(limit)}</li>
            ))}
          </ul>
        </details>
      )}
      {source === 'derived' && verdict.finding !== null && (
        <Text size="sm" c="dimmed" mt="xs">
          Concluded from the documented fields of the result: the analysis reported no verdict of its own.
        </Text>
      )}
    </>
  );
}

/** Some analyses report parts of sentences. */
const sentence = (text: string): string =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
