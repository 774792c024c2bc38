import { Anchor, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { call, upload } from '../api/call.js';
import type { Music, UploadedMusic } from '../api/contract.js';
import { queryClient } from '../api/queries.js';
import { type Column, DataTable } from '../ui/data-table.js';
import { DropZone, songTypes } from '../ui/drop-zone.js';
import { bytes, seconds } from '../ui/format.js';
import { More } from '../ui/more.js';
import { Empty, Loaded, PageHead, When } from '../ui/parts.js';
import { UploadWarnings } from '../ui/upload-warnings.js';

interface Page {
  music: Music[];
  next_cursor: string | null;
}

interface Outcome {
  name: string;
  error: string | null;
  warnings: UploadedMusic['warnings'];
}

export function LibraryPage(): JSX.Element {
  const library = useInfiniteQuery({
    queryKey: ['library'],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      call<Page>('GET', `/music?limit=50${pageParam ? `&cursor=${encodeURIComponent(pageParam)}` : ''}`),
    getNextPageParam: (page) => page.next_cursor,
  });
  const [at, setAt] = useState('');
  const [outcomes, setOutcomes] = useState<Outcome[]>([]);
  const adding = useMutation({
    mutationFn: async (files: File[]) => {
      setOutcomes([]);
      for (const [index, file] of files.entries()) {
        const place = files.length > 1 ? ` (${index + 1} of ${files.length})` : '';
        let error: string | null = null;
        let warnings: Outcome['warnings'] = [];
        try {
          const music = await upload<UploadedMusic>(
            `/music?filename=${encodeURIComponent(file.name)}`,
            file,
            (fraction) => setAt(`${file.name}${place}: ${Math.round(fraction * 100)} %`),
          );
          warnings = music.warnings;
        } catch (thrown) {
          error = thrown instanceof Error ? thrown.message : String(thrown);
        }
        setOutcomes((earlier) => [...earlier, { name: file.name, error, warnings }]);
        await queryClient.invalidateQueries({ queryKey: ['library'] });
      }
    },
  });
  return (
    <>
      <PageHead title="Library" about="The recordings that this account has uploaded." />
      <Stack gap="lg">
        <DropZone
          title={adding.isPending ? `Uploading ${at}` : 'Drop recordings here, or choose some'}
          hint="mp3, wav, flac, m4a, aac, ogg or MIDI"
          accept={songTypes}
          multiple
          onFiles={(files) => adding.mutate(files)}
        />
        {outcomes.some(({ error }) => error !== null) && (
          <div role="alert">
            {outcomes
              .filter(({ error }) => error !== null)
              .map(({ name, error }) => (
                <Text key={name} size="sm" c="var(--mantine-color-error)" className="long">
                  <b>{name}</b>: {error}
                </Text>
              ))}
          </div>
        )}
        {outcomes.map(({ name, warnings }) => (
          <UploadWarnings key={name} filename={name} warnings={warnings} />
        ))}
        <Loaded query={library}>
          {(data) => {
            const rows = data.pages.flatMap((page) => page.music);
            return rows.length === 0 ? (
              <Empty icon="library" title="No recording yet">
                What you or your programs upload appears here.
              </Empty>
            ) : (
              <>
                <DataTable
                  label="Recordings"
                  columns={columns}
                  rows={rows}
                  keyOf={({ musicId }) => musicId}
                />
                <More query={library} />
              </>
            );
          }}
        </Loaded>
      </Stack>
    </>
  );
}

const columns: ReadonlyArray<Column<Music>> = [
  {
    head: 'Title',
    long: { min: 160, max: 320 },
    cell: (music) => (
      <Anchor component={Link} to="/app/library/$musicId" params={{ musicId: music.musicId } as never}>
        {music.title || music.filename}
      </Anchor>
    ),
  },
  { head: 'Artist', long: { max: 220 }, cell: (music) => music.artist || '–' },
  { head: 'Length', cell: (music) => seconds(music.duration_seconds) },
  { head: 'Format', cell: (music) => music.format },
  { head: 'Size', nowrap: true, cell: (music) => bytes(music.bytes) },
  { head: 'Uploaded', cell: (music) => <When at={music.created_at} /> },
];
