/** The answer before everything else: what was found, which song, how sure, and what was searched. */

import { Anchor, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { Trans } from 'react-i18next';
import { datasetsQuery } from '../api/queries.js';
import type { TaskRow, VerdictMatch, VerdictSummary } from '../api/types.js';
import { serverSentence } from '../i18n/server-sentence.js';
import { t } from '../i18n/t.js';
import { findingStyle } from '../ui/finding.js';
import { Icon } from '../ui/icons.js';
import { pathParams } from '../ui/path-params.js';
import { asSentence } from './as-sentence.js';
import { SongLink } from './song-link.js';

export function VerdictHeader(props: {
  task: TaskRow;
  verdict: VerdictSummary;
  /** Without reasons and limits, but for why there is no answer: among other verdicts. */
  brief?: boolean;
  children?: ReactNode;
}): JSX.Element {
  const { task, verdict } = props;
  const { icon, color } = findingStyle(verdict.finding);
  return (
    <section aria-label={t('Verdict')} className={`verdict verdict-${color}`}>
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
          {serverSentence(verdict.sentence)}
        </Text>
        {verdict.match && (
          <Text size="lg" className="long" mt={2}>
            <SongLink match={verdict.match} searchedDatasetId={task.dataset_id} />
          </Text>
        )}
        {verdict.match && task.music_id !== null && verdict.match.musicId === task.music_id && (
          <Text size="sm">{t('This is the recording itself: it is registered in your catalogue.')}</Text>
        )}
        <Measures task={task} verdict={verdict} brief={props.brief ?? false} />
        {verdict.closest && <Closest match={verdict.closest} datasetId={task.dataset_id} />}
        {verdict.finding === 'nothing_to_compare' && <HowToFill task={task} />}
        {props.brief ? <WhyNot verdict={verdict} /> : <Reasons verdict={verdict} />}
        {props.children}
      </div>
    </section>
  );
}

function Closest(props: { match: VerdictMatch; datasetId: string | null }): JSX.Element {
  return (
    <Text size="sm" className="long" mt="xs">
      <Trans
        i18nKey={'Closest song, below the threshold: <song></song>'}
        components={{ song: <SongLink match={props.match} searchedDatasetId={props.datasetId} /> }}
      />
    </Text>
  );
}

/** What judges a recording by itself, among no others. */
const alone: ReadonlySet<string> = new Set(['ai-detection', 'lyric-transcription']);

const bands = ['low', 'moderate', 'high', 'very high'] as const;

function Measures(props: { task: TaskRow; verdict: VerdictSummary; brief: boolean }): JSX.Element | null {
  const { task, verdict } = props;
  const { confidence, searched, notSearched, threshold } = verdict;
  const isAlone = !props.brief && alone.has(task.operation);
  const isPair = !props.brief && task.operation === 'compare';
  if (!confidence && !searched && !isAlone && !isPair) return null;
  const title = [confidence?.basis, threshold && `threshold: ${threshold.of} ${threshold.value}`]
    .filter(Boolean)
    .join('; ');
  return (
    <Group gap="lg" mt="xs">
      {confidence && (
        <Group gap={8} title={title} wrap="nowrap" align="flex-start">
          <span className="confidence" aria-hidden="true">
            {bands.map((band, step) => (
              <span key={band} data-on={step <= bands.indexOf(confidence.band) || undefined} />
            ))}
          </span>
          <Text size="sm">
            <Trans
              i18nKey={'Confidence <b>{{band}}</b> <text>({{basis}})</text>'}
              components={{ b: <b />, text: <Text span size="sm" c="dimmed" /> }}
              values={{ band: t(confidence.band), basis: serverSentence(confidence.basis) }}
            />
          </Text>
        </Group>
      )}
      {searched && (
        <Text size="sm">
          <Trans
            i18nKey={
              searched.unit === 'songs'
                ? '<b>{{count, number}}</b> songs searched <where></where>'
                : '<b>{{count, number}}</b> lines searched <where></where>'
            }
            count={searched.count}
            components={{ b: <b />, where: <SearchedIn task={task} /> }}
            values={{ count: searched.count }}
          />
        </Text>
      )}
      {isAlone && (
        <Text size="sm">{t('This recording alone was examined: nothing is compared with it.')}</Text>
      )}
      {isPair && <Text size="sm">{t('These two songs were compared: nothing was searched.')}</Text>}
      {notSearched > 0 && (
        <Text size="sm" className="status-yellow">
          {t('{{count, number}} more are not described yet: run it again later for the whole dataset', {
            count: notSearched,
          })}
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
      <Trans
        i18nKey={'in <a>{{name}}</a>'}
        components={{
          a: (
            <Anchor
              component={Link}
              inherit
              underline="always"
              to="/app/datasets/$datasetId"
              params={pathParams({ datasetId })}
            />
          ),
        }}
        values={{ name }}
      />
    );
  }
  if (task.other_title !== null) return null;
  if (task.operation === 'lyric-plagiarism') return <>{t('in all datasets')}</>;
  return task.operation.startsWith('fingerprint') ? <span>{t('in your catalogue')}</span> : null;
}

function HowToFill({ task }: { task: TaskRow }): JSX.Element {
  const datasetId = task.dataset_id;
  if (task.operation.startsWith('fingerprint')) {
    return (
      <Text size="sm" mt="xs">
        <Trans
          i18nKey={
            'Fill your catalogue: run <b>Register fingerprint</b> on the recordings of your <a>library</a>, then run this check again.'
          }
          components={{ b: <b />, a: <Link to="/app/library" /> }}
        />
      </Text>
    );
  }
  return (
    <Text size="sm" mt="xs">
      {datasetId !== null && datasetId !== 'default' ? (
        <Trans
          i18nKey={'<a>Add songs to this dataset</a>, then run the analysis again.'}
          components={{ a: <Link to="/app/datasets/$datasetId" params={pathParams({ datasetId })} /> }}
        />
      ) : (
        <Trans
          i18nKey={
            '<a>Create a dataset of your own</a> and add songs to it, or ask whoever runs this instance to fill “default”. Then run the analysis again.'
          }
          components={{ a: <Link to="/app/datasets" /> }}
        />
      )}
    </Text>
  );
}

/** Why there is no answer, the first reason. */
function WhyNot({ verdict }: { verdict: VerdictSummary }): JSX.Element | null {
  const [reason] = verdict.finding === 'cannot_tell' ? verdict.reasons : [];
  if (reason === undefined) return null;
  return (
    <Text size="sm" className="long" mt="xs">
      {asSentence(serverSentence(reason))}
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
            <li key={reason}>{asSentence(serverSentence(reason))}</li>
          ))}
        </ul>
      )}
      {limits.length > 0 && (
        // That nothing was found, or what was made, is as sure as the analysis sees: its limits stand open.
        <details className="limits" open={verdict.finding === 'not_found' || verdict.finding === null}>
          <summary>
            {verdict.finding === 'not_found'
              ? t('How sure: nothing was found as far as this analysis sees. It cannot see:')
              : t('What this analysis cannot see')}
          </summary>
          <ul>
            {limits.map((limit) => (
              <li key={limit}>{asSentence(serverSentence(limit))}</li>
            ))}
          </ul>
        </details>
      )}
      {source === 'derived' && verdict.finding !== null && (
        <Text size="sm" c="dimmed" mt="xs">
          {t(
            'Concluded from the documented fields of the result: the analysis reported no verdict of its own.',
          )}
        </Text>
      )}
    </>
  );
}
