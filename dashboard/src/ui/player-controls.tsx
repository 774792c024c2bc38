/** Zoom, a passage to repeat, speed without a change of pitch, and volume. */
import { Button, Checkbox, Group, NativeSelect } from '@mantine/core';
import type { JSX, RefObject } from 'react';
import type WaveSurfer from 'wavesurfer.js';
import { t } from '../i18n/t.js';
import type { TimeZoom, VisibleTime } from './time-view.js';

const speeds = ['0.5', '0.75', '1', '1.25', '1.5'];
export const zoomStep = 2;

export function PlayerControls(props: {
  player: RefObject<WaveSurfer | null>;
  zoom: TimeZoom;
  repeats: boolean;
  onRepeats: (repeats: boolean) => void;
  /** A passage that is marked is what is repeated. */
  marked: VisibleTime | null;
  /** Null where the page marks passages by itself. */
  onMark: ((passage: VisibleTime | null) => void) | null;
}): JSX.Element {
  const { player, zoom, marked, onMark } = props;
  return (
    <>
      <Button.Group>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('Zoom out')}
          disabled={zoom.factor === 1}
          onClick={() => zoom.zoomBy(1 / zoomStep)}
        >
          −
        </Button>
        <Button size="compact-sm" variant="default" disabled={zoom.factor === 1} onClick={zoom.showAll}>
          {t('Show all')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('Zoom in')}
          onClick={() => zoom.zoomBy(zoomStep)}
        >
          +
        </Button>
      </Button.Group>
      {onMark && <MarkButtons player={player} marked={marked} onMark={onMark} />}
      <Checkbox
        size="xs"
        label={marked ? t('Repeat the passage') : t('Repeat')}
        checked={props.repeats}
        onChange={(event) => props.onRepeats(event.currentTarget.checked)}
      />
      <NativeSelect
        size="xs"
        aria-label={t('Speed')}
        defaultValue="1"
        onChange={(event) => player.current?.setPlaybackRate(Number(event.currentTarget.value), true)}
        data={speeds.map((value) => ({ value, label: `${value} ×` }))}
      />
      <input
        type="range"
        aria-label={t('Volume')}
        min={0}
        max={1}
        step={0.05}
        defaultValue={1}
        style={{ width: '5rem' }}
        onChange={(event) => player.current?.setVolume(event.currentTarget.valueAsNumber)}
      />
    </>
  );
}

/** A passage by the place that plays, for those who cannot drag. */
function MarkButtons(props: {
  player: RefObject<WaveSurfer | null>;
  marked: VisibleTime | null;
  onMark: (passage: VisibleTime | null) => void;
}): JSX.Element {
  const { player, marked, onMark } = props;
  const mark = (edge: 'start' | 'end'): void => {
    const made = player.current;
    if (made) onMark(withEdge(marked, edge, made.getCurrentTime(), made.getDuration()));
  };
  return (
    <Group gap={4}>
      <Button
        size="compact-sm"
        variant="default"
        title={t('Key {{key}}', { key: '[' })}
        onClick={() => mark('start')}
      >
        {t('Passage from here')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        title={t('Key {{key}}', { key: ']' })}
        onClick={() => mark('end')}
      >
        {t('To here')}
      </Button>
      {marked && (
        <Button size="compact-sm" variant="subtle" onClick={() => onMark(null)}>
          {t('Clear')}
        </Button>
      )}
    </Group>
  );
}

/** The passage with one edge moved; the other one stays where it can. */
export function withEdge(
  marked: VisibleTime | null,
  edge: 'start' | 'end',
  at: number,
  length: number,
): VisibleTime {
  if (edge === 'start') return { start: at, end: marked && marked.end > at ? marked.end : length };
  return { start: marked && marked.start < at ? marked.start : 0, end: at };
}
