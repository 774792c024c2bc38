import { Button, Group, Stack, Text } from '@mantine/core';
import { type JSX, useRef, useState } from 'react';
import type WaveSurfer from 'wavesurfer.js';
import { t } from '../i18n/t.js';
import { Waveform } from '../ui/waveform.js';
import type { MatchPlace, Span } from './match-place.js';

/** Where the one recording lies in the other. */
export type SharedPlace = Pick<MatchPlace, 'offsetSeconds' | 'speedFactor' | 'query' | 'song'>;

/** Two recordings of the same music, one under the other, to listen to in turn at the same place. */
export function AbPlayer(props: {
  queryId: string;
  queryName: string;
  matchedId: string;
  matchedName: string;
  place: SharedPlace | null;
  /** Plays the matched spans alone: from where they begin to where they end, at once. */
  spansOnly?: boolean;
}): JSX.Element {
  const query = useRef<WaveSurfer | null>(null);
  const matched = useRef<WaveSurfer | null>(null);
  const [side, setSide] = useState<'A' | 'B' | null>(null);
  const offset = props.place?.offsetSeconds ?? 0;
  const speed = props.place?.speedFactor ?? 1;

  /** Goes on in the other recording at the place that sounds the same. */
  function play(next: 'A' | 'B'): void {
    const [a, b] = [query.current, matched.current];
    if (!a || !b) return;
    const span = props.spansOnly ? props.place?.query : null;
    if (span && side === null && a.getCurrentTime() >= span.end) a.setTime(span.start);
    if (next === 'A') {
      b.pause();
      if (side === 'B') a.setTime(Math.max(0, (b.getCurrentTime() - offset) / speed));
      void a.play();
    } else {
      a.pause();
      b.setTime(Math.max(0, a.getCurrentTime() * speed + offset));
      void b.play();
    }
    setSide(next);
  }

  /** Of a place that was chosen to be heard: as soon as both recordings can be. */
  function playAtOnce(): void {
    if (props.spansOnly && query.current && matched.current) play('A');
  }

  function stopBehind(span: Span | null | undefined, atSeconds: number): void {
    if (props.spansOnly && span && atSeconds >= span.end) stop();
  }

  function stop(): void {
    query.current?.pause();
    matched.current?.pause();
    setSide(null);
  }

  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Button
          variant={side === 'A' ? 'filled' : 'default'}
          aria-pressed={side === 'A'}
          onClick={() => play('A')}
        >
          {t('Play A')}
        </Button>
        <Button
          variant={side === 'B' ? 'filled' : 'default'}
          aria-pressed={side === 'B'}
          onClick={() => play('B')}
        >
          {t('Play B')}
        </Button>
        <Button variant="subtle" onClick={stop} disabled={side === null}>
          {t('Stop')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('Switching keeps your place in the song.')}
        </Text>
      </Group>
      <Text size="sm" fw={600} className="long">
        A: {props.queryName}
      </Text>
      <Waveform
        musicId={props.queryId}
        label={t('A, this recording')}
        height={64}
        span={props.place?.query ?? null}
        onTime={(at) => stopBehind(props.place?.query, at)}
        onReady={(player) => {
          query.current = player;
          if (props.spansOnly) player.setTime(props.place?.query?.start ?? 0);
          playAtOnce();
        }}
      />
      <Text size="sm" fw={600} className="long">
        B: {props.matchedName}
      </Text>
      <Waveform
        musicId={props.matchedId}
        label={t('B, the registered song')}
        height={64}
        span={props.place?.song ?? null}
        onTime={(at) => stopBehind(props.place?.song, at)}
        onReady={(player) => {
          matched.current = player;
          player.setTime(Math.max(0, (props.spansOnly && props.place?.song?.start) || offset));
          playAtOnce();
        }}
      />
    </Stack>
  );
}
