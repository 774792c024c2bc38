/** Two songs, or two lyrics, with each other. The task's id stands in the address: the page can be left and opened again. */
import { Button, SegmentedControl, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type JSX, lazy, useState } from 'react';
import { call, isNotFound } from '../api/call.js';
import type { Music } from '../api/contract.js';
import { meQuery, musicQuery, queryClient, taskQuery } from '../api/queries.js';
import type { Task } from '../api/types.js';
import { t } from '../i18n/t.js';
import { ResultView } from '../results/result-view.js';
import { VerdictHeader } from '../results/verdict-header.js';
import { CaseFileLinks } from '../ui/case-file-links.js';
import { LazyPart } from '../ui/lazy-part.js';
import { Failed, PageHead } from '../ui/parts.js';
import { type PickedSong, SongPicker } from '../ui/song-picker.js';
import { TaskLive } from '../ui/task-live.js';
import { useCanEdit } from '../ui/use-can-edit.js';

const route = getRouteApi('/app/compare');
const CompareLyrics = lazy(() => import('../ui/compare-lyrics-form.js'));

type Kind = 'songs' | 'lyrics';

export function ComparePage(): JSX.Element {
  const { task, first } = route.useSearch();
  const analyses = useQuery(meQuery).data?.analyses ?? [];
  const navigate = useNavigate();
  const canEdit = useCanEdit();
  const [kind, setKind] = useState<Kind>(analyses.includes('plagiarism') ? 'songs' : 'lyrics');
  const started = (next: Task): void => {
    queryClient.setQueryData(['task', next.id], next);
    void navigate({ to: '/app/compare', search: { task: next.id }, resetScroll: false });
  };
  return (
    <>
      <PageHead
        title={t('Compare')}
        about={t('Two songs, in melody, chords and chroma sequence; or two lyrics, in wording and meaning.')}
      />
      <Stack gap="xl">
        {canEdit && (
          <div>
            <SegmentedControl
              mb="lg"
              aria-label={t('What to compare')}
              value={kind}
              onChange={(value) => setKind(value as Kind)}
              data={[
                ...(analyses.includes('plagiarism') ? [{ value: 'songs', label: t('Two songs') }] : []),
                ...(analyses.includes('lyric-plagiarism')
                  ? [{ value: 'lyrics', label: t('Two lyrics') }]
                  : []),
              ]}
            />
            {kind === 'songs' ? (
              <CompareSongs firstId={first ?? null} onStarted={started} />
            ) : (
              <LazyPart fallback={<Skeleton height={220} />}>
                <CompareLyrics onStarted={started} />
              </LazyPart>
            )}
          </div>
        )}
        {task !== undefined && <Outcome taskId={task} />}
      </Stack>
    </>
  );
}

function CompareSongs(props: { firstId: string | null; onStarted: (task: Task) => void }): JSX.Element {
  const given = useQuery({ ...musicQuery(props.firstId ?? ''), enabled: props.firstId !== null }).data;
  const [chosen, setFirst] = useState<PickedSong | null | undefined>(undefined);
  const [second, setSecond] = useState<PickedSong | null>(null);
  const first = chosen === undefined ? (given ? pickedOf(given) : null) : chosen;
  const compare = useMutation({
    mutationFn: async () => call<Task>('POST', '/tasks', await comparisonOf(first!, second!)),
    onSuccess: props.onStarted,
  });
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <SongPicker label={t('First song')} value={first} onChange={setFirst} />
        <SongPicker label={t('Second song')} value={second} onChange={setSecond} />
      </SimpleGrid>
      <Button
        mt="md"
        size="md"
        disabled={!first || !second}
        loading={compare.isPending}
        onClick={() => compare.mutate()}
      >
        {t('Compare')}
      </Button>
      {(!first || !second) && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('Choose both songs first.')}
        </Text>
      )}
      {compare.error && <Failed error={compare.error} title={t('The comparison was not started')} />}
    </>
  );
}

const pickedOf = ({ musicId, title, filename, artist }: Music): PickedSong => ({
  title: title || filename,
  artist,
  musicId,
});

/** One of both must be a recording of this account; a song of another's dataset goes second. */
async function comparisonOf(first: PickedSong, second: PickedSong): Promise<object> {
  const [ownFirst, ownSecond] = await Promise.all([isOwn(first), isOwn(second)]);
  if (!ownFirst && !ownSecond) {
    throw new Error(
      t('Both songs belong to a dataset of this instance. Choose a recording of yours for one of them.'),
    );
  }
  const [own, other] = ownFirst ? [first, second] : [second, first];
  const isRecording = ownFirst && ownSecond;
  return {
    operation: 'compare',
    music_id: own.musicId,
    ...(isRecording
      ? { other_music_id: other.musicId }
      : { other_dataset_id: other.datasetId, other_song_id: other.songId }),
  };
}

async function isOwn({ musicId, datasetId }: PickedSong): Promise<boolean> {
  if (musicId === null) return false;
  if (datasetId === undefined) return true;
  try {
    await queryClient.fetchQuery(musicQuery(musicId));
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

function Outcome({ taskId }: { taskId: string }): JSX.Element {
  const task = useQuery(taskQuery(taskId)).data;
  if (!task?.verdict) return <TaskLive id={taskId} />;
  return (
    <Stack gap="lg" component="section" aria-label={t('Result')}>
      <VerdictHeader task={task} verdict={task.verdict}>
        <CaseFileLinks taskIds={[task.id]} />
      </VerdictHeader>
      <ResultView task={task} />
    </Stack>
  );
}
