import { Button, Group, Progress, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { type JSX, lazy, useState } from 'react';
import { upload } from '../api/call.js';
import type { Music, UploadedMusic } from '../api/contract.js';
import { batchesQuery, meQuery, queryClient } from '../api/queries.js';
import type { Operation } from '../api/types.js';
import { beginBatch, type ChosenFiles, chosenFiles } from '../batches/begin-batch.js';
import { withSentences } from '../i18n/catalogues.js';
import { t } from '../i18n/t.js';
import { AnalysisChoice, type Choice, firstOffered, forNotes } from '../ui/analysis-choice.js';
import { DropZone, songTypes } from '../ui/drop-zone.js';
import { FoldedProgramSection } from '../ui/folded-program-section.js';
import { FolderButton } from '../ui/folder-button.js';
import { bytes, isNotes, lengthText } from '../ui/format.js';
import { LazyPart } from '../ui/lazy-part.js';
import { Failed, PageHead } from '../ui/parts.js';
import { SampleDataCard } from '../ui/sample-data.js';
import { startTasks } from '../ui/start-tasks.js';
import { UploadWarnings } from '../ui/upload-warnings.js';
import { useCanEdit } from '../ui/use-can-edit.js';

// What the page does not show at first comes when it is needed.
const BatchList = lazy(
  withSentences(async () => ({ default: (await import('../batches/batch-list.js')).BatchList })),
);
const LyricsForm = lazy(
  withSentences(async () => ({ default: (await import('../ui/lyrics-form.js')).LyricsForm })),
);
const TaskLive = lazy(
  withSentences(async () => ({ default: (await import('../ui/task-live.js')).TaskLive })),
);

type Kind = 'recording' | 'lyrics';

/** From a file to an answer in a minute. */
export function StartPage(): JSX.Element {
  const [kind, setKind] = useState<Kind>('recording');
  const hasBatches = (useQuery(batchesQuery).data?.batches.length ?? 0) > 0;
  const hasLyrics = useQuery(meQuery).data?.analyses.includes('lyric-plagiarism');
  // Who only reads starts at what there is to read.
  if (!useCanEdit()) return <Navigate to="/app/tasks" replace />;
  return (
    <>
      <PageHead
        title={t('Analyse a song')}
        about={t('Upload a song and choose analyses. To automate this, use the API.')}
      />
      <SegmentedControl
        mb="lg"
        aria-label={t('What to analyse')}
        value={kind}
        onChange={(value) => setKind(value as Kind)}
        data={[
          { value: 'recording', label: t('A recording') },
          ...(hasLyrics ? [{ value: 'lyrics', label: t('Lyrics') }] : []),
        ]}
      />
      <Stack gap="xl">
        {kind === 'recording' ? (
          <RecordingForm />
        ) : (
          <LazyPart>
            <LyricsForm />
          </LazyPart>
        )}
        <LazyPart>{hasBatches && <BatchList />}</LazyPart>
        <SampleDataCard />
      </Stack>
    </>
  );
}

function RecordingForm(): JSX.Element {
  const { data: me } = useQuery(meQuery);
  const [choice, setChoice] = useState<Choice>(() => firstOffered(me?.analyses ?? []));
  const [sent, setSent] = useState<{ file: File; fraction: number } | null>(null);
  const [taskIds, setTaskIds] = useState<string[]>([]);
  const [several, setSeveral] = useState<ChosenFiles | null>(null);
  const navigate = useNavigate();
  const beginning = useMutation({
    mutationFn: (given: ChosenFiles) => beginBatch(given, choice),
    onSuccess: ({ id }) => navigate({ to: '/app/batches/$batchId', params: { batchId: id } }),
  });
  const uploading = useMutation({
    mutationFn: (file: File) => {
      setSent({ file, fraction: 0 });
      setTaskIds([]);
      starting.reset();
      return upload<UploadedMusic>(`/music?filename=${encodeURIComponent(file.name)}`, file, (fraction) =>
        setSent({ file, fraction }),
      );
    },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['library'] }),
  });
  const starting = useMutation({
    mutationFn: (music: Music) =>
      startTasks(chosen, music.musicId, (task) => setTaskIds((ids) => [...ids, task.id])),
  });
  const take = (files: File[], isFolder = false): void => {
    beginning.reset();
    if (!isFolder && files.length === 1 && files[0]) uploading.mutate(files[0]);
    else setSeveral(chosenFiles(files));
  };
  const music = uploading.data;
  const notesOnly = music !== undefined && isNotes(music.format);
  const chosen = notesOnly ? forNotes(choice) : choice;
  const first: Operation = chosen.operations[0] ?? 'fingerprint-check';
  const facts = {
    operation: first,
    model: choice.models[first] ?? '',
    musicId: music?.musicId ?? null,
    datasetId: first === 'lyric-plagiarism' ? choice.lyricDatasetId : choice.datasetId,
    filename: sent?.file.name ?? null,
  };
  return (
    <Stack gap="xl">
      <section aria-label={t('The recording')}>
        {!music && !uploading.isPending && !several && (
          <>
            <DropZone
              title={t('Drop a song here, or choose one')}
              hint={t('mp3, wav, flac, m4a, aac, ogg or MIDI. Several files or a folder become a batch.')}
              accept={songTypes}
              multiple
              onFiles={take}
            />
            <FolderButton onFiles={(files) => take(files, true)} />
          </>
        )}
        {several && <Several chosen={several} onOther={() => setSeveral(null)} />}
        {uploading.isPending && sent && <Uploading file={sent.file} fraction={sent.fraction} />}
        {uploading.error && (
          <div style={{ marginTop: '0.75rem' }}>
            <Failed error={uploading.error} />
          </div>
        )}
        {music && (
          <Stack gap="sm">
            <Chosen music={music} onOther={() => uploading.reset()} />
            <UploadWarnings warnings={music.warnings} />
          </Stack>
        )}
      </section>

      <section aria-label={t('Analyses')}>
        <Title order={2} size="h4" mb="sm">
          {t('Analyses')}
        </Title>
        <AnalysisChoice
          value={choice}
          onChange={setChoice}
          plan={me?.account.plan ?? 'free'}
          notesOnly={notesOnly}
        />
        <Button
          mt="md"
          size="md"
          disabled={(!music && !several?.files.length) || chosen.operations.length === 0}
          loading={starting.isPending || beginning.isPending}
          onClick={() => (several ? beginning.mutate(several) : music && starting.mutate(music))}
        >
          {several ? t('Analyse {{count}} files', { count: several.files.length }) : t('Analyse')}
        </Button>
        {beginning.error && <Failed error={beginning.error} />}
        {!music && !several && (
          <Text size="sm" c="dimmed" mt="xs">
            {t('Choose a file first.')}
          </Text>
        )}
      </section>

      {(taskIds.length > 0 || starting.error) && (
        <section aria-label={t('Results')}>
          <Title order={2} size="h4" mb="sm">
            {t('Results')}
          </Title>
          <Stack gap="sm">
            <LazyPart>
              {taskIds.map((id) => (
                <TaskLive key={id} id={id} />
              ))}
            </LazyPart>
            {starting.error && <Failed error={starting.error} />}
          </Stack>
        </section>
      )}

      <FoldedProgramSection facts={facts} />
    </Stack>
  );
}

