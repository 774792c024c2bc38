/** One song out of the library, a dataset, or a file that is uploaded now. */
import { Button, Group, Progress, SegmentedControl, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { call, upload } from '../api/call.js';
import type { DatasetSong, Music, UploadedMusic } from '../api/contract.js';
import { t } from '../i18n/t.js';
import { DatasetSelect } from './dataset-select.js';
import { DropZone, songTypes } from './drop-zone.js';
import { lengthText } from './format.js';
import { Failed, Loaded } from './parts.js';
import { SearchInput } from './search-input.js';

export interface PickedSong {
  title: string;
  artist: string;
  /** A recording of this account; null for a song of a dataset that is another's. */
  musicId: string | null;
  /** Where it was chosen from a dataset. */
  datasetId?: string;
  songId?: string;
}

type Source = 'library' | 'dataset' | 'file';

export function SongPicker(props: {
  /** "First song". */
  label: string;
  value: PickedSong | null;
  onChange: (song: PickedSong | null) => void;
  /** Songs with lyrics instead of songs with a recording; no files then. */
  forLyrics?: boolean;
}): JSX.Element {
  const { label, value, onChange, forLyrics = false } = props;
  const [source, setSource] = useState<Source>('library');
  if (value) {
    return (
      <Group className="card" p="md" justify="space-between" wrap="nowrap">
        <div style={{ minWidth: 0 }}>
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Text fw={600} className="long">
            {value.artist ? `${value.title}, ${value.artist}` : value.title}
          </Text>
        </div>
        <Button
          variant="default"
          aria-label={t('{{label}}: change it', { label })}
          onClick={() => onChange(null)}
        >
          {t('Change')}
        </Button>
      </Group>
    );
  }
  return (
    <section className="card" style={{ padding: '1rem' }} aria-label={label}>
      <Text fw={600} mb="xs">
        {label}
      </Text>
      <SegmentedControl
        size="xs"
        mb="sm"
        aria-label={t('{{label}}: where it is', { label })}
        value={source}
        onChange={(next) => setSource(next as Source)}
        data={[
          { value: 'library', label: t('Library') },
          { value: 'dataset', label: t('Dataset') },
          ...(forLyrics ? [] : [{ value: 'file', label: t('File') }]),
        ]}
      />
      {source === 'library' && <FromLibrary onPick={onChange} />}
      {source === 'dataset' && <FromDataset onPick={onChange} forLyrics={forLyrics} />}
      {source === 'file' && <FromFile onPick={onChange} />}
    </section>
  );
}

type OnPick = (song: PickedSong) => void;

interface Row {
  id: string;
  name: string;
  note: string;
  isUsable: boolean;
  pick: () => void;
}

function Choices({ rows, none }: { rows: readonly Row[]; none: string }): JSX.Element {
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    );
  }
  return (
    <ul className="choices">
      {rows.map((row) => (
        <li key={row.id}>
          <button type="button" disabled={!row.isUsable} onClick={row.pick}>
            <span className="long">{row.name}</span>
            <small>{row.note}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}

const named = (title: string, artist: string): string => (artist ? `${title}, ${artist}` : title);
const shownRows = 8;

function FromLibrary({ onPick }: { onPick: OnPick }): JSX.Element {
  const [search, setSearch] = useState('');
  const songs = useQuery({
    queryKey: ['library', 'pick', search],
    queryFn: () =>
      call<{ music: Music[] }>('GET', `/music?limit=${shownRows}&search=${encodeURIComponent(search)}`),
  });
  return (
    <>
      <SearchInput label={t('Search the library')} onSearch={setSearch} />
      <Loaded query={songs}>
        {({ music }) => (
          <Choices
            none={t('No recording matches.')}
            rows={music.map(({ musicId, title, artist, filename, duration_seconds: length }) => ({
              id: musicId,
              name: named(title || filename, artist),
              note: lengthText(length),
              isUsable: true,
              pick: () => onPick({ title: title || filename, artist, musicId }),
            }))}
          />
        )}
      </Loaded>
    </>
  );
}

function FromDataset({ onPick, forLyrics }: { onPick: OnPick; forLyrics: boolean }): JSX.Element {
  const [datasetId, setDatasetId] = useState('default');
  const [search, setSearch] = useState('');
  const songs = useQuery({
    queryKey: ['datasets', datasetId, 'pick', search],
    queryFn: () =>
      call<{ songs: DatasetSong[] }>(
        'GET',
        `/datasets/${datasetId}/songs?limit=${shownRows}&search=${encodeURIComponent(search)}`,
      ),
  });
  return (
    <>
      <DatasetSelect label={t('Dataset')} value={datasetId} onChange={setDatasetId} />
      <div style={{ marginTop: '0.5rem' }}>
        <SearchInput label={t('Search the dataset')} onSearch={setSearch} />
      </div>
      <Loaded query={songs}>
        {(page) => (
          <Choices
            none={t('No song matches.')}
            rows={page.songs.map((song) => ({
              id: song.song_id,
              name: named(song.title, song.artist),
              note: noteOf(song, forLyrics),
              isUsable: forLyrics ? song.has_lyrics : song.musicId !== null,
              pick: () =>
                onPick({
                  title: song.title,
                  artist: song.artist,
                  musicId: song.musicId,
                  datasetId,
                  songId: song.song_id,
                }),
            }))}
          />
        )}
      </Loaded>
    </>
  );
}

function noteOf({ has_lyrics: hasLyrics, musicId }: DatasetSong, forLyrics: boolean): string {
  if (forLyrics) return hasLyrics ? '' : t('no lyrics');
  return musicId === null ? t('lyrics only, no recording') : '';
}

function FromFile({ onPick }: { onPick: OnPick }): JSX.Element {
  const [fraction, setFraction] = useState(0);
  const uploading = useMutation({
    mutationFn: (file: File) =>
      upload<UploadedMusic>(`/music?filename=${encodeURIComponent(file.name)}`, file, setFraction),
    onSuccess: ({ musicId, title, artist, filename }) =>
      onPick({ title: title || filename, artist, musicId }),
  });
  if (uploading.isPending) return <Progress value={fraction * 100} animated aria-label={t('Upload')} />;
  return (
    <>
      <DropZone
        title={t('Drop a song here, or choose one')}
        hint={t('mp3, wav, flac, m4a, aac, ogg or MIDI')}
        accept={songTypes}
        onFiles={(files) => files[0] && uploading.mutate(files[0])}
      />
      {uploading.error && <Failed error={uploading.error} title={t('The file was not uploaded')} />}
    </>
  );
}
