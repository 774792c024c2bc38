/** A recording as a picture that plays. The player comes as a file of its own when one is first shown. */

import { ActionIcon, Alert, Group, Skeleton, Text, useComputedColorScheme } from '@mantine/core';
import { type JSX, useEffect, useRef, useState } from 'react';
import type WaveSurfer from 'wavesurfer.js';
import { t } from '../i18n/t.js';
import { pageNonce } from '../nonce.js';
import { audioUrl } from './audio-url.js';
import { clock, lengthText } from './format.js';
import { Icon } from './icons.js';
import { PlayerControls } from './player-controls.js';
import { TimeRuler } from './time-ruler.js';
import { placeOf, useTimeZoom, type VisibleTime } from './time-view.js';
import { usePlayerKeys } from './use-player-keys.js';

export interface WaveformProps {
  musicId: string;
  label: string;
  /** Handed the player once it is ready, so that a page can seek or play two in turn. */
  onReady?: (player: WaveSurfer) => void;
  onTime?: (atSeconds: number) => void;
  height?: number;
  /** A passage to mark, in seconds. */
  span?: VisibleTime | null;
  /** With zoom, speed, volume and repetition below the picture. */
  withControls?: boolean;
  /** A passage was marked by hand; where left out, none can be. */
  onMark?: (passage: VisibleTime | null) => void;
  /** What of the recording is in sight, for what lies on the same time. */
  onVisible?: (visible: VisibleTime) => void;
}

export function Waveform(props: WaveformProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const player = useRef<WaveSurfer | null>(null);
  const callbacks = useRef(props);
  callbacks.current = props;
  /** `playable`: it can be heard, and its picture is still being made, which of a whole song takes a second or two. */
  const [state, setState] = useState<'loading' | 'playable' | 'ready' | 'failed'>('loading');
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(0);
  const [visible, setVisible] = useState<VisibleTime>({ start: 0, end: 0 });
  const [repeats, setRepeats] = useState(false);
  const repeated = useRef(repeats);
  repeated.current = repeats;
  const scheme = useComputedColorScheme('light');
  const height = props.height ?? 88;
  const zoom = useTimeZoom(player, box, state === 'ready' && props.withControls === true);
  const keys = { zoom, marked: props.span ?? null, onMark: props.onMark ?? null };
  usePlayerKeys(card, player, keys);

  useEffect(() => {
    let gone = false;
    setState('loading');
    setPlaying(false);
    void import('wavesurfer.js').then(({ default: Library }) => {
      if (gone || !box.current) return;
      const style = getComputedStyle(document.documentElement);
      const made = Library.create({
        container: box.current,
        url: audioUrl(props.musicId),
        height,
        waveColor: style.getPropertyValue('--wave').trim(),
        progressColor: style.getPropertyValue('--wave-played').trim(),
        cursorColor: style.getPropertyValue('--mantine-color-text').trim(),
        cursorWidth: 2,
        barWidth: 2,
        barGap: 1,
        barRadius: 2,
        dragToSeek: true,
        normalize: true,
        cspNonce: pageNonce(),
      });
      player.current = made;
      let isHandedOver = false;
      const handOver = (): void => {
        if (gone || isHandedOver) return;
        isHandedOver = true;
        callbacks.current.onReady?.(made);
      };
      // A page that seeks does so before anyone can press play.
      const becomesPlayable = (): void => {
        handOver();
        setState((now) => (now === 'loading' ? 'playable' : now));
      };
      made.getMediaElement()?.addEventListener('canplay', becomesPlayable, { once: true });
      made.on('ready', (duration) => {
        setState('ready');
        setLength(duration);
        show(0, duration);
        handOver();
      });
      const show = (start: number, end: number): void => {
        const next = { start: Math.max(0, start), end: Math.min(end, made.getDuration()) };
        setVisible(next);
        callbacks.current.onVisible?.(next);
      };
      made.on('scroll', show);
      // All of it is in sight again, and nothing has scrolled.
      made.on('zoom', (pixels) => pixels === 0 && show(0, made.getDuration()));
      made.on('error', () => {
        // It may play already: what cannot be seen any more must not go on.
        made.pause();
        setState('failed');
      });
      made.on('play', () => setPlaying(true));
      made.on('pause', () => setPlaying(false));
      // The marked passage again and again, or the whole where none is marked.
      const again = (): void => {
        made.setTime(callbacks.current.span?.start ?? 0);
        void made.play();
      };
      made.on('finish', () => repeated.current && again());
      made.on('timeupdate', (time) => {
        const { span } = callbacks.current;
        if (repeated.current && span && made.isPlaying() && time >= span.end) again();
        setAt(time);
        callbacks.current.onTime?.(time);
      });
    });
    return () => {
      gone = true;
      player.current?.destroy();
      player.current = null;
    };
  }, [props.musicId, height]);

  useEffect(() => {
    // The colours are the theme's: read anew when it changes.
    const style = getComputedStyle(document.documentElement);
    const read = (name: string): string => style.getPropertyValue(name).trim();
    if (scheme)
      player.current?.setOptions({ waveColor: read('--wave'), progressColor: read('--wave-played') });
  }, [scheme]);

  const place = props.span && length > 0 ? placeOf(props.span, visible) : null;
  return (
    <div ref={card} className="card" style={{ padding: '0.75rem 1rem' }}>
      <Group wrap="nowrap" gap="md">
        <ActionIcon
          size="xl"
          radius="xl"
          disabled={state !== 'ready' && state !== 'playable'}
          onClick={() => void player.current?.playPause()}
          aria-label={
            playing
              ? t('Pause {{label}}', { label: props.label })
              : t('Play {{label}}', { label: props.label })
          }
        >
          <Icon name={playing ? 'pause' : 'play'} />
        </ActionIcon>
        <div style={{ flex: 1, minWidth: 0, position: 'relative' }}>
          {(state === 'loading' || state === 'playable') && (
            <Skeleton height={height} style={{ position: 'absolute', inset: 0 }} />
          )}
          {state === 'failed' ? (
            <Alert color="yellow">
              {t(
                'The recording cannot be played: it is not kept any more, or this browser does not know its format. The analyses are not affected.',
              )}
            </Alert>
          ) : (
            <div
              ref={box}
              style={{ minHeight: height }}
              aria-label={t('Waveform of {{label}}', { label: props.label })}
              role="img"
            />
          )}
          {place && <div className="span" style={place} />}
          {state === 'ready' && props.onMark && (
            <TimeRuler visible={visible} marked={props.span ?? null} onMark={props.onMark} />
          )}
        </div>
      </Group>
      {state === 'ready' && (
        <Group justify="flex-end" gap="sm" mt={4}>
          {props.withControls && (
            <PlayerControls player={player} repeats={repeats} onRepeats={setRepeats} {...keys} />
          )}
          <Text size="xs" c="dimmed" className="mono">
            {clock(at)} / {lengthText(length)}
          </Text>
        </Group>
      )}
    </div>
  );
}
