/** Which part of a recording is in sight: the waveform and everything that lies on its time share it. */
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type WaveSurfer from 'wavesurfer.js';

export interface VisibleTime {
  /** Seconds. */
  start: number;
  end: number;
}

export interface TimeZoom {
  /** 1 shows all of it. */
  readonly factor: number;
  /** Keeps what lies at `atSeconds` where it is; the place that plays where none is named. */
  zoomBy(factor: number, atSeconds?: number): void;
  showAll(): void;
}

/** So far in that a second is as wide as a hand, whatever the length. */
const maxPixelsPerSecond = 400;
const wheelStep = 1.25;

/** Zooms a player by calls, by pinching, and by the wheel with Ctrl held; without it the wheel scrolls the page, as everywhere. */
export function useTimeZoom(
  player: RefObject<WaveSurfer | null>,
  box: RefObject<HTMLElement | null>,
  isReady: boolean,
): TimeZoom {
  const [factor, setFactor] = useState(1);
  const current = useRef(1);

  const zoomBy = useCallback(
    (by: number, atSeconds?: number): void => {
      const made = player.current;
      const length = made?.getDuration() ?? 0;
      if (!made || length === 0) return;
      const width = made.getWidth();
      const before = current.current;
      const most = Math.max(1, (maxPixelsPerSecond * length) / width);
      const next = Math.min(most, Math.max(1, before * by));
      const from = (made.getScroll() / (width * before)) * length;
      const at = atSeconds ?? made.getCurrentTime();
      const share = Math.min(1, Math.max(0, (at - from) / (length / before)));
      current.current = next;
      setFactor(next);
      made.zoom(next === 1 ? 0 : (width * next) / length);
      made.setScrollTime(Math.max(0, at - share * (length / next)));
    },
    [player],
  );

  useEffect(() => {
    const element = box.current;
    if (!element || !isReady) return;
    const onWheel = (event: WheelEvent): void => {
      const made = player.current;
      if (!event.ctrlKey || !made) return;
      event.preventDefault();
      const { left } = element.getBoundingClientRect();
      const length = made.getDuration();
      const whole = made.getWrapper().clientWidth;
      const at = ((event.clientX - left + made.getScroll()) / whole) * length;
      zoomBy(event.deltaY < 0 ? wheelStep : 1 / wheelStep, at);
    };
    // Not passive: the browser would zoom the whole page.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [box, player, zoomBy, isReady]);

  return useMemo(() => ({ factor, zoomBy, showAll: () => zoomBy(0) }), [factor, zoomBy]);
}

/** Where a stretch lies in what is in sight, in percent; null where none of it is. */
export function placeOf(
  stretch: VisibleTime,
  { start, end }: VisibleTime,
): { left: string; width: string } | null {
  const [from, until] = [Math.max(stretch.start, start), Math.min(stretch.end, end)];
  if (!(until > from) || !(end > start)) return null;
  const percent = (seconds: number): string => `${((seconds / (end - start)) * 100).toFixed(3)}%`;
  return { left: percent(from - start), width: percent(until - from) };
}
