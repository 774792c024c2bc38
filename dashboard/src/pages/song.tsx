import { Button, Skeleton, Stack, Tabs, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type JSX, lazy, useRef, useState } from 'react';
import type WaveSurfer from 'wavesurfer.js';
import { call } from '../api/call.js';
import type { Music } from '../api/contract.js';
import { anyUnderWay, meQuery, musicQuery, queryClient } from '../api/queries.js';
import type { TaskRow } from '../api/types.js';
import { t } from '../i18n/t.js';
import { EvidenceLanes } from '../results/evidence-lanes.js';
import type { Stretch } from '../results/song-evidence.js';
import { latestOfEach, SongVerdicts } from '../results/song-verdicts.js';
import { AnalysisChoice, type Choice, firstChoice } from '../ui/analysis-choice.js';
import { CaseFileLinks } from '../ui/case-file-links.js';
import { DeleteButton } from '../ui/delete-button.js';
import { DeveloperPanel } from '../ui/developer-panel.js';
import { Facts } from '../ui/facts.js';
import { bytes, dateTime, decimal, isNotes, lengthText } from '../ui/format.js';
import { LazyPart } from '../ui/lazy-part.js';
import { Empty, Failed, Loaded, PageHead } from '../ui/parts.js';
import { pathParams } from '../ui/path-params.js';
import { RenameSong } from '../ui/rename-song.js';
import { startTasks } from '../ui/start-tasks.js';
import { EditTags } from '../ui/tags.js';
import { TaskTable } from '../ui/task-table.js';
import { useCanEdit } from '../ui/use-can-edit.js';
import { Waveform } from '../ui/waveform.js';

const route = getRouteApi('/app/library/$musicId');
const DescriptionSection = lazy(() => import('../description/description-section.js'));

export function SongPage(): JSX.Element {
  const { musicId } = route.useParams();
  const music = useQuery(musicQuery(musicId));
  return <Loaded query={music}>{(data) => <Song music={data} />}</Loaded>;
}

function Song({ music }: { music: Music & { tags?: string[] } }): JSX.Element {
  const canEdit = useCanEdit();
  return (
    <>
      <PageHead title={music.title || music.filename} about={music.artist || music.filename}>
        {canEdit && (
          <>
            <Button
              component={Link}
              variant="default"
              to="/app/compare"
              search={pathParams({ first: music.musicId })}
            >
              {t('Compare')}
            </Button>
            <RenameSong music={music} />
            <Remove music={music} />
          </>
        )}
      </PageHead>
      <Tabs defaultValue="report" keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="report">{t('Report')}</Tabs.Tab>
          <Tabs.Tab value="developer">{t('Developer')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="report" keepMounted>
          <Report music={music} />
        </Tabs.Panel>
        <Tabs.Panel value="developer">
          <DeveloperPanel ids={[['musicId', music.musicId]]} document={music} documentLabel="raw JSON" />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** Verdicts first, then what they stand on, on one axis of time, then what the song is as music. */
function Report({ music }: { music: Music & { tags?: string[] } }): JSX.Element {
  const tasks = useQuery({
    queryKey: ['tasks', 'of', music.musicId],
    queryFn: () => call<{ tasks: TaskRow[] }>('GET', `/tasks?limit=100&music_id=${music.musicId}`),
    refetchInterval: (query) => (query.state.data && anyUnderWay(query.state.data.tasks) ? 1500 : false),
  });
  const canEdit = useCanEdit();
  const player = useRef<WaveSurfer | null>(null);
  const [at, setAt] = useState(0);
  const [marked, setMarked] = useState<Stretch | null>(null);
  const [visible, setVisible] = useState({ start: 0, end: music.duration_seconds });
  const seek = (to: number): void => {
    setAt(to);
    player.current?.setTime(to);
  };
  const notes = isNotes(music.format);
  const facts: Array<[string, string]> = [
    [t('Length'), lengthText(music.duration_seconds)],
    [t('Format'), notes ? 'MIDI' : music.format],
    ...(notes ? [] : soundFacts(music)),
    [t('Size'), bytes(music.bytes)],
    [t('Uploaded'), dateTime(music.created_at)],
  ];
  const latest = latestOfEach(tasks.data?.tasks ?? []);
  return (
    <Stack gap="xl">
      <section aria-label={t('Verdicts')}>
        <Loaded query={tasks}>
          {(data) =>
            data.tasks.length === 0 ? (
              <Empty icon="tasks" title={t('Not analysed yet')}>
                {canEdit && t('Choose analyses below.')}
              </Empty>
            ) : (
              <>
                <SongVerdicts tasks={latest} />
                <CaseFileLinks taskIds={latest.filter(({ verdict }) => verdict).map(({ id }) => id)} />
              </>
            )
          }
        </Loaded>
      </section>
      <div>
        {!notes && (
          <Waveform
            musicId={music.musicId}
            label={music.title || music.filename}
            withControls
            span={marked}
            onMark={(passage) => setMarked(passage && { ...passage, title: '' })}
            onVisible={setVisible}
            onTime={setAt}
            onReady={(ready) => {
              player.current = ready;
            }}
          />
        )}
        {!notes && (
          <EvidenceLanes
            tasks={latest}
            visible={visible}
            onSelect={(stretch) => {
              setMarked(stretch);
              seek(stretch.start);
            }}
          />
        )}
      </div>
      <EditTags musicId={music.musicId} tags={music.tags ?? []} />
      <Facts facts={facts} />
      <LazyPart fallback={<Skeleton height={220} />}>
        <DescriptionSection musicId={music.musicId} at={at} onSeek={seek} />
      </LazyPart>
      {canEdit && <Analyse music={music} />}
      {(tasks.data?.tasks.length ?? 0) > latest.length && (
        <section>
          <Title order={2} size="h4" mb="sm">
            {t('All analyses of this recording')}
          </Title>
          <TaskTable tasks={tasks.data?.tasks ?? []} showSong={false} />
        </section>
      )}
    </Stack>
  );
}

function soundFacts(music: Music): Array<[string, string]> {
  return [
    [t('Sample rate'), `${decimal(music.sample_rate / 1000, 1)} kHz`],
    [t('Channels'), String(music.channels)],
  ];
}

function Analyse({ music }: { music: Music }): JSX.Element {
  const { data: me } = useQuery(meQuery);
  const [choice, setChoice] = useState<Choice>({ ...firstChoice, operations: [] });
  const start = useMutation({
    mutationFn: () => startTasks(choice, music.musicId),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['tasks'] }),
  });
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {t('Analyse')}
      </Title>
      <AnalysisChoice
        value={choice}
        onChange={setChoice}
        plan={me?.account.plan ?? 'free'}
        notesOnly={isNotes(music.format)}
      />
      <Button
        mt="md"
        disabled={choice.operations.length === 0}
        loading={start.isPending}
        onClick={() => start.mutate()}
      >
        {t('Analyse')}
      </Button>
      {start.error && <Failed error={start.error} />}
    </section>
  );
}

function Remove({ music }: { music: Music }): JSX.Element {
  const navigate = useNavigate();
  const remove = async (): Promise<void> => {
    await call('DELETE', `/music/${music.musicId}`);
    await navigate({ to: '/app/library' });
    await queryClient.invalidateQueries({ queryKey: ['library'] });
  };
  return (
    <DeleteButton title={t('Delete this recording?')} onDelete={remove}>
      {t(
        'The audio of “{{title}}” and its fingerprint are removed for good. The results of its tasks stay.',
        { title: music.title || music.filename },
      )}
    </DeleteButton>
  );
}
