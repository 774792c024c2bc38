/** Two lyrics to compare: pasted, of a dataset's song, or transcribed of a recording. */
import { Button, Modal, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { call } from '../api/call.js';
import type { DatasetSong } from '../api/contract.js';
import type { Task, TaskRow } from '../api/types.js';
import { t } from '../i18n/t.js';
import { fields, text } from '../results/fields.js';
import { MutationForm } from './mutation-form.js';
import { Failed } from './parts.js';
import { type PickedSong, SongPicker } from './song-picker.js';

interface Lyric {
  title: string;
  lyrics: string;
}

const empty: Lyric = { title: '', lyrics: '' };

export default function CompareLyricsForm({ onStarted }: { onStarted: (task: Task) => void }): JSX.Element {
  const [first, setFirst] = useState(empty);
  const [second, setSecond] = useState(empty);
  const compare = useMutation({
    mutationFn: () =>
      call<Task>('POST', '/tasks', {
        operation: 'lyric-plagiarism',
        model: 'standard',
        lyric_text: first.lyrics,
        song_title: first.title,
        other_lyric_text: second.lyrics,
        other_song_title: second.title,
      }),
    onSuccess: onStarted,
  });
  return (
    <MutationForm
      mutation={compare}
      action={t('Compare')}
      button={{ size: 'md', style: { alignSelf: 'start' } }}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <LyricFields label={t('First lyrics')} value={first} onChange={setFirst} />
        <LyricFields label={t('Second lyrics')} value={second} onChange={setSecond} />
      </SimpleGrid>
    </MutationForm>
  );
}

function LyricFields(props: { label: string; value: Lyric; onChange: (lyric: Lyric) => void }): JSX.Element {
  const { label, value, onChange } = props;
  const [isOpen, { open, close }] = useDisclosure(false);
  const read = useMutation({
    mutationFn: async (song: PickedSong) => ({ title: song.title, lyrics: await lyricsOf(song) }),
    onSuccess: (lyric) => {
      onChange(lyric);
      close();
    },
  });
  return (
    <fieldset className="card" style={{ padding: '1rem', margin: 0, minWidth: 0 }}>
      <legend style={{ padding: '0 0.25rem', fontWeight: 600 }}>{label}</legend>
      <TextInput
        label={t('Title')}
        required
        maxLength={500}
        value={value.title}
        onChange={(event) => onChange({ ...value, title: event.currentTarget.value })}
      />
      <Textarea
        mt="sm"
        label={t('Lyrics')}
        required
        autosize
        minRows={6}
        maxRows={16}
        maxLength={20_000}
        dir="auto"
        value={value.lyrics}
        onChange={(event) => onChange({ ...value, lyrics: event.currentTarget.value })}
      />
      <Button mt="sm" size="xs" variant="default" onClick={open}>
        {t('Use the lyrics of a song')}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t('{{label}}: choose a song', { label })}>
        <SongPicker label={t('Song')} forLyrics value={null} onChange={(song) => song && read.mutate(song)} />
        {read.error && <Failed error={read.error} title={t('There are no lyrics to use')} />}
      </Modal>
    </fieldset>
  );
}

/** A dataset's song has them; a recording has them where it was transcribed. */
async function lyricsOf({ musicId, datasetId, songId }: PickedSong): Promise<string> {
  if (datasetId !== undefined) {
    const song = await call<DatasetSong>('GET', `/datasets/${datasetId}/songs/${songId}`);
    if (!song.lyrics) {
      throw new Error(
        t(
          'These lyrics belong to whoever runs this instance and are not shown whole. Search the dataset with your own lyrics instead.',
        ),
      );
    }
    return song.lyrics;
  }
  const query = `music_id=${musicId}&operation=lyric-transcription&status=success&limit=1`;
  const { tasks } = await call<{ tasks: TaskRow[] }>('GET', `/tasks?${query}`);
  const [latest] = tasks;
  const lyrics = latest ? text(fields((await call<Task>('GET', `/tasks/${latest.id}`)).result).lyrics) : '';
  if (lyrics === '')
    throw new Error(t('This recording was not transcribed. Run “Lyric transcription” on it first.'));
  return lyrics;
}
