import { Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { call } from '../api/call.js';
import { queryClient } from '../api/queries.js';
import type { Task } from '../api/types.js';
import { t } from '../i18n/t.js';
import { DatasetSelect } from './dataset-select.js';
import { FoldedProgramSection } from './folded-program-section.js';
import { MutationForm } from './mutation-form.js';
import { TaskLive } from './task-live.js';

/** Lyrics against the song database. */
export function LyricsForm(): JSX.Element {
  const [title, setTitle] = useState('');
  const [lyrics, setLyrics] = useState('');
  const [datasetId, setDatasetId] = useState('');
  const start = useMutation({
    mutationFn: () =>
      call<Task>('POST', '/tasks', {
        operation: 'lyric-plagiarism',
        model: 'standard',
        lyric_text: lyrics,
        song_title: title,
        ...(datasetId !== '' && { dataset_id: datasetId }),
      }),
    onSuccess: (task) => queryClient.setQueryData(['task', task.id], task),
  });
  const facts = {
    operation: 'lyric-plagiarism',
    model: 'standard',
    musicId: null,
    filename: null,
    lyricText: lyrics,
    songTitle: title,
    datasetId,
  } as const;
  return (
    <Stack gap="xl">
      <MutationForm
        mutation={start}
        action={t('Compare')}
        button={{ size: 'md', style: { alignSelf: 'start' } }}
      >
        <TextInput
          label={t('Title')}
          required
          maxLength={500}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <DatasetSelect label={t('Compare with')} withAll value={datasetId} onChange={setDatasetId} />
        <Textarea
          label={t('Lyrics')}
          description={t('Each line is compared as one sentence: at most 500 lines and 20,000 characters')}
          required
          autosize
          minRows={8}
          maxRows={24}
          maxLength={20_000}
          dir="auto"
          value={lyrics}
          onChange={(event) => setLyrics(event.currentTarget.value)}
        />
      </MutationForm>
      {start.data && <TaskLive key={start.data.id} id={start.data.id} />}
      <FoldedProgramSection facts={facts} />
    </Stack>
  );
}
