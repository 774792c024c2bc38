/** Plays one or both segments of a pair, bar by bar together, whatever the tempo of each. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Passage } from '../../../../src/evidence-view/shared-evidence.js';
import { passageAxis, type SideName } from '../../../../src/evidence-view/time-axis.js';
import { notesVoice, recordingVoice, type Voice } from './voices.js';

export type Playing = 'original' | 'comparison' | 'both';

export interface PairPlayer {
  readonly playing: Playing | null;
  /** 0 … 1 of the axis on which both songs are drawn. */
  readonly fraction: number;
  /** Sides whose recording exists and cannot be played: their notes are heard instead. */
  readonly broken: readonly SideName[];
  play(which: Playing): void;
  stop(): void;
  seek(fraction: number): void;
}

const tickMs = 30;
/** One pair sounds at a time on the whole page. */
let stopOther: (() => void) | null = null;

export function usePairPlayer(
  segment: Passage,
  musicIds: Readonly<Record<SideName, string | null>>,
): PairPlayer {
  const [playing, setPlaying] = useState<Playing | null>(null);
  const [fraction, setFraction] = useState(0);
  const [broken, setBroken] = useState<readonly SideName[]>([]);
  const running = useRef<{ stop: () => void } | null>(null);
  const at = useRef(0);
  const maps = useMemo(() => passageAxis(segment), [segment]);

  const stop = useCallback((): void => {
    running.current?.stop();
    running.current = null;
    setPlaying(null);
  }, []);

  useEffect(() => {
    // Another passage begins at its beginning.
    if (segment) setFraction(0);
    at.current = 0;
    return stop;
  }, [segment, stop]);

  const voiceOf = async (side: SideName, fromSeconds: number, rate: number): Promise<Voice> => {
    const musicId = musicIds[side];
    if (musicId !== null && !broken.includes(side)) {
      const recording = recordingVoice(musicId);
      try {
        await recording.prepare(fromSeconds, rate);
        return recording;
      } catch {
        setBroken((sides) => [...sides, side]);
      }
    }
    const notes = notesVoice(segment[side].notes);
    await notes.prepare(fromSeconds, rate);
    return notes;
  };

  async function begin(which: Playing, from: number): Promise<void> {
    stopOther?.();
    let stopped = false;
    let timer = 0;
    const voices: Voice[] = [];
    const run = {
      stop() {
        stopped = true;
        window.clearInterval(timer);
        for (const voice of voices) voice.stop();
      },
    };
    running.current = run;
    stopOther = stop;
    setPlaying(which);
    const sides: SideName[] = which === 'both' ? ['original', 'comparison'] : [which];
    const lead = sides[0]!;
    const leadSeconds = (side: SideName, songSeconds: number): number =>
      maps[lead].secondsAt(maps[side].fractionAt(songSeconds));
    for (const side of sides) {
      // Beside the first, the other goes as much faster or slower as its bars are longer or shorter.
      const rate = maps[side].seconds / maps[lead].seconds;
      voices.push(await voiceOf(side, maps[side].secondsAt(from), rate));
    }
    if (stopped) return run.stop();
    const begun = maps[lead].secondsAt(from);
    await Promise.all(
      voices.map((voice, index) => voice.start((seconds) => leadSeconds(sides[index]!, seconds) - begun)),
    );
    const startedAt = performance.now();
    if (stopped) return run.stop();
    timer = window.setInterval(() => {
      const now = voices[0]!.now() ?? begun + (performance.now() - startedAt) / 1000;
      const next = maps[lead].fractionAt(now);
      at.current = next >= 1 ? 0 : next;
      setFraction(at.current);
      for (const [index, voice] of voices.entries()) {
        if (index > 0) voice.follow(maps[sides[index]!].secondsAt(next));
      }
      if (next >= 1) stop();
    }, tickMs);
  }

  return {
    playing,
    fraction,
    broken,
    play(which) {
      running.current?.stop();
      void begin(which, at.current).catch(stop);
    },
    stop,
    seek(next) {
      at.current = Math.min(1, Math.max(0, next));
      setFraction(at.current);
      if (playing !== null) {
        running.current?.stop();
        void begin(playing, at.current).catch(stop);
      }
    },
  };
}
