/**
 * Within a player's card: arrows go five seconds on or back, Home to the beginning; + and − zoom, 0 shows all; [ and ] mark where a
 * passage begins and ends. Space is the button's own.
 */
import { type RefObject, useEffect, useRef } from 'react';
import type WaveSurfer from 'wavesurfer.js';
import { withEdge, zoomStep } from './player-controls.js';
import type { TimeZoom, VisibleTime } from './time-view.js';

const stepSeconds = 5;

export interface PlayerKeys {
  zoom: TimeZoom;
  marked: VisibleTime | null;
  onMark: ((passage: VisibleTime | null) => void) | null;
}

export function usePlayerKeys(
  card: RefObject<HTMLElement | null>,
  player: RefObject<WaveSurfer | null>,
  keys: PlayerKeys,
): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const element = card.current;
    if (!element) return;
    const onKey = (event: KeyboardEvent): void => {
      const made = player.current;
      // Selects and sliders have their own keys; with Ctrl they are the browser's.
      if (!made || event.ctrlKey || event.metaKey) return;
      if (event.target instanceof Element && event.target.matches('input, select')) return;
      if (act(made, event.key, latest.current)) event.preventDefault();
    };
    element.addEventListener('keydown', onKey);
    return () => element.removeEventListener('keydown', onKey);
  }, [card, player]);
}

/** Whether the key means something here. */
function act(made: WaveSurfer, key: string, { zoom, marked, onMark }: PlayerKeys): boolean {
  if (key === 'ArrowLeft') made.skip(-stepSeconds);
  else if (key === 'ArrowRight') made.skip(stepSeconds);
  else if (key === 'Home') made.setTime(0);
  else if (key === '+' || key === '=') zoom.zoomBy(zoomStep);
  else if (key === '-') zoom.zoomBy(1 / zoomStep);
  else if (key === '0') zoom.showAll();
  else if (onMark && (key === '[' || key === ']')) {
    onMark(withEdge(marked, key === '[' ? 'start' : 'end', made.getCurrentTime(), made.getDuration()));
  } else return false;
  return true;
}
