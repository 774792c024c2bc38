import { Anchor, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import type { FingerprintScanResult } from '../api/contract.js';
import type { Task } from '../api/types.js';
import { t } from '../i18n/t.js';
import { type Column, DataTable } from '../ui/data-table.js';
import { seconds } from '../ui/format.js';
import { pathParams } from '../ui/path-params.js';

type Segment = FingerprintScanResult['segments'][number];

const laneHeight = 26;
const width = 1000;

/** A scan: a time line of the recording with a bar for each place of a song, and the same as a table. */
export default function ScanView({ task }: { task: Task }): JSX.Element | null {
  const { segments, duration_seconds: duration } = task.result as FingerprintScanResult;
  if (segments.length === 0) return null;
  return (
    <Stack gap="md">
      <Timeline segments={segments} duration={duration} />
      <DataTable
        label={t('Places')}
        columns={columns}
        rows={segments}
        keyOf={(segment) => `${segment.music_id} ${segment.from_seconds}`}
      />
    </Stack>
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
  { head: t('In the recording'), cell: ({ from_seconds: from, to_seconds: to }) => span(from, to) },
  { head: t('In the song'), cell: ({ song_from_seconds: from, song_to_seconds: to }) => span(from, to) },
  { head: t('Speed'), cell: (segment) => `× ${segment.speed_factor.toFixed(3)}` },
  {
    head: t('Pitch'),
    cell: (segment) => t('{{semitones}} semitones', { semitones: (segment.pitch_cents / 100).toFixed(2) }),
  },
];

function Timeline({ segments, duration }: { segments: readonly Segment[]; duration: number }): JSX.Element {
  const lanes = lanesOf(segments);
  const height = (Math.max(...lanes) + 1) * laneHeight;
  const at = (time: number): number => (time / Math.max(1, duration)) * width;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width="100%"
      height={height}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('Time line of {{duration}} with {{segments}} places of songs', {
        duration: seconds(duration),
        segments: segments.length,
      })}
    >
      <rect
        x={0}
        y={0}
        width={width}
        height={height}
        fill="var(--mantine-color-default-border)"
        opacity={0.4}
      />
      {segments.map((segment, i) => (
        <rect
          key={`${segment.music_id} ${segment.from_seconds}`}
          x={at(segment.from_seconds)}
          y={lanes[i]! * laneHeight + 3}
          width={Math.max(2, at(segment.to_seconds) - at(segment.from_seconds))}
          height={laneHeight - 6}
          rx={2}
          fill="var(--mantine-primary-color-filled)"
        >
          <title>{`${segment.musicname}: ${span(segment.from_seconds, segment.to_seconds)}`}</title>
        </rect>
      ))}
    </svg>
  );
}

function span(from: number, to: number): string {
  return `${seconds(from)} – ${seconds(to)}`;
}

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
