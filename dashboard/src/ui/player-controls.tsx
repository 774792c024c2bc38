/** Speed without a change of pitch, volume, and repetition. */

import { Checkbox, NativeSelect } from '@mantine/core';
import type { JSX, RefObject } from 'react';
import type WaveSurfer from 'wavesurfer.js';
import { t } from '../i18n/t.js';

const speeds = ['0.5', '0.75', '1', '1.25', '1.5'];

export function PlayerControls(props: {
  player: RefObject<WaveSurfer | null>;
  repeats: boolean;
  onRepeats: (repeats: boolean) => void;
  /** Whether a passage is marked, which is then what is repeated. */
  hasSpan: boolean;
}): JSX.Element {
  return (
    <>
      <Checkbox
        size="xs"
        label={props.hasSpan ? t('Repeat the passage') : t('Repeat')}
        checked={props.repeats}
        onChange={(event) => props.onRepeats(event.currentTarget.checked)}
      />
      <NativeSelect
        size="xs"
        aria-label={t('Speed')}
        defaultValue="1"
        onChange={(event) => props.player.current?.setPlaybackRate(Number(event.currentTarget.value), true)}
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
        onChange={(event) => props.player.current?.setVolume(event.currentTarget.valueAsNumber)}
      />
    </>
  );
}
