/** Within a player's card: arrows go five seconds on or back, Home to the beginning. Space is the button's own. */
import { type RefObject, useEffect } from 'react';
import type WaveSurfer from 'wavesurfer.js';

const stepSeconds = 5;

export function usePlayerKeys(
  card: RefObject<HTMLElement | null>,
  player: RefObject<WaveSurfer | null>,
): void {
  useEffect(() => {
    const element = card.current;
    if (!element) return;
    const onKey = (event: KeyboardEvent): void => {
      const made = player.current;
      // Selects and sliders have their own arrows.
      if (!made || (event.target instanceof Element && event.target.matches('input, select'))) return;
      if (event.key === 'ArrowLeft') made.skip(-stepSeconds);
      else if (event.key === 'ArrowRight') made.skip(stepSeconds);
      else if (event.key === 'Home') made.setTime(0);
      else return;
      event.preventDefault();
    };
    element.addEventListener('keydown', onKey);
    return () => element.removeEventListener('keydown', onKey);
  }, [card, player]);
}
