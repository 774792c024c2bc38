import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type JSX, useState } from 'react';
import { call } from '../api/call.js';
import { queryClient } from '../api/queries.js';
import type { Task } from '../api/types.js';
import { Failed } from './parts.js';
import { ProgramSection } from './program-section.js';
import { TaskLive } from './task-live.js';

/** Lyrics against the song database. */
export function LyricsForm(): JSX.Element {
  const [title, setTitle] = useState('');
  const [lyrics, setLyrics] = useState('');
  const start = useMutation({
    mutationFn: () =>
      call<Task>('POST', '/tasks', {
        operation: 'lyric-plagiarism',
        model: 'standard',
        lyric_text: lyrics,
        song_title: title,
      }),
    onSuccess: (task) => queryClient.setQueryData(['task', task.id], task),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    start.mutate();
  };
  const facts = {
    operation: 'lyric-plagiarism',
    model: 'standard',
    musicId: null,
    filename: null,
    lyricText: lyrics,
    songTitle: title,
  } as const;
  return (
    <Stack gap="xl">
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label="Title"
            required
            maxLength={500}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Textarea
            label="Lyrics"
            description="Each line is compared as one sentence: at most 500 lines and 20,000 characters"
            required
            autosize
            minRows={8}
            maxRows={24}
            maxLength={20_000}
            dir="auto"
            value={lyrics}
            onChange={(event) => setLyrics(event.currentTarget.value)}
          />
          {start.error && <Failed error={start.error} />}
          <Button type="submit" size="md" loading={start.isPending} style={{ alignSelf: 'start' }}>
            Compare
          </Button>
        </Stack>
      </form>
      {start.data && <TaskLive key={start.data.id} id={start.data.id} />}
      <ProgramSection facts={facts} />
    </Stack>
  );
}
