import { Alert, Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { JSX } from 'react';
import { call } from '../api/call.js';
import { queryClient, taskQuery, underWay } from '../api/queries.js';
import type { Task } from '../api/types.js';
import { fields, list, text } from '../results/fields.js';
import { ResultView } from '../results/result-view.js';
import { VerdictHeader } from '../results/verdict-header.js';
import { operationLabel } from '../ui/operations.js';
import { Failed, Loaded, PageHead, Status, When } from '../ui/parts.js';
import { ProgramSection } from '../ui/program-section.js';
import { RawJson } from '../ui/raw-json.js';
import { TaskProgress } from '../ui/task-live.js';

const route = getRouteApi('/app/tasks/$taskId');

export function TaskPage(): JSX.Element {
  const { taskId } = route.useParams();
  const task = useQuery(taskQuery(taskId));
  return <Loaded query={task}>{(data) => <Whole task={data} />}</Loaded>;
}

function Whole({ task }: { task: Task }): JSX.Element {
  const otherMusicId = otherMusicOf(task);
  const facts = {
    operation: task.operation,
    model: task.model,
    musicId: task.music_id,
    filename: task.filename,
    lyricText: String(task.parameters.lyric_text ?? ''),
    songTitle: String(task.parameters.song_title ?? ''),
    datasetId: String(task.parameters.dataset_id ?? 'default'),
    otherMusicId,
  };
  const finished = !underWay(task.status);
  return (
    <>
      <PageHead title={operationLabel(task.operation, task.model)} about={namesOf(task)}>
        <Status value={task.status} />
        {finished && <Rerun task={task} />}
      </PageHead>
      <Stack gap="xl">
        {task.verdict && <VerdictHeader task={task} verdict={task.verdict} />}
        {task.status === 'failure' ? (
          <Alert color="red" title="The analysis failed" role="alert">
            <Text size="sm" className="long">
              {task.error}
            </Text>
          </Alert>
        ) : (
          !finished && (
            <div className="card" style={{ padding: '1rem' }}>
              <TaskProgress task={task} />
            </div>
          )
        )}
        <Facts task={task} />
        <ResultView task={task} />
        <RawJson value={task.body} label="raw JSON" />
        <ProgramSection facts={facts} />
      </Stack>
    </>
  );
}

/** What was analysed; both songs of a comparison, as soon as it tells the second one's title. */
function namesOf(task: Task): string | undefined {
  const name = task.filename ?? task.song_title ?? undefined;
  const other = task.operation === 'compare' && fields(list(fields(task.detail).songs)[0]).title;
  return name && other ? `${name} and ${text(other)}` : name;
}

/** The second song of a comparison. */
function otherMusicOf({ parameters }: Task): string | undefined {
  return parameters.other_music_id === undefined ? undefined : String(parameters.other_music_id);
}

function Facts({ task }: { task: Task }): JSX.Element {
  const otherMusicId = otherMusicOf(task);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
      <Fact name="Task">
        <span className="mono">{task.id}</span>
      </Fact>
      <Fact name="Started">
        <When at={task.created_at} />
      </Fact>
      <Fact name="Ended">
        <When at={task.completed_at} />
      </Fact>
      <Fact name="See also">
        <Group gap="sm">
          {task.music_id && (
            <Anchor
              component={Link}
              size="sm"
              to="/app/library/$musicId"
              params={{ musicId: task.music_id } as never}
            >
              Recording
            </Anchor>
          )}
          {otherMusicId !== undefined && (
            <Anchor
              component={Link}
              size="sm"
              to="/app/library/$musicId"
              params={{ musicId: otherMusicId } as never}
            >
              Other recording
            </Anchor>
          )}
          <Anchor component={Link} size="sm" to="/app/deliveries" search={{ task: task.id } as never}>
            Callbacks
          </Anchor>
        </Group>
      </Fact>
    </SimpleGrid>
  );
}

function Fact(props: { name: string; children: React.ReactNode }): JSX.Element {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {props.name}
      </Text>
      <Text size="sm" component="div" className="long">
        {props.children}
      </Text>
    </div>
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
        Run again
      </Button>
    </>
  );
}
