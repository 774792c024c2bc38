/** What one side of a pair sounds with: the recording itself, or where there is none, its notes. */

import type { RollNote } from '../../../../src/evidence-view/shared-evidence.js';
import { audioUrl } from '../../ui/audio-url.js';

export interface Voice {
  /** Resolves when it can start at this second of its song; rejects where it cannot be played. */
  prepare(atSeconds: number, rate: number): Promise<void>;
  /** `wallSeconds` says how long from now a second of the song is due. */
  start(wallSeconds: (songSeconds: number) => number): Promise<void>;
  /** Seconds of its song; null where it keeps no time of its own. */
  now(): number | null;
  /** Called all the time where it should be, so that two recordings stay together. */
  follow(songSeconds: number): void;
  stop(): void;
}

/** Above it a jump is heard less than the way back. */
const jumpSeconds = 0.25;
const largestBend = 0.08;
const bendASecond = 1.5;

export function recordingVoice(musicId: string): Voice {
  const element = new Audio(audioUrl(musicId));
  element.preload = 'auto';
  let rate = 1;
  return {
    prepare(atSeconds, wanted) {
      rate = Math.min(4, Math.max(0.25, wanted));
      element.playbackRate = rate;
      return new Promise((resolve, reject) => {
        const fail = (): void => reject(new Error('the recording cannot be played'));
        const seek = (): void => {
          element.addEventListener('seeked', () => resolve(), { once: true });
          element.currentTime = atSeconds;
        };
        if (element.error) fail();
        element.addEventListener('error', fail, { once: true });
        if (element.readyState >= HTMLMediaElement.HAVE_METADATA) seek();
        else element.addEventListener('loadedmetadata', seek, { once: true });
      });
    },
    start: () => element.play(),
    now: () => element.currentTime,
    follow(songSeconds) {
      const behind = songSeconds - element.currentTime;
      if (Math.abs(behind) > jumpSeconds) element.currentTime = songSeconds;
      const bend = Math.min(largestBend, Math.max(-largestBend, behind * bendASecond));
      element.playbackRate = rate * (1 + bend);
    },
    stop: () => element.pause(),
  };
}

let shared: AudioContext | null = null;
const loudness = 0.18;
const fadeSeconds = 0.03;

/** Plays notes as soft triangle waves. */
export function notesVoice(notes: readonly RollNote[]): Voice {
  let from = 0;
  let out: GainNode | null = null;
  return {
    async prepare(atSeconds) {
      shared ??= new AudioContext();
      from = atSeconds;
      await shared.resume();
    },
    async start(wallSeconds) {
      const context = shared!;
      out = new GainNode(context, { gain: loudness });
      out.connect(context.destination);
      for (const { startSeconds, endSeconds, midi } of notes) {
        if (endSeconds <= from) continue;
        const start = context.currentTime + Math.max(0, wallSeconds(startSeconds));
        const end = Math.max(start + 2 * fadeSeconds, context.currentTime + wallSeconds(endSeconds));
        const tone = new OscillatorNode(context, {
          type: 'triangle',
          frequency: 440 * 2 ** ((midi - 69) / 12),
        });
        const envelope = new GainNode(context, { gain: 0 });
        envelope.gain.setValueAtTime(0, start);
        envelope.gain.linearRampToValueAtTime(1, start + fadeSeconds);
        envelope.gain.setValueAtTime(1, end - fadeSeconds);
        envelope.gain.linearRampToValueAtTime(0, end);
        tone.connect(envelope).connect(out);
        tone.start(start);
        tone.stop(end);
      }
    },
    now: () => null,
    follow() {},
    stop() {
      out?.disconnect();
      out = null;
    },
  };
}
