import { Alert, Anchor, Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { JSX } from 'react';
import { Trans } from 'react-i18next';
import { call } from '../api/call.js';
import { queryClient, taskQuery, underWay } from '../api/queries.js';
import type { Task } from '../api/types.js';
import { serverSentence } from '../i18n/server-sentence.js';
import { t } from '../i18n/t.js';
import { fields } from '../results/fields.js';
import { hasView, ResultView } from '../results/result-view.js';
import { VerdictHeader } from '../results/verdict-header.js';
import { CaseFileLinks } from '../ui/case-file-links.js';
import { DeveloperPanel } from '../ui/developer-panel.js';
import { namesOf, titleOf } from '../ui/names.js';
import { operationLabel } from '../ui/operations.js';
import { Failed, Loaded, PageHead, When } from '../ui/parts.js';
import { pathParams } from '../ui/path-params.js';
import { ReviewPanel } from '../ui/review-panel.js';
import { TaskProgress } from '../ui/task-live.js';
import { isWithoutAnswer, TaskStatus } from '../ui/task-status.js';
import { useCanEdit } from '../ui/use-can-edit.js';

const route = getRouteApi('/app/tasks/$taskId');

export function TaskPage(): JSX.Element {
  const { taskId } = route.useParams();
  const task = useQuery(taskQuery(taskId));
  return <Loaded query={task}>{(data) => <Whole task={data} />}</Loaded>;
}

function Whole({ task }: { task: Task }): JSX.Element {
  const canEdit = useCanEdit();
  const otherMusicId = otherMusicOf(task);
  const facts = {
    operation: task.operation,
    model: task.model,
    musicId: task.music_id,
    filename: task.filename,
    ...(typeof task.parameters.lyric_text === 'string' && { lyricText: task.parameters.lyric_text }),
    songTitle: String(task.parameters.song_title ?? ''),
    ...(task.dataset_id !== null && { datasetId: task.dataset_id }),
    ...(otherMusicId !== undefined && { otherMusicId }),
  };
  const finished = !underWay(task.status);
  return (
    <>
      <PageHead
        title={operationLabel(task.operation, task.model)}
        tabTitle={[operationLabel(task.operation, task.model), titlesOf(task)].filter(Boolean).join(': ')}
        about={titlesOf(task)}
      >
        <TaskStatus task={task} />
        {finished && canEdit && <Rerun task={task} />}
      </PageHead>
      <Stack gap="lg">
        {task.verdict && (
          <VerdictHeader task={task} verdict={task.verdict}>
            <CaseFileLinks taskIds={[task.id]} />
          </VerdictHeader>
        )}
        {task.status === 'failure' ? (
          <Alert
            color={isWithoutAnswer(task) ? 'gray' : 'red'}
            title={isWithoutAnswer(task) ? t('No answer could be given') : t('The analysis failed')}
            role="alert"
          >
            <Text size="sm" className="long">
              {serverSentence(task.error ?? '')}
            </Text>
          </Alert>
        ) : (
          !finished && (
            <div className="card" style={{ padding: '1rem' }}>
              <TaskProgress task={task} />
            </div>
          )
        )}
        <SeeAlso task={task} />
        <Tabs defaultValue={hasView(task) ? 'evidence' : null} keepMounted={false} allowTabDeactivation>
          <Tabs.List mb="md">
            {hasView(task) && <Tabs.Tab value="evidence">{t('Evidence')}</Tabs.Tab>}
            <Tabs.Tab value="developer">{t('Developer')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="evidence">
            <ResultView task={task} />
          </Tabs.Panel>
          <Tabs.Panel value="developer">
            <DeveloperPanel
              ids={[[t('task id'), task.id], ...(task.music_id ? [['musicId', task.music_id] as const] : [])]}
              call={facts}
              document={task.body}
              documentLabel="raw JSON"
            />
          </Tabs.Panel>
        </Tabs>
        {finished && task.status !== 'cancelled' && <ReviewPanel taskId={task.id} />}
      </Stack>
    </>
  );
}

/** What was analysed; both songs of a comparison, as soon as it has the second one's title. */
function titlesOf(task: Task): string | undefined {
  return namesOf(titleOf(task), task.other_title) || undefined;
}

/** The second song of a comparison. */
function otherMusicOf({ parameters }: Task): string | undefined {
  const { other_music_id: id, other_song: song } = parameters;
  // A song of another's dataset is not in this library.
  return id === undefined || (song !== undefined && fields(song).is_own !== true) ? undefined : String(id);
}

function SeeAlso({ task }: { task: Task }): JSX.Element {
  const canEdit = useCanEdit();
  const otherMusicId = otherMusicOf(task);
  const songs = [
    [task.music_id, t('Recording')],
    [otherMusicId ?? null, t('Other recording')],
  ] as const;
  return (
    <Group gap="md">
      <Text size="sm" c="dimmed">
        {task.completed_at ? (
          <Trans
            i18nKey={'Started <when></when>, ended <end></end>'}
            components={{ when: <When at={task.created_at} />, end: <When at={task.completed_at} /> }}
          />
        ) : (
          <Trans i18nKey={'Started <when></when>'} components={{ when: <When at={task.created_at} /> }} />
        )}
      </Text>
      {songs.map(
        ([musicId, label]) =>
          musicId !== null && (
            <Anchor
              key={label}
              component={Link}
              size="sm"
              to="/app/library/$musicId"
              params={pathParams({ musicId })}
            >
              {label}
            </Anchor>
          ),
      )}
      {canEdit && (
        <Anchor component={Link} size="sm" to="/app/deliveries" search={pathParams({ task: task.id })}>
          {t('Callbacks')}
        </Anchor>
      )}
    </Group>
  );
}

function Rerun({ task }: { task: Task }): JSX.Element {
  const navigate = useNavigate();
  const rerun = useMutation({
    mutationFn: () => call<Task>('POST', `/tasks/${task.id}/rerun`),
    onSuccess: (next) => {
      queryClient.setQueryData(['task', next.id], next);
      void navigate({ to: '/app/tasks/$taskId', params: { taskId: next.id } });
    },
  });
  return (
    <>
      {rerun.error && <Failed error={rerun.error} />}
      <Button variant="default" loading={rerun.isPending} onClick={() => rerun.mutate()}>
        {t('Run again')}
      </Button>
    </>
  );
}
