import { ActionIcon, Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import type { FingerprintScanResult } from '../api/contract.js';
import { musicQuery } from '../api/queries.js';
import type { Task } from '../api/types.js';
import { t } from '../i18n/t.js';
import { type Column, DataTable } from '../ui/data-table.js';
import { clock, decimal, lengthText, rangeText } from '../ui/format.js';
import { Icon } from '../ui/icons.js';
import { titleOf } from '../ui/names.js';
import { pathParams } from '../ui/path-params.js';
import { AbPlayer } from './ab-player.js';
import { NoAudio } from './no-audio.js';

type Segment = FingerprintScanResult['segments'][number];

const laneHeight = 26;

/** A scan: a time line of the recording with a bar for each place of a song, and the same as a table, to listen to. */
export default function ScanView({ task }: { task: Task }): JSX.Element | null {
  const { segments, duration_seconds: duration } = task.result as FingerprintScanResult;
  const [chosen, setChosen] = useState<Segment | null>(null);
  if (segments.length === 0) return null;
  return (
    <Stack gap="md">
      <Timeline segments={segments} duration={duration} chosen={chosen} />
      <DataTable
        label={t('Places')}
        columns={task.music_id ? [playColumn(chosen, setChosen), ...columns] : columns}
        rows={segments}
        keyOf={keyOf}
      />
      {task.music_id && chosen && (
        <SegmentPlayer
          key={keyOf(chosen)}
          segment={chosen}
          recordingId={task.music_id}
          recordingName={titleOf(task) ?? t('this recording')}
        />
      )}
    </Stack>
  );
}

function keyOf(segment: Segment): string {
  return `${segment.music_id} ${segment.from_seconds}`;
}

/** A second press ends it. */
function playColumn(chosen: Segment | null, choose: (segment: Segment | null) => void): Column<Segment> {
  return {
    head: t('Play'),
    actions: true,
    cell: (segment) => (
      <ActionIcon
        variant={segment === chosen ? 'filled' : 'default'}
        aria-pressed={segment === chosen}
        aria-label={t('Play {{title}}, {{start}} to {{end}}', {
          title: segment.musicname || segment.music_id,
          start: clock(segment.from_seconds),
          end: clock(segment.to_seconds),
        })}
        onClick={() => choose(segment === chosen ? null : segment)}
      >
        <Icon name="play" size={16} />
      </ActionIcon>
    ),
  };
}

/** The place in the recording and in the song, each to listen to from where it begins to where it ends. */
function SegmentPlayer({
  segment,
  recordingId,
  recordingName,
}: {
  segment: Segment;
  recordingId: string;
  recordingName: string;
}): JSX.Element | null {
  const song = useQuery(musicQuery(segment.music_id));
  if (song.error) return <NoAudio error={song.error} onRetry={() => void song.refetch()} />;
  if (!song.data) return null;
  const { from_seconds: from, speed_factor: speedFactor, song_from_seconds: songFrom } = segment;
  return (
    <AbPlayer
      queryId={recordingId}
      queryName={recordingName}
      matchedId={segment.music_id}
      matchedName={segment.musicname || song.data.filename}
      place={{
        offsetSeconds: songFrom - speedFactor * from,
        speedFactor,
        query: { start: from, end: segment.to_seconds },
        song: { start: songFrom, end: segment.song_to_seconds },
      }}
      spansOnly
    />
  );
}

const columns: ReadonlyArray<Column<Segment>> = [
  {
    head: t('Song'),
    long: { min: 140 },
    cell: (segment) => (
      <Anchor
        underline="always"
        component={Link}
        to="/app/library/$musicId"
        params={pathParams({ musicId: segment.music_id })}
      >
        {segment.musicname || segment.music_id}
      </Anchor>
    ),
  },
  { head: t('In the recording'), cell: ({ from_seconds: from, to_seconds: to }) => rangeText(from, to) },
  { head: t('In the song'), cell: ({ song_from_seconds: from, song_to_seconds: to }) => rangeText(from, to) },
  { head: t('Speed'), cell: (segment) => `× ${decimal(segment.speed_factor, 3)}` },
  {
    head: t('Pitch'),
    cell: (segment) => t('{{semitones}} semitones', { semitones: decimal(segment.pitch_cents / 100, 2) }),
  },
];

function Timeline({
  segments,
  duration,
  chosen,
}: {
  segments: readonly Segment[];
  duration: number;
  chosen: Segment | null;
}): JSX.Element {
  const lanes = lanesOf(segments);
  const height = (Math.max(...lanes) + 1) * laneHeight;
  const share = (time: number): string => `${(100 * time) / Math.max(1, duration)}%`;
  return (
    <div>
      <div
        className="scan-line"
        style={{ height }}
        role="img"
        aria-label={t('Time line of {{duration}} with {{segments}} places of songs', {
          duration: lengthText(duration),
          segments: segments.length,
        })}
      >
        {segments.map((segment, i) => (
          <span
            key={keyOf(segment)}
            title={`${nameOf(segment)}: ${rangeText(segment.from_seconds, segment.to_seconds)}`}
            data-chosen={segment === chosen || undefined}
            style={{
              top: lanes[i]! * laneHeight + 3,
              height: laneHeight - 6,
              left: share(segment.from_seconds),
              width: `max(3px, ${share(segment.to_seconds - segment.from_seconds)})`,
            }}
          >
            {nameOf(segment)}
          </span>
        ))}
      </div>
      <Group justify="space-between">
        {[0, 0.25, 0.5, 0.75, 1].map((part) => (
          <Text key={part} size="xs" c="dimmed" className="mono">
            {clock(part * duration)}
          </Text>
        ))}
      </Group>
    </div>
  );
}

const nameOf = (segment: Segment): string => segment.musicname || segment.music_id;

/** The first lane that is free at a segment's start: overlapping songs stand one below the other. */
function lanesOf(segments: readonly Segment[]): number[] {
  const ends: number[] = [];
  return segments.map(({ from_seconds: from, to_seconds: to }) => {
    const free = ends.findIndex((end) => end <= from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = to;
    return lane;
  });
}