function Uploading({ file, fraction }: { file: File; fraction: number }): JSX.Element {
  return (
    <div className="card" style={{ padding: '1rem' }} aria-live="polite">
      <Text fw={600} className="long" mb="xs">
        {file.name}
      </Text>
      <Progress value={fraction * 100} animated aria-label={t('Upload')} />
      <Text size="sm" c="dimmed" mt="xs">
        {fraction < 1
          ? t('Uploading: {{sent}} of {{size}}', {
              sent: bytes(file.size * fraction),
              size: bytes(file.size),
            })
          : t('Checking that it can be read')}
      </Text>
    </div>
  );
}

function Several({ chosen, onOther }: { chosen: ChosenFiles; onOther: () => void }): JSX.Element {
  const { name, files, leftOut } = chosen;
  return (
    <Group className="card" p="md" justify="space-between">
      <div style={{ minWidth: 0, flex: '1 1 14rem' }}>
        <Text fw={600} className="long">
          {name !== '' && `${name}: `}
          {t('{{count}} files', { count: files.length })}
        </Text>
        <Text size="sm" c="dimmed">
          {bytes(files.reduce((sum, { size }) => sum + size, 0))}
          {leftOut > 0 && ` · ${t('{{count, number}} other files left out', { count: leftOut })}`}
        </Text>
      </div>
      <Button variant="default" onClick={onOther}>
        {t('Other files')}
      </Button>
    </Group>
  );
}

function Chosen({ music, onOther }: { music: Music; onOther: () => void }): JSX.Element {
  return (
    <Group className="card" p="md" justify="space-between">
      <div style={{ minWidth: 0, flex: '1 1 14rem' }}>
        <Text fw={600} className="long">
          {music.artist ? `${music.artist}: ${music.title}` : music.title}
        </Text>
        <Text size="sm" c="dimmed" className="long">
          {music.format} · {lengthText(music.duration_seconds)} · {bytes(music.bytes)} ·{' '}
          <span className="mono">{music.musicId}</span>
        </Text>
      </div>
      <Button variant="default" onClick={onOther}>
        {t('Another file')}
      </Button>
    </Group>
  );
}
